import StoreModel

/// Reads the words of one statement against the usage of its verb.
///
/// What could have stood where the words ran out is kept as `completions`: it is the parser that tells what can be
/// typed next.
struct StatementReader {
  let words: [ScriptWord]
  let names: [String: ScriptText]
  let vocabulary: Vocabulary
  let place: (Int) -> ScriptPlace
  /// The beginning of the word that comes next, for completion.
  private let typed: String
  /// The column behind the last word.
  let end: Int

  private var index = 0
  private(set) var completions: [Completion] = []
  private var arguments = Arguments()
  /// Groups that were left out, for an error that says what could have stood here.
  private var leftOut: [Usage.Part] = []

  init(
    _ words: [ScriptWord], names: [String: ScriptText], vocabulary: Vocabulary, typed: String = "",
    place: @escaping (Int) -> ScriptPlace
  ) {
    self.words = words
    self.names = names
    self.vocabulary = vocabulary
    self.typed = typed
    self.place = place
    end = words.last.map { $0.column + $0.description.count } ?? 1
  }

  /// The verb, then what its usage asks for.
  mutating func verb() throws(ScriptError) -> Verb {
    guard let word = next() else {
      completions += Verb.Name.allCases.filter { Completion.begins($0.rawValue, with: typed) }
        .map { Completion(word: $0.rawValue, kind: .verb($0)) }
      throw ScriptError(place(end), "The line is empty.", advice: "Write a command.")
    }
    let text = try self.text(word).text
    guard !word.isQuoted, let name = Verb.Name(rawValue: text) else {
      throw error(at: word, Mismatch(text, noneOf: Verb.Name.allCases.map(\.rawValue), "command"))
    }
    return Verb.named(name)
  }

  mutating func arguments(of usage: Usage) throws(ScriptError) -> Arguments {
    try match(usage.parts.dropFirst(), usage)
    try checkEnd(usage)
    return arguments
  }

  /// The text of a word that was read without a mistake.
  func value(of word: ScriptWord) -> ScriptText {
    (try? text(word)) ?? ScriptText(text: word.description, isQuoted: true)
  }

  // MARK: - Matching

  private mutating func match(_ parts: ArraySlice<Usage.Part>, _ usage: Usage) throws(ScriptError) {
    var rest = parts
    while let part = rest.popFirst() {
      switch part {
      case .keyword(let keyword):
        let word = try required(part, usage)
        guard word.isKeyword(keyword) else {
          throw error(
            at: word,
            Mismatch("'\(keyword)' belongs here, not '\(word)'.", advice: "Write '\(usage.text)'."))
        }
      case .choice(let choices):
        let word = try required(part, usage)
        let text = try self.text(word).text
        guard choices.contains(text) else {
          throw error(at: word, Mismatch(text, noneOf: choices, "choice here"))
        }
        arguments.add(choices.joined(separator: "|"), .text(text))
      case .slot(let slot, let label, let repeats):
        try match(slot, label, part, usage)
        while repeats, peek(part) != nil { try match(slot, label, part, usage) }
      case .group, .either:
        var groups = [part]
        while let next = rest.first, next.isOptional {
          groups.append(next)
          rest.removeFirst()
        }
        try match(anyOf: groups, usage)
      }
    }
  }

  private mutating func match(anyOf groups: [Usage.Part], _ usage: Usage) throws(ScriptError) {
    var groups = groups
    while let index = try firstBegun(of: groups) {
      guard let parts = try begun(groups.remove(at: index)) else { continue }
      if parts.count == 1, case .keyword(let flag) = parts[0] { arguments.add(flag, .text(flag)) }
      try match(parts[...], usage)
    }
    if isAtEnd { for group in groups { note(group) } }
    leftOut = groups
  }

  private func firstBegun(of groups: [Usage.Part]) throws(ScriptError) -> Int? {
    try groups.firstIndex(whereThrowing: { part throws(ScriptError) in try begun(part) != nil })
  }

  /// What these brackets hold, if the next word is its beginning.
  private func begun(_ group: Usage.Part) throws(ScriptError) -> [Usage.Part]? {
    guard let word = current else { return nil }
    switch group {
    case .either(let groups):
      for group in groups { if let parts = try begun(group) { return parts } }
      return nil
    case .group(let parts):
      let isBegun =
        switch parts.first {
        case .keyword(let keyword): word.isKeyword(keyword)
        case .choice(let choices): choices.contains(try text(word).text)
        case .slot: true
        case .group, .either, nil: false
        }
      return isBegun ? parts : nil
    case .keyword, .choice, .slot: return nil
    }
  }

