extension Key {
  /// The key with the Latin letter that stands in the same place of a US keyboard; nil when this is no
  /// letter of a Cyrillic or Greek layout.
  ///
  /// Terminals tell the letter, not the key: who types Russian presses `й` where `q` is. The Ukrainian
  /// and Belarusian letters are in the table, too. In the Greek layout the key of `q` gives a semicolon,
  /// which is left alone.
  public var onLatinLayout: Key? {
    guard case .character(let character) = code else { return nil }
    if let latin = Key.latinLetters[character] { return Key(.character(latin), modifiers) }
    guard let small = character.lowercased().first, small != character, let latin = Key.latinLetters[small]
    else { return nil }
    return Key(.character(Character(latin.uppercased())), modifiers)
  }

  private static let latinLetters: [Character: Character] = {
    let layouts = [
      ("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm"),
      ("іў", "so"),
      ("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
    ]
    var letters: [Character: Character] = [:]
    for (foreign, latin) in layouts {
      for (letter, counterpart) in zip(foreign, latin) { letters[letter] = counterpart }
    }
    return letters
  }()
}
