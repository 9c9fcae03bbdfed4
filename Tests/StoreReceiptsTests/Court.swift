import Foundation
import StoreCrypto
import StoreModel
import Testing

@testable import StoreReceipts

/// Whether the verifiers of others are installed.
enum Judges {
  static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardized.path
  static let python = package + "/.build/conformance/bin/python"

  static let areThere: Bool = {
    if FileManager.default.fileExists(atPath: package + "/.build/conformance/installed.txt") { return true }
    print(
      "NOTICE: receipts and tokens are NOT tested against other people's verifiers; 'make test' installs them"
    )
    return false
  }()
}

/// A folder with checks, all of them judged by one process: loading the judges takes longer than judging.
final class Court {
  /// What is asked together.
  enum Case: String, CaseIterable {
    case tokens, fields, damagedTokens, receipts, utility, endpoint, offers

    fileprivate func ask(_ court: Court) throws {
      switch self {
      case .tokens: try Conformance.askAboutTokens(court)
      case .fields: try Conformance.askAboutFields(court)
      case .damagedTokens: try Conformance.askAboutDamagedTokens(court)
      case .receipts: try Conformance.askAboutReceipts(court)
      case .utility: try Conformance.askForTransaction(court)
      case .endpoint: try Conformance.askEndpoint(court)
      case .offers: try Conformance.askForOffers(court)
      }
    }
  }

  struct Finding: Decodable, Sendable {
    let name: String
    let found: String
  }

  private static let session = Result { try Court().judge() }

  /// What was found in a case, in the order of asking.
  static func findings(_ case: Case) throws -> [Finding] {
    try session.get().findings.filter { $0.name.hasPrefix("\(`case`) ") }
  }

  /// How many checks of a case were judged, each as expected.
  static func decide(_ case: Case) throws -> Int {
    let expected = try session.get().expected
    let findings = try findings(`case`)
    for finding in findings { #expect(finding.found == expected[finding.name], "\(finding.name)") }
    return findings.count
  }

  let path = FileManager.default.temporaryDirectory.appending(path: "storefront-court-\(UUID())").path
  private var current = Case.tokens
  private var checks: [[String: Any]] = []
  private var expected: [String: String] = [:]

  private init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    _ = try Sample.keys.exportRoots(to: path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func ask(
    _ judge: String, _ environment: AppStoreEnvironment, _ input: String, expecting status: String? = nil,
    name: String = "", root: Certificate? = nil, fields: [String]? = nil
  ) throws {
    var file = "token-root.der"
    if let root {
      file = "root-\(checks.count).crt"
      try Data(try root.der()).write(to: URL(filePath: path + "/" + file))
    }
    var check: [String: Any] = [
      "judge": judge, "environment": environment.rawValue, "input": input, "root": file,
      "bundle": Sample.bundleID, "app": 41234, "now": Sample.now.milliseconds,
    ]
    check["fields"] = fields
    let asked = add(check, name: name)
    expected[asked] = status
  }

  /// The name that the check is found by.
  @discardableResult
  func add(_ check: [String: Any], name: String = "") -> String {
    let asked = "\(current) \(checks.count) \(name)"
    checks.append(check.merging(["name": asked]) { $1 })
    return asked
  }

  private func judge() throws -> (findings: [Finding], expected: [String: String]) {
    for next in Case.allCases {
      current = next
      try next.ask(self)
    }
    try JSONSerialization.data(withJSONObject: checks).write(to: URL(filePath: path + "/checks.json"))
    let output = try run(Judges.python, Judges.package + "/Tests/Conformance/judge.py", path)
    let lines = output.split(separator: "\n")
    return (try lines.map { try JSONDecoder().decode(Finding.self, from: Data($0.utf8)) }, expected)
  }

  private func run(_ program: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(program) ended with \(process.terminationStatus)")
    return String(decoding: bytes, as: UTF8.self)
  }
}
