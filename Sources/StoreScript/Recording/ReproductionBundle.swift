import FoundationEssentials
import StoreModel

/// A bug report in one file of text: the catalogue, the script that leads there from an empty store, with its seed and
/// clock, and the journal that it left.
///
///     storefront bundle 1
///     == catalog shop.json
///     { … }
///     == script
///     start seed 1 clock 2026-11-30T12:00:00.000Z storefront USA locale en
///     buy shop.coins
///     == journal
///     {"event":{"command":…},"id":1,"time":…}
///     == end
///
/// Lines that begin with `#` above the first part are for people. A line of a part that would begin with `==` or a
/// backslash has a backslash in front. Customers' names are masked.
public struct ReproductionBundle: Hashable, Sendable {
  /// Of the format. A bundle of a newer one is refused by name.
  public static let version = 1
  /// In bytes; what is larger is no bug report.
  public static let sizeLimit = 64 << 20

  /// How the journal was come by, and so how a replay is held against it.
  public enum Journal: String, Hashable, Sendable {
    /// By a script's clock: a replay gives the same, byte for byte.
    case exact = "journal"
    /// By a real clock: a replay gives the same events, but at other moments.
    case byRealClock = "journal by a real clock"
  }

  /// The name of the catalogue's file, without its folder.
  public let catalogName: String
  public let catalog: String
  public let script: String
  public let kind: Journal
  public let journal: [JournalEntry]

  /// Where the parts begin in the file that this was read from: lines, from 1, of their first line.
  private var catalogLine = 1
  private var scriptLine = 1
  private var journalLine = 1

  /// A report of what `script` did.
  public init(
    catalogName: String, catalog: String, script: Script, start: ScriptStart, journal: [JournalEntry]
  ) {
    let mask = NameMask(script, journal)
    let lines = [start.text] + script.statements.map { mask.act($0.act).text(in: .everything) }
    self.init(catalogName, catalog, lines, .exact, journal.map(mask.entry))
  }

  /// A report of what `journal` tells: the whole of it, of a session by a real clock. The script is made from it, with
  /// what was done to the app meanwhile, in its order, and leads to what `end` shows.
  public init(
    catalogName: String, catalog: String, vocabulary: Vocabulary, start: ScriptStart, journal: [JournalEntry],
    app: [AppMoment] = [], end: [Act] = []
  ) {
    let mask = NameMask(nil, journal)
    let masked = journal.map(mask.entry)
    var start = start
    // Where its first command is: a replay then has its times.
    start.clock = journal.first?.time ?? start.clock
    let clock = start.clock ?? .scriptStart
    var recorder = SessionRecorder(vocabulary: vocabulary, clock: clock, isExact: false)
    let lines = recorder.lines(of: masked, app)
    let last = max(masked.last?.time ?? clock, clock)
    self.init(
      catalogName, catalog,
      [start.text] + lines + recorder.end(at: last) + end.map { $0.text(in: vocabulary) },
      .byRealClock, masked)
  }

  private init(
    _ catalogName: String, _ catalog: String, _ script: [String], _ kind: Journal, _ journal: [JournalEntry]
  ) {
    self.catalogName = catalogName.split(separator: "/").last.map(String.init) ?? catalogName
    self.catalog = catalog
    self.script = script.map { $0 + "\n" }.joined()
    self.kind = kind
    self.journal = journal
  }

  /// The script alone, for a store that sells from a catalogue which is there under this name.
  public func script(catalog name: String) -> String {
    guard var start = try? ScriptStart.first(of: script, name: catalogName) else { return script }
    start.catalog = name
    return start.text + "\n" + script.drop { $0 != "\n" }.dropFirst()
  }

  // MARK: - Text

  private static let magic = "storefront bundle"

  public static func isBundle(_ text: String) -> Bool { text.hasPrefix(magic) }

  /// The file. Reading it gives the same bundle.
  public var text: String {
    var lines = [
      "\(Self.magic) \(Self.version)",
      "# A bug report. 'storefront open FILE' shows where it leads, 'storefront run FILE' checks it.",
    ]
    lines.append("== catalog \(catalogName.oneLine)")
    lines += Self.lines(of: catalog).map(Self.guarded)
    lines.append("== script")
    lines += Self.lines(of: script).map(Self.guarded)
    lines.append("== \(kind.rawValue)")
    lines += journal.map { Self.guarded(JournalLines.text(of: $0)) }
    lines.append("== end")
    return lines.map { $0 + "\n" }.joined()
  }

  /// The script with as many empty lines above it as stand above it in the file, so that places in it are places in
  /// the file.
  public var scriptInPlace: String { String(repeating: "\n", count: scriptLine - 1) + script }

  /// The catalogue likewise.
  public var catalogInPlace: String { String(repeating: "\n", count: catalogLine - 1) + catalog }

