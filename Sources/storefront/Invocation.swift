import StoreModel

/// One call of storefront: what the command line asked for, checked against what the command takes.
struct Invocation: Equatable {
  let subcommand: Subcommand.Name?
  let arguments: [String]
  /// The options that were given by their names; a switch has an empty value.
  let values: [String: String]
  /// All values of the options that may be given more than once.
  private let lists: [String: [String]]

  /// Reads the words after the program's name.
  ///
  /// The first word that names a subcommand is it; without one the words belong to the screen.
  /// Options may stand anywhere, as `--name VALUE` or `--name=VALUE`; `--` ends them.
  init(_ words: [String]) throws(UsageError) {
    let name = words.first.flatMap(Subcommand.Name.init(rawValue:))
    let subcommand = Subcommand.named(name)
    var rest = (name == nil ? words[...] : words.dropFirst())[...]
    var values: [String: String] = [:]
    var lists: [String: [String]] = [:]
    var arguments: [String] = []
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        arguments.append(word)
        continue
      }
      let parts = word.drop { $0 == "-" }.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let given = Self.longName(word, String(parts.first ?? ""))
      guard let option = subcommand.options.first(where: { $0.name == given }) else {
        throw Self.unknownOption(word, subcommand)
      }
      guard values[option.name] == nil || option.isRepeatable else {
        throw UsageError("--\(option.name) is given twice.", advice: "Give it once.")
      }
      if let placeholder = option.value {
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
          throw UsageError(
            "--\(option.name) needs a value.", advice: "Write --\(option.name) \(placeholder).")
        }
        values[option.name] = value
        if option.isRepeatable { lists[option.name, default: []].append(value) }
      } else {
        guard parts.count == 1 else {
          throw UsageError("--\(option.name) takes no value.", advice: "Write --\(option.name) alone.")
        }
        values[option.name] = ""
      }
    }
    self.subcommand = name
    self.arguments = arguments
    self.values = values
    self.lists = lists
    let takesMore = subcommand.arguments.last?.hasSuffix("...") == true
    guard has(.help) || takesMore || arguments.count <= subcommand.arguments.count else {
      throw Self.tooMany(arguments, subcommand)
    }
  }

  func has(_ option: Option) -> Bool { values[option.name] != nil }

  func value(_ option: Option) -> String? { values[option.name] }

  /// All values of an option that may be given more than once, in their order.
  func values(_ option: Option) -> [String] { lists[option.name] ?? [] }

  /// A whole number in `range`.
  func number(_ option: Option, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(option.name) cannot be '\(text)'.",
        advice: "Give a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// One of a few words.
  func choice<Value>(_ option: Option, _ choices: [(word: String, value: Value)]) throws(UsageError) -> Value?
  {
    guard let text = value(option) else { return nil }
    guard let choice = choices.first(where: { $0.word == text }) else {
      throw UsageError(
        "--\(option.name) cannot be '\(text)'.",
        advice: "Write " + choices.map { "--\(option.name) \($0.word)" }.joined(separator: " or ") + ".")
    }
    return choice.value
  }

  private static func longName(_ word: String, _ name: String) -> String {
    switch word {
    case "-h": "help"
    case "-V": "version"
    default: word.hasPrefix("--") ? name : ""
    }
  }

  private static func unknownOption(_ word: String, _ subcommand: Subcommand) -> UsageError {
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    let near = nearest(to: name, in: subcommand.options.map(\.name))
    return UsageError(
      "'\(subcommand.call)' has no option '\(word.prefix { $0 != "=" })'.",
      advice: (near.map { "Did you mean --\($0)? " } ?? "")
        + "Run '\(subcommand.call) --help' to see them all.")
  }

  private static func tooMany(_ arguments: [String], _ subcommand: Subcommand) -> UsageError {
    let extra = arguments[subcommand.arguments.count]
    guard subcommand.name == nil else {
      return UsageError("'\(extra)' is one word too many.", advice: "Write '\(subcommand.usage)'.")
    }
    let near = nearest(to: arguments[0], in: Subcommand.Name.allCases.map(\.rawValue))
    return UsageError(
      "storefront has no command '\(arguments[0])'.",
      advice: (near.map { "Did you mean '\($0)'? " } ?? "") + "Run 'storefront --help' to see them all.")
  }
}
