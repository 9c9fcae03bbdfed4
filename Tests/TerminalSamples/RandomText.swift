/// Mixed text from a seed: every kind of character that has ever broken a column.
public struct RandomText {
  private var state: UInt64

  public init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  public mutating func number(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % limit
  }

  public static let pieces = [
    "a", "Pro", " ", "  ", "9.99", "€", "\u{a0}", "\u{202f}", "é", "e\u{301}", "o\u{302}\u{323}", "日",
    "限定版", "カード", "ｱ", "Ａ", "한", "\u{1112}\u{1161}\u{11ab}", "ไทย", "น้ำ", "हिन्दी", "العربية", "שלום",
    "👍", "👍🏽", "👨‍👩‍👧", "❤️", "1️⃣", "🇯🇵", "🏳️‍🌈", "🫨", "⚠️", "\u{301}", "\u{200d}", "\u{200b}", "\u{feff}", "\u{ad}",
    "\u{202e}", "\u{2066}", "\u{200f}", "\u{1b}[2J", "\u{1b}]52;c;x\u{7}", "\u{9b}31m", "\n", "\r\n", "\t",
    "\u{0}",
    "\u{7f}", "\u{2028}", "\u{e000}", "\u{fffe}", "\u{10ffff}", "\u{1f3fd}", "\u{20e3}", "…", "│", "─", "✓",
    "https://a.b/c-d",
    "auto-renewing", "。", "「", "\u{e0067}", "\u{0600}", "q\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}",
  ]

  public mutating func text(pieces count: Int) -> String {
    (0..<count).map { _ in Self.pieces[number(below: Self.pieces.count)] }.joined()
  }
}
