import Foundation
import Testing

/// Every rule and case that this part owes has a test whose name begins with its number, or a reason here.
struct RuleCoverageTests {
  /// Rules that no test can be named after yet, and why.
  private static let reasons: [String: String] = [
    "R14": "There is no default queue yet: an app makes its own, and its owner decides how long it lives.",
    "R28": "A products request is one async call here: the caller waits for it and cannot drop it.",
    "R29": "A products request is one async call here: it returns or throws, once.",
    "R30": "The store answers it; its own tests prove it.",
    "R126":
      "The catalogue's own tests prove it: absent, unreadable, undecodable and partly wrong files each say why.",
    "R127": "There is no list of records: the ledger keeps every transaction whole.",
    "R128": "There is no list of records: ids in the ledger are unique.",
    "R130": "The app's own list is kept: R121 to R125.",
    "R159": "A verdict is the answer of an async call: it arrives where it was awaited.",
    "R160": "StoreReceipts makes the request; its tests prove it.",
    "R162": "StoreReceipts reads the status; its tests prove it.",
    "R163": "StoreReceipts reads the body; its tests prove it.",
    "R167": "A failure is told as what it is: R48, R49 and C10.",
    "R168": "A cancelled purchase is an answer of its own: R48 and C10.",
    "R169": "The screen asks the store anew whenever the network returns.",
    "R170": "A restore goes through the queue: R60; a refresh is a command of its own.",
    "R171": "Every call waits for its own answer: R44.",
    "R57": "There is no 'restored' among the answers to a purchase: the types exclude it.",
  ]

  private static let owed =
    (1...71).map { "R\($0)" } + (121...130).map { "R\($0)" } + (146...150).map { "R\($0)" }
    + (156...171).map { "R\($0)" } + ["R195", "R197"] + (1...15).map { "C\($0)" } + ["C17"]

  @Test func `every rule has a test or a reason, and no reason is out of date`() throws {
    let tested = try Self.numbersInTestNames()
    for rule in Self.owed {
      let hasReason = Self.reasons[rule] != nil
      #expect(tested.contains(rule) != hasReason, "\(rule) needs a test or a reason, and not both.")
    }
    #expect(Self.reasons.keys.allSatisfy(Self.owed.contains))
  }

  /// The numbers in front of the colon in this target's test names.
  private static func numbersInTestNames() throws -> Set<String> {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    var numbers: Set<String> = []
    for file in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /func `([RCK0-9, ]+):/) {
        numbers.formUnion(match.1.split(separator: ", ").map(String.init))
      }
    }
    return numbers
  }
}
