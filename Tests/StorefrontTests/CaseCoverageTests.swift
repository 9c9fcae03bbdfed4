import Foundation
import Testing

/// Every kind of bug that terminal programs are known for (K1-K20, X21-X37) has a test that names it, at the
/// level where it is cheapest and true.
struct CaseCoverageTests {
  /// What no test can be named after yet, and why.
  private static let reasons: [String: String] = [:]

  private static let owed = (1...20).map { "K\($0)" } + (21...37).map { "X\($0)" }

  @Test func `every case has a test or a reason, and no reason is out of date`() throws {
    let tests = try Self.testsByNumber()
    for number in Self.owed {
      let hasReason = Self.reasons[number] != nil
      #expect((tests[number] != nil) != hasReason, "\(number) needs a test or a reason, and not both.")
    }
    #expect(Self.reasons.keys.allSatisfy(Self.owed.contains))
  }

  /// The names of all tests of the package by the numbers in front of their colon.
  private static func testsByNumber() throws -> [String: [String]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    var tests: [String: [String]] = [:]
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: /func `([A-Z0-9, ]+): ([^`]+)`/)
      {
        for number in match.1.split(separator: ", ") {
          tests[String(number), default: []].append(String(match.2))
        }
      }
    }
    return tests
  }
}
