import Foundation
import Testing

/// Every rule and case has a test or a scenario that carries its number, or a reason; `Rules.md` says which.
struct RuleCoverageTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let page = folder.appending(path: "Rules.md")

  @Test func `every rule has a proof or a reason, and not both`() throws {
    let book = try RuleBook(tests: Self.folder.deletingLastPathComponent())
    for number in RuleBook.numbers {
      let isProved = book.proofs[number] != nil
      let hasReason = RuleReasons.inapplicable[number] != nil
      #expect(isProved != hasReason, "\(number) needs a test, a scenario or a reason, and not both.")
    }
    for number in EffectRows.numbers {
      let isMissing = EffectRows.missing[number] != nil
      let isProved = book.proofs[number] != nil
      #expect(isProved != isMissing, "\(number) needs a scenario or a reason, and not both.")
    }
    let known = Set(RuleBook.numbers + EffectRows.numbers)
    #expect(Set(book.proofs.keys).subtracting(known).isEmpty, "These numbers are no rules.")
    #expect(Set(RuleReasons.inapplicable.keys).subtracting(known).isEmpty)
    #expect(Set(RuleReasons.fixes.keys).subtracting(known).isEmpty)
  }

  @Test func `the page of rules says what the tests say`() throws {
    let text = try RuleBook(tests: Self.folder.deletingLastPathComponent()).text
    if ProcessInfo.processInfo.environment["RECORD_RULES"] != nil {
      try text.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    let page = try? String(contentsOf: Self.page, encoding: .utf8)
    // Neither is printed: they are long.
    let isCurrent = page == text
    #expect(isCurrent, "Renew it: RECORD_RULES=1 swift test --filter RuleCoverage")
  }
}
