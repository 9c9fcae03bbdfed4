/// Who puts right-to-left text into the order in which it is seen.
public enum BidiMode: String, CaseIterable, Sendable {
  /// The canvas does, and joins Arabic letters. Right for nearly every terminal: most know no
  /// right-to-left text, and those that do are told to leave the order alone.
  case visual
  /// The terminal does. For one that reorders text and cannot be told not to.
  case logical
}
