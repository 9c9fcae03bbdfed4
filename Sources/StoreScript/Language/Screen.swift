/// The screens of the app, in the order of their keys: the one list of them, for keys, tabs and scripts.
public enum Screen: String, CaseIterable, Hashable, Sendable {
  case store, library, transactions, activity, receipt, lab

  /// As a usage line lists them: `store|library|…`.
  public static let choice = allCases.map(\.rawValue).joined(separator: "|")
}
