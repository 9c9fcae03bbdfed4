import StoreModel

/// Sizes, speeds and times left, as the screen writes them.
enum Measures {
  /// `812 bytes`, `25.6 MB`; thousands, as storage is sold.
  static func bytes(_ count: Int64) -> String {
    if abs(count) < 1000 { return count == 1 ? "1 byte" : "\(count) bytes" }
    let units = ["kB", "MB", "GB", "TB", "PB"]
    var divisor = 1000.0
    var unit = 0
    // 999,950 would round to "1000.0 kB".
    while Double(count) / divisor >= 999.95, unit + 1 < units.count {
      divisor *= 1000
      unit += 1
    }
    return "\(oneDecimal(Double(count) / divisor)) \(units[unit])"
  }

  /// `12.3 of 25.6 MB`; both in full where the units differ.
  static func progress(_ done: Int64, of total: Int64) -> String {
    let whole = bytes(total)
    let part = bytes(min(max(done, 0), max(total, 0)))
    guard let unit = whole.split(separator: " ").last, part.hasSuffix(" \(unit)") else {
      return "\(part) of \(whole)"
    }
    return "\(part.dropLast(unit.count + 1)) of \(whole)"
  }

  /// `2.1 MB/s`; unknown is said to be unknown (X29).
  static func speed(_ download: Download) -> String {
    guard download.state == .active, let rate = download.bytesPerSecond else { return "speed unknown" }
    return "\(bytes(max(rate, 0)))/s"
  }

  /// `7 s left`, `1 min 5 s left`, `time left unknown`.
  static func timeLeft(_ download: Download) -> String {
    guard let seconds = download.secondsRemaining else { return "time left unknown" }
    return "\(duration(seconds)) left"
  }

  static func duration(_ seconds: Int64) -> String {
    switch seconds {
    case ..<60: "\(max(seconds, 0)) s"
    case ..<3600: seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
    default: "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }
  }

  /// Whole percent, rounded down so that 100 means done.
  static func percent(_ download: Download) -> Int { Int((download.progress * 100).rounded(.down)) }

  private static func oneDecimal(_ value: Double) -> String {
    let tenths = Int64((value * 10).rounded())
    return "\(tenths / 10).\(abs(tenths % 10))"
  }
}

/// `1 product`, `3 products`.
func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? one : many ?? one + "s")"
}
