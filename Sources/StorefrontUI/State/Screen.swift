/// The four screens, numbered by the keys that open them.
public enum Screen: Int, CaseIterable, Hashable, Sendable {
  case store = 1
  case library, transactions, activity

  public var title: String {
    switch self {
    case .store: "Store"
    case .library: "Library"
    case .transactions: "Transactions"
    case .activity: "Activity"
    }
  }

  /// The screen `step` tabs further, around the end.
  func moved(by step: Int) -> Screen {
    let count = Screen.allCases.count
    let index = ((rawValue - 1 + step) % count + count) % count
    return Screen.allCases[index]
  }
}

/// Which pane of a screen has the keys.
public enum Pane: Hashable, Sendable {
  case list
  /// The detail, the inspector. Below 80 columns it takes the whole screen.
  case detail
}
