import StoreModel

/// What a script says about the store that it starts from: its first line, `start seed 7 storefront JPN`.
///
/// What is nil is not said there; then the command line counts, else the usual. What a command line does say comes
/// before what the script says.
public struct ScriptStart: Hashable, Sendable {
  /// What hosted content and everything else that looks random is made from.
  public var seed: UInt64?
  /// Where the store's clock begins.
  public var clock: Timestamp?
  public var storefront: Storefront.ID?
  public var locale: LocaleID?
  /// Of downloads, in bytes a second; 0 is no limit.
  public var rate: Int64?
  /// The catalogue's file, from the script's folder on, or `builtIn`.
  public var catalog: String?
  /// Links for a catalogue that names none.
  public var terms: String?
  public var privacy: String?

  /// How the catalogue that every copy of the program carries is named.
  public static let builtIn = "built-in"

  public init() {}

  init(_ words: Arguments) {
    seed = words.number("seed").map { UInt64($0) }
    clock = words.text("clock").flatMap { Timestamp($0) }
    storefront = words.text("storefront").map { Storefront.ID($0) }
    locale = words.text("locale").map { LocaleID($0) }
    rate = words.number("rate").map { Int64($0) }
    catalog = words.text("catalog")
    terms = words.text("terms")
    privacy = words.text("privacy")
  }

  /// The line that is read back as this.
  public var text: String {
    let pairs: [(String, String?)] = [
      ("seed", seed.map { "\($0)" }), ("clock", clock?.description), ("storefront", storefront?.rawValue),
      ("locale", locale?.rawValue), ("rate", rate.map { "\($0)" }), ("catalog", catalog), ("terms", terms),
      ("privacy", privacy),
    ]
    let words = pairs.compactMap { name, value in value.map { "\(name) \(ScriptWord($0))" } }
    return (["start"] + words).joined(separator: " ")
  }

  /// What the first line of `source` says, before anything else is read: which catalogue its names are of. Nil when
  /// it says nothing.
  ///
  /// Throws when that line is wrong.
  public static func first(of source: String, name: String) throws(ScriptErrors) -> ScriptStart? {
    do throws(ScriptError) {
      for (index, line) in ScriptParser.lines(of: source).enumerated() {
        let words = try ScriptLexer.read(line, file: name, number: index + 1).words
        guard let first = words.first else { continue }
        guard first.isKeyword(Verb.Name.start.rawValue) else { return nil }
        var reader = StatementReader(words, names: [:], vocabulary: .everything) {
          ScriptPlace(file: name, line: index + 1, column: $0)
        }
        return ScriptStart(try reader.arguments(of: try reader.verb().usage))
      }
      return nil
    } catch {
      throw ScriptErrors(errors: [error])
    }
  }
}
