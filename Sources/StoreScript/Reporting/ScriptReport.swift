import FoundationEssentials

/// The results of a run in the form that somebody reads: a person, a program, or a CI system.
public struct ScriptReport: Sendable {
  public enum Format: String, CaseIterable, Sendable {
    case text, json, junit, tap
  }

  /// One script's result and how long it took, by the machine's clock.
  public struct Item: Sendable {
    public let result: ScriptResult
    public let duration: Duration

    public init(_ result: ScriptResult, duration: Duration) {
      self.result = result
      self.duration = duration
    }
  }

  /// In the order in which the scripts were named.
  public let items: [Item]

  public init(_ items: [Item]) { self.items = items }

  public var failed: Int { items.count { !$0.result.isPassed } }
  var passed: Int { items.count - failed }

  /// The whole report, without a line end at its end.
  public func text(_ format: Format) throws -> String {
    switch format {
    case .text: plainText
    case .json: try json
    case .junit: junit
    case .tap: tap
    }
  }

  // MARK: - For people

  private var plainText: String {
    var lines: [String] = []
    for item in items {
      let result = item.result
      guard let failure = result.failure else {
        lines.append(
          "ok    \(result.name)  \(result.statements) \(result.statements == 1 ? "statement" : "statements")")
        continue
      }
      lines.append("FAIL  \(result.name)")
      lines += Self.lines(of: failure).map { "  " + $0 }
    }
    lines.append(
      "\(items.count) \(items.count == 1 ? "script" : "scripts"): \(passed) passed, \(failed) failed.")
    return lines.joined(separator: "\n")
  }

  /// What was wanted, what was found, and the events since the last command; safe on any terminal.
  public static func lines(of failure: ScriptFailure) -> [String] {
    var lines = [
      "\(failure.place)", "  wanted  \(failure.wanted)", "  found   \(failure.found)",
    ]
    if failure.events.isEmpty {
      lines.append("  No event came since the last command.")
    } else {
      lines.append("  Events since the last command:")
      lines += failure.events.map { "    \($0)" }
    }
    return lines.map(\.oneLine)
  }

  // MARK: - For programs

  private struct Document: Encodable {
    let scripts: [Script]
    let passed: Int
    let failed: Int
  }

  private struct Script: Encodable {
    let name: String
    let passed: Bool
    let statements: Int
    let done: Int
    let seconds: Double
    let failure: Failure?
  }

  private struct Failure: Encodable {
    let file: String
    let line: Int
    let column: Int
    let statement: String
    let wanted: String
    let found: String
    let events: [String]
  }

  private var json: String {
    get throws {
      let scripts = items.map { item in
        Script(
          name: item.result.name, passed: item.result.isPassed, statements: item.result.statements,
          done: item.result.done, seconds: item.duration.seconds,
          failure: item.result.failure.map {
            Failure(
              file: $0.place.file, line: $0.place.line, column: $0.place.column, statement: $0.statement,
              wanted: $0.wanted, found: $0.found, events: $0.events)
          })
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(
        decoding: try encoder.encode(Document(scripts: scripts, passed: passed, failed: failed)),
        as: UTF8.self)
    }
  }
}

extension Duration {
  var seconds: Double { (self / .milliseconds(1)).rounded() / 1000 }
}

extension String {
  /// Without anything that could move the cursor or begin a new line.
  var oneLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { ScriptWord.isUnsafe($0) ? " " : $0 }))
  }
}
