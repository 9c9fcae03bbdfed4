import JSONSyntax

/// Makes random documents, the same ones for the same seed.
struct DocumentGenerator {
  let dialect: JSONDialect
  private var random: SeededRandom

  init(dialect: JSONDialect, seed: UInt64) {
    self.dialect = dialect
    random = SeededRandom(seed: seed)
  }

  mutating func document(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return pick(["true", "false", "null"])
    case 1, 2: return number()
    case 3, 4: return text("")
    case 5: return "[" + space() + items(depth) { $0.document(depth: $1) } + "]"
    default:
      // Keys differ: Foundation neither checks nor keeps the later values of a doubled one.
      var count = 0
      return "{"
        + items(depth) { generator, depth in
          count += 1
          let key = generator.key(count)
          return key + generator.space() + ":" + generator.space() + generator.document(depth: depth)
        } + space() + "}"
    }
  }

  /// One or two bytes of `bytes` changed, put in or taken out.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Array("{}[]:,\"\\'/*0123456789.eE+-xtrufalsn \nNI_$".utf8)
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = pick(alphabet)
      case 1: bytes.insert(pick(alphabet), at: place)
      default: if bytes.count > 1 { bytes.remove(at: place) }
      }
    }
    return bytes
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func items(
    _ depth: Int, _ item: (inout DocumentGenerator, Int) -> String
  ) -> String {
    let count = Int.random(in: 0...4, using: &random)
    var text = ""
    for index in 0..<count { text += (index == 0 ? "" : "," + space()) + item(&self, depth - 1) + space() }
    return text + (dialect == .json5 && count > 0 ? pick(["", ","]) : "")
  }

  private mutating func space() -> String {
    let plain = ["", " ", "\n", "\t", "\r\n"]
    return pick(dialect == .strict ? plain : plain + ["/* a * b */", "// c\n"])
  }

  private mutating func number() -> String {
    let whole = Int.random(in: 0...1000, using: &random)
    // Foundation's JSON5 reader traps on long negative fractions, so JSON5 has only short ones here.
    if dialect == .json5 {
      return pick(["\(whole)", "\(whole).25", ".5", "5.", "+1", "-.25", "0x1F", "1.e2"])
    }
    return pick(["\(whole)", "-\(whole)", "\(Double.random(in: -10...10, using: &random))", "1.5e-7", "2E+3"])
  }

  private mutating func key(_ count: Int) -> String {
    dialect == .strict ? text("\(count)") : pick([text("\(count)"), "k\(count)", "$_é\(count)"])
  }

  private mutating func text(_ start: String) -> String {
    let pieces = [
      "a", "Z", "é", "日", "😀", "\\n", "\\\"", "\\u00e9", "\\ud83d\\ude00", "/", "\\/", " ", "{", "]",
    ]
    var text = start
    for _ in 0..<Int.random(in: 0...5, using: &random) { text += pick(pieces) }
    let quote = dialect == .strict ? "\"" : pick(["\"", "'"])
    return quote + text + quote
  }
}

/// The same numbers for the same seed (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
