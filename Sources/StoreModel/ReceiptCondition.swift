/// When the store's receipts reach this device.
public enum ReceiptCondition: String, Hashable, Sendable, Codable, CaseIterable {
  /// Before what they hold is delivered (R25).
  case normal
  /// Not with a purchase; a refresh brings them (C15).
  case late
  /// Not at all; a refresh brings none either (R158).
  case missing
}