  private mutating func match(_ slot: Slot, _ label: String, _ part: Usage.Part, _ usage: Usage)
    throws(ScriptError)
  {
    let word = try required(part, usage)
    let text = try self.text(word)
    let value: SlotValue
    switch slot {
    case .condition: value = .condition(try condition(text.text, word))
    case .time:
      if let first = text.text.utf8.first, (48...57).contains(first) {
        guard let milliseconds = DurationText.milliseconds(text.text) else {
          throw error(
            at: word,
            Mismatch(
              "'\(text.text)' is no length of time.", advice: "Write one such as 500ms, 5s, 90m or 7d."))
        }
        value = .milliseconds(milliseconds)
      } else {
        value = .condition(try condition(text.text, word))
      }
    case .key: value = .text((text.isQuoted ? "\"" : "") + (try read(slot, text, word)))
    default:
      do throws(Mismatch) {
        value = try slot.read(text.text, isQuoted: text.isQuoted, vocabulary)
      } catch { throw self.error(at: word, error) }
    }
    arguments.add(label, value)
  }

  private func read(_ slot: Slot, _ text: ScriptText, _ word: ScriptWord) throws(ScriptError) -> String {
    do throws(Mismatch) {
      _ = try slot.read(text.text, isQuoted: text.isQuoted, vocabulary)
      return text.text
    } catch { throw self.error(at: word, error) }
  }

  private mutating func condition(_ name: String, _ word: ScriptWord) throws(ScriptError) -> Condition {
    guard let form = Condition.form(name) else {
      throw error(at: word, Mismatch(name, noneOf: Condition.forms.map(\.name), "condition"))
    }
    let outer = arguments
    arguments = Arguments()
    defer { arguments = outer }
    try match(form.usage.parts.dropFirst(), form.usage)
    try checkEnd(form.usage)
    return form.read(arguments)
  }

  // MARK: - Words

  private var isAtEnd: Bool { index == words.count }
  private var current: ScriptWord? { isAtEnd ? nil : words[index] }

  private mutating func next() -> ScriptWord? {
    guard !isAtEnd else { return nil }
    index += 1
    return words[index - 1]
  }

  private mutating func note(_ part: Usage.Part) {
    let product = arguments.optionalProduct("PRODUCT")?.rawValue
    completions += part.completions(vocabulary, of: product, typed: typed)
  }

  private mutating func peek(_ part: Usage.Part) -> ScriptWord? {
    if isAtEnd { note(part) }
    return current
  }

  private mutating func required(_ part: Usage.Part, _ usage: Usage) throws(ScriptError) -> ScriptWord {
    if isAtEnd { note(part) }
    guard let word = next() else {
      throw ScriptError(place(end), "\(part.name) is missing.", advice: "Write '\(usage.text)'.")
    }
    return word
  }

  private func checkEnd(_ usage: Usage) throws(ScriptError) {
    guard let word = current else { return }
    let text = try self.text(word).text
    let possible = leftOut.flatMap { part in
      if case .group(let parts) = part, case .slot? = parts.first { return [String]() }
      return part.completions(vocabulary).map(\.word)
    }
    let near = nearest(to: text, in: possible)
    throw error(
      at: word,
      Mismatch(
        "'\(text)' does not belong here.",
        advice: near.map { "Did you mean '\($0)'?" } ?? "Write '\(usage.text)'."))
  }

  private func text(_ word: ScriptWord) throws(ScriptError) -> ScriptText {
    var result = ""
    for piece in word.pieces {
      switch piece {
      case .text(let text): result += text
      case .name(let name):
        guard let value = names[name] else {
          let near = nearest(to: name, in: names.keys.sorted())
          throw error(
            at: word,
            Mismatch(
              "Nothing is named $\(name).",
              advice: near.map { "Did you mean $\($0)?" } ?? "Write 'let \(name) = VALUE' above."))
        }
        result += value.text
        if word.pieces.count == 1, !word.isQuoted { return value }
      }
    }
    return ScriptText(text: result, isQuoted: word.isQuoted)
  }

  private func error(at word: ScriptWord, _ mismatch: Mismatch) -> ScriptError {
    ScriptError(place(word.column), mismatch.message, advice: mismatch.advice)
  }
}

/// The text of a word once names are looked up; the value of a name.
struct ScriptText: Hashable {
  let text: String
  let isQuoted: Bool
}

extension Array {
  /// As `firstIndex(where:)`, for a question that may throw one kind of error.
  fileprivate func firstIndex<Failure: Error>(whereThrowing holds: (Element) throws(Failure) -> Bool)
    throws(Failure) -> Int?
  {
    for index in indices where try holds(self[index]) { return index }
    return nil
  }
}

extension Arguments {
  /// Keys by name, and text that was in quotes.
  func keys(_ label: String) -> [Act.KeyPress] {
    texts(label).map { $0.first == "\"" ? .text(String($0.dropFirst())) : .key($0) }
  }
}
