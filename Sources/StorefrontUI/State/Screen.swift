import StoreScript

extension Screen {
  public var title: String {
    switch self {
    case .store: "Store"
    case .library: "Library"
    case .transactions: "Transactions"
    case .activity: "Activity"
    case .receipt: "Receipt"
    case .lab: "Lab"
    }
  }

  /// The number by which its key and its tab name it, from 1.
  public var number: Int { (Screen.allCases.firstIndex(of: self) ?? 0) + 1 }

  /// The command that shows it.
  var command: ShopCommand.ID {
    switch self {
    case .store: .showStore
    case .library: .showLibrary
    case .transactions: .showTransactions
    case .activity: .showActivity
    case .receipt: .showReceipt
    case .lab: .showLab
    }
  }

  /// Where its keys go.
  var context: ShopCommand.Context {
    switch self {
    case .store: .store
    case .library: .library
    case .transactions: .transactions
    case .activity: .activity
    case .receipt: .receipt
    case .lab: .lab
    }
  }

  /// The screen that a command shows.
  init?(showing command: ShopCommand.ID) {
    guard let screen = Screen.allCases.first(where: { $0.command == command }) else { return nil }
    self = screen
  }

  /// The screen `step` tabs further, around the end.
  func moved(by step: Int) -> Screen {
    let count = Screen.allCases.count
    return Screen.allCases[((number - 1 + step) % count + count) % count]
  }
}

/// Which pane of a screen has the keys.
public enum Pane: Hashable, Sendable {
  case list
  /// The detail, the inspector. Below 80 columns it takes the whole screen.
  case detail
}
