import Foundation
import TerminalTesting
import Testing

/// A home and a working folder of the test's own, gone when the value is: no run touches the user's ledger.
final class Home {
  let path: String
  /// Where the ledger is when no option says so.
  var ledger: String { path + "/storefront/ledger.sqlite" }
  var contentFolder: String { ledger + "-content" }

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("storefront-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // A folder that a test made read-only would stay.
    chmod(path, 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  var environment: [String: String] {
    [
      "HOME": path, "XDG_STATE_HOME": path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
      "SWIFT_BACKTRACE": "enable=no", "STOREFRONT_WELCOME": "off",
    ]
  }

  func start(_ arguments: String..., environment more: [String: String] = [:]) throws -> RunningProgram {
    try start(arguments, environment: more)
  }

  func start(
    _ arguments: [String], environment more: [String: String] = [:], input: String = "/dev/null"
  ) throws -> RunningProgram {
    try RunningProgram(
      try PseudoTerminal.builtProgram("storefront"), arguments, in: path,
      environment: environment.merging(more) { $1 }, input: input)
  }

  @discardableResult
  func run(_ arguments: String..., environment more: [String: String] = [:]) throws -> Run {
    try start(arguments, environment: more).waitForEnd()
  }

  /// Runs what must end with `code`; the report of a failure shows everything that was written.
  @discardableResult
  func expect(
    _ code: Int32, _ arguments: String..., environment more: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Run {
    let run = try start(arguments, environment: more).waitForEnd()
    if run.code != code {
      Issue.record(
        "storefront \(arguments.joined(separator: " ")) should end with \(code); it \(run)",
        sourceLocation: sourceLocation)
    }
    return run
  }

  func write(_ text: String, to name: String) throws -> String {
    let file = path + "/" + name
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    return file
  }

  func bytes(_ file: String) throws -> Data { try Data(contentsOf: URL(filePath: file)) }

  /// The names of the journal's events, oldest first.
  func eventNames() throws -> [String] {
    try expect(0, "events", "--json").objects().compactMap { $0["name"] as? String }
  }
}

/// Every test here runs the real program, so that they take turns.
@Suite(.serialized) struct ProgramTests {}
