import JSONSyntax
import StoreModel

/// Reads periods; one that is wrong is reported with the period that was most likely meant.
enum PeriodText {
  /// Nil when the member is missing, silently, or wrong, with a finding that `what` is left out.
  static func read(
    _ fields: Fields, _ key: String, of what: String, severity: Finding.Severity = .error
  ) -> SubscriptionPeriod? {
    guard let value = fields[key] else { return nil }
    if let text = value.string, let period = SubscriptionPeriod(text) { return period }
    let near = value.string.flatMap(nearest)
    fields.log.add(
      severity, at: value,
      "the period \(value.string?.quoted ?? value.kind) is not known and the \(what) is left out",
      near.map { "Did you mean '\($0)'?" } ?? "Write P1W, P1M, P2M, P3M, P6M or P1Y.")
    return nil
  }

  /// `1 month`, `monthly`, `p1m` and `1M` all mean P1M.
  private static func nearest(_ text: String) -> SubscriptionPeriod? {
    let upper = text.uppercased()
    if let period = SubscriptionPeriod(upper) ?? SubscriptionPeriod("P" + upper) { return period }
    let words = text.lowercased()
    let count = Int(words.prefix(6).filter { ("0"..."9").contains($0) }) ?? 1
    guard (1...366).contains(count) else { return nil }
    let units: [(String, SubscriptionPeriod.Unit)] = [
      ("day", .day), ("dai", .day), ("week", .week), ("month", .month), ("year", .year), ("annual", .year),
    ]
    return units.first { words.contains($0.0) }.map { SubscriptionPeriod(count, $0.1) }
  }
}
