/// The screens that a script can show and look at, in the order of their keys: the one list of their names.
public enum ScreenName: String, CaseIterable, Hashable, Sendable {
  case store, library, transactions, activity

  /// As a usage line lists them: `store|library|…`.
  public static let choice = allCases.map(\.rawValue).joined(separator: "|")
}
