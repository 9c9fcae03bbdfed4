import Foundation
import StoreDisclosures
import Testing

/// Compares a disclosure with the text file beside this test.
///
/// A missing file is written and the test fails, so that nobody takes it for proof;
/// `RECORD_SNAPSHOTS=1` writes them anew. Marks that cannot be seen are spelled out: `⟨⟩` isolates,
/// `~` non-breaking space, `<200F>` others.
func expectSnapshot(_ disclosure: Disclosure, named name: String) throws {
  let lines = disclosure.statements.map { statement in
    let rules = statement.rules.map(\.rawValue).joined(separator: " ")
    return "\(statement.id.rawValue) (\(statement.role.rawValue)) \(rules)\n  \(visible(statement.text))\n"
  }
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
  let file = folder.appending(path: name + ".txt")
  let text = lines.joined()
  let recording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"
  if let golden = try? String(contentsOf: file, encoding: .utf8), !recording {
    #expect(text == golden, "The disclosure differs from \(name).txt; RECORD_SNAPSHOTS=1 renews it.")
  } else {
    try text.write(to: file, atomically: true, encoding: .utf8)
    if !recording { Issue.record("\(name).txt was missing. It is recorded now: read it, then run again.") }
  }
}

private func visible(_ text: String) -> String {
  text.unicodeScalars.map { scalar in
    switch scalar.value {
    case 0x2068: "⟨"
    case 0x2069: "⟩"
    case 0xA0, 0x202F: "~"
    case _ where scalar.properties.generalCategory == .format:
      "<\(String(scalar.value, radix: 16).uppercased())>"
    default: String(scalar)
    }
  }.joined()
}
