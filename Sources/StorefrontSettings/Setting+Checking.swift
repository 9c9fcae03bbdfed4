import JSONSyntax
import StoreCatalog
import StoreModel

// Whether a value is one that the setting may have.
extension Setting {
  /// Checks a word from the command line or the environment.
  ///
  /// - Parameter themes: the names that a theme may have.
  func value(ofWord word: String, themes: [String]) throws(SettingMistake) -> SettingValue {
    switch kind {
    case .flag:
      switch word.lowercased() {
      case "on", "true", "yes", "1": return .flag(true)
      case "off", "false", "no", "0": return .flag(false)
      default: throw mistake(word.quoted, "Write on or off.")
      }
    case .number(let range):
      guard let number = Int(word), range.contains(number) else {
        throw mistake(word.quoted, Self.numbers(range))
      }
      return .number(number)
    case .choice, .theme, .storefront, .language, .path:
      return try value(ofText: word, themes: themes)
    }
  }

  /// Checks a value of the settings file.
  func value(of json: JSONValue, themes: [String]) throws(SettingMistake) -> SettingValue {
    switch kind {
    case .flag:
      guard let isOn = json.bool else { throw mistake(json.kind, "Write true or false, without quotes.") }
      return .flag(isOn)
    case .number(let range):
      guard let number = json.integer, range.contains(number) else {
        throw mistake(json.number?.quoted ?? json.kind, Self.numbers(range))
      }
      return .number(number)
    case .choice, .theme, .storefront, .language, .path:
      guard let text = json.string else {
        throw mistake(json.kind, "Write text in quotes, such as \"\(standard ?? example ?? .text(""))\".")
      }
      return try value(ofText: text, themes: themes)
    }
  }

  private func value(ofText text: String, themes: [String]) throws(SettingMistake) -> SettingValue {
    switch kind {
    case .flag, .number: preconditionFailure("Texts are of other kinds.")
    case .choice(let words): return .text(try oneOf(words, text))
    case .theme: return .text(try oneOf(themes, text))
    case .storefront:
      if let storefront = StorefrontTable.storefront(Storefront.ID(text.uppercased())) {
        return .text(storefront.id.rawValue)
      }
      let near = StorefrontTable.nearestID(to: text)
      throw mistake(
        text.quoted,
        (near.map { "Did you mean \($0)? " } ?? "") + "Give three letters, such as USA, DEU or JPN.")
    case .language:
      let language = LocaleID(text).language
      guard language.count >= 2, language.allSatisfy({ $0.isASCII && $0.isLetter }) else {
        throw mistake(text.quoted, "Write a language such as en, de, pt-BR or zh-Hans.")
      }
      return .text(text)
    case .path:
      guard !text.isEmpty, !text.contains("\0") else {
        throw mistake(text.quoted, "Write the path of a file.")
      }
      return .text(text)
    }
  }

  private func oneOf(_ words: [String], _ text: String) throws(SettingMistake) -> String {
    if words.contains(text) { return text }
    let near = nearest(to: text, in: words)
    throw mistake(
      text.quoted, (near.map { "Did you mean \($0)? " } ?? "") + "Choose \(words.inWords).")
  }

  private func mistake(_ found: String, _ advice: String) -> SettingMistake {
    SettingMistake("\(name.rawValue) cannot be \(found)", advice: advice)
  }

  private static func numbers(_ range: ClosedRange<Int>) -> String {
    range.upperBound == .max
      ? "Write a whole number, \(range.lowerBound) or more."
      : "Write a whole number from \(range.lowerBound) to \(range.upperBound)."
  }
}

extension [String] {
  /// `one, two or three`.
  var inWords: String {
    guard let last else { return "" }
    return count == 1 ? last : Array(dropLast()).joined(separator: ", ") + " or " + last
  }
}
