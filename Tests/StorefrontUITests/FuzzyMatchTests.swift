import Testing

@testable import StorefrontUI

/// What letters with gaps between them find, and what they find first.
struct FuzzyMatchTests {
  private func best(_ typed: String, _ texts: String...) -> String? {
    texts.compactMap { text in FuzzyMatch(typed, in: text).map { (text, $0.score) } }.max { $0.1 < $1.1 }?.0
  }

  @Test func `letters must stand in order`() {
    #expect(FuzzyMatch("rsp", in: "Restore purchases") != nil)
    #expect(FuzzyMatch("psr", in: "Restore") == nil)
    #expect(FuzzyMatch("restorex", in: "Restore") == nil)
    #expect(FuzzyMatch("", in: "Restore") == nil)
    #expect(FuzzyMatch("  ", in: "Restore") == nil)
  }

  @Test func `letters begin words, stand in a row, or come later in the same word`() {
    #expect(FuzzyMatch("dwnl", in: "Download content") != nil)
    #expect(FuzzyMatch("nload", in: "Download content")?.cells == [3..<8])
    #expect(FuzzyMatch("tn", in: "toggleNetwork") != nil)
    // Letters that only happen to be there, here and there, find nothing.
    #expect(FuzzyMatch("rp", in: "Transport") == nil)
    #expect(FuzzyMatch("cd", in: "Back to the list, or the second") == nil)
    #expect(FuzzyMatch("nlc", in: "Download content") == nil)
    #expect(FuzzyMatch("dne", in: "Download content") == nil)
  }

  @Test func `a row of letters and beginnings of words go first`() {
    #expect(best("rp", "Transport", "Restore purchases") == "Restore purchases")
    #expect(best("down", "Details of the window now", "Half a page down") == "Half a page down")
    #expect(best("net", "Next match", "Network on or off") == "Network on or off")
    #expect(best("up", "Buy the selected product", "Up") == "Up")
    #expect(best("sh", "Finish", "Show help") == "Show help")
  }

  @Test func `row 15: case, accents and width make no difference`() {
    #expect(FuzzyMatch("OSTER", in: "Österreich") != nil)
    #expect(FuzzyMatch("ｒｅｓ", in: "Restore")?.cells == [0..<3])
    #expect(FuzzyMatch("restore", in: "Ｒｅｓtore")?.cells == [0..<10])
  }

  @Test func `what matched is told in cells, and the best of several places is taken`() {
    #expect(FuzzyMatch("rp", in: "Restore purchases")?.cells == [0..<1, 8..<9])
    #expect(FuzzyMatch("page", in: "A pale page")?.cells == [7..<11])
    #expect(FuzzyMatch("日b", in: "今日 buy")?.cells == [2..<4, 5..<6])
  }

  @Test func `long texts and long words take no time that one could see`() {
    let text = String(repeating: "ab ", count: 200)
    #expect(FuzzyMatch(String(repeating: "ab", count: 40), in: text) != nil)
    #expect(FuzzyMatch(String(repeating: "c", count: 80), in: text) == nil)
  }
}