  /// Where the nth entry of the journal stands in the file.
  public func place(ofEntry index: Int, in file: String) -> ScriptPlace {
    ScriptPlace(file: file, line: journalLine + index, column: 1)
  }

  private static func lines(of text: String) -> [String] {
    var lines = ScriptParser.lines(of: text)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func guarded(_ line: String) -> String {
    line.hasPrefix("==") || line.hasPrefix("\\") ? "\\" + line : line
  }

  private static func unguarded(_ line: String) -> String {
    line.hasPrefix("\\") ? String(line.dropFirst()) : line
  }
}

// MARK: - Reading

extension ReproductionBundle {
  /// Reads a bundle; `file` names it in messages. The script is not parsed yet, nor is the catalogue.
  ///
  /// Throws the first thing that is wrong, with its line; nothing of it has run.
  public init(_ text: String, file: String) throws(ScriptErrors) {
    do throws(ScriptError) {
      try self.init(reading: text, file)
    } catch {
      throw ScriptErrors(errors: [error])
    }
  }

  private init(reading text: String, _ file: String) throws(ScriptError) {
    func mistake(_ line: Int, _ message: String, _ advice: String) -> ScriptError {
      ScriptError(ScriptPlace(file: file, line: line, column: 1), message, advice: advice)
    }
    guard text.utf8.count <= Self.sizeLimit else {
      throw mistake(
        1, "The bundle is larger than \(Self.sizeLimit >> 20) MiB.", "Make one of a smaller catalogue.")
    }
    let lines = Self.lines(of: text)
    guard let first = lines.first, first.hasPrefix(Self.magic + " "),
      let version = Int(first.dropFirst(Self.magic.count + 1))
    else {
      throw mistake(1, "This is no bundle.", "One begins with '\(Self.magic) \(Self.version)'.")
    }
    guard version == Self.version else {
      throw mistake(
        1, "The bundle is of version \(version); this program reads version \(Self.version).",
        "Open it with the storefront that made it, or a newer one.")
    }
    // Each part with the number of the line that names it and its own lines.
    var parts: [(name: String, number: Int, lines: [String])] = []
    var isEnded = false
    for (index, line) in lines.enumerated().dropFirst() {
      let number = index + 1
      if line.hasPrefix("==") {
        guard !isEnded else {
          throw mistake(number, "Something stands behind the end.", "Take it out.")
        }
        if line == "== end" { isEnded = true } else { parts.append((String(line.dropFirst(3)), number, [])) }
      } else if isEnded, !line.isEmpty {
        throw mistake(number, "Something stands behind the end.", "Take it out.")
      } else if !parts.isEmpty, !isEnded {
        parts[parts.count - 1].lines.append(Self.unguarded(line))
      } else if !line.isEmpty, !line.hasPrefix("#"), !isEnded {
        throw mistake(number, "This belongs to no part.", "Write '== script' above it, or '#' in front.")
      }
    }
    guard isEnded else {
      throw mistake(
        lines.count, "The bundle breaks off here: its last line is not '== end'.", "Get the whole file again."
      )
    }
    func part(_ names: [String]) throws(ScriptError) -> (name: String, number: Int, lines: [String]) {
      let found = parts.filter { part in
        names.contains { part.name == $0 || part.name.hasPrefix($0 + " ") && names.count == 1 }
      }
      guard let first = found.first else {
        throw mistake(lines.count, "The bundle has no part '== \(names[0])'.", "Get the whole file again.")
      }
      guard found.count == 1 else {
        throw mistake(found[1].number, "The part '== \(names[0])' is there twice.", "Take one out.")
      }
      return first
    }
    let known = ["catalog", "script", Journal.exact.rawValue, Journal.byRealClock.rawValue]
    if let odd = parts.first(where: { part in
      !known.contains(part.name) && !part.name.hasPrefix("catalog ")
    }) {
      throw mistake(
        odd.number, "There is no part '\(odd.name.oneLine)'.",
        "The parts are catalog, script, journal and end.")
    }
    let catalog = try part(["catalog"])
    let script = try part(["script"])
    let journal = try part([Journal.exact.rawValue, Journal.byRealClock.rawValue])
    let name = catalog.name.dropFirst("catalog ".count)
    catalogName = name.isEmpty ? "catalog.json" : String(name)
    self.catalog = catalog.lines.map { $0 + "\n" }.joined()
    self.script = script.lines.map { $0 + "\n" }.joined()
    kind = Journal(rawValue: journal.name) ?? .exact
    var entries: [JournalEntry] = []
    for (index, line) in journal.lines.enumerated() {
      guard let entry = JournalLines.entry(line) else {
        throw mistake(
          journal.number + 1 + index, "This is no entry of a journal.",
          "One is an object with id, time and event, as 'storefront events --json' prints it.")
      }
      entries.append(entry)
    }
    self.journal = entries
    catalogLine = catalog.number + 1
    scriptLine = script.number + 1
    journalLine = journal.number + 1
  }
}
