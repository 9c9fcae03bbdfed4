/// A length of time as scripts write it: `500ms`, `5s`, `90m`, `36h`, `7d`, `2w`, `1d12h`.
public enum DurationText {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("w", 604_800_000), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]
  /// A hundred years; more would leave the calendar.
  static let limit: Int64 = 100 * 366 * 86_400_000

  /// The time in milliseconds; nil for anything that is none.
  static func milliseconds(_ text: String) -> Int64? {
    var rest = Substring(text)
    var total: Int64 = 0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard digits.count <= 12, let number = Int64(digits),
        let unit = units.first(where: { $0.name == name })
      else { return nil }
      let (amount, overflow) = number.multipliedReportingOverflow(by: unit.milliseconds)
      guard !overflow, amount <= limit else { return nil }
      total += amount
      guard total <= limit else { return nil }
    }
    return total
  }

  public static func text(_ milliseconds: Int64) -> String {
    var rest = milliseconds
    var text = ""
    for unit in units where rest >= unit.milliseconds {
      text += "\(rest / unit.milliseconds)\(unit.name)"
      rest %= unit.milliseconds
    }
    return text.isEmpty ? "0s" : text
  }
}
