import StoreModel

/// Something that passed between the payment queue and the app, in the order in which it happened: a callback of the
/// queue, or what the handler did about it.
package enum PurchaseCall: Hashable, Sendable {
  case callback(QueueUpdate)
  case handler(HandlerAction)

  /// The call's name, as `expect calls` writes it.
  package var name: String {
    switch self {
    case .callback(let update): update.name
    case .handler(let action): action.name
    }
  }

  /// Every name that there is.
  package static let names = [
    "updatedTransactions", "removedTransactions", "restoreFinished", "restoreFailed", "updatedDownloads",
    "storefrontChanged", "revokedEntitlements", "drained", "addPayment", "startRestore", "validateReceipt",
    "refreshReceipt",
    "reportRejection", "deliver", "startDownload", "finish",
    "answerPurchase", "answerRestore", "completeTransactions",
  ]
}

extension QueueUpdate {
  fileprivate var name: String {
    switch self {
    case .updatedTransactions: "updatedTransactions"
    case .removedTransactions: "removedTransactions"
    case .restoreFinished: "restoreFinished"
    case .restoreFailed: "restoreFailed"
    case .updatedDownloads: "updatedDownloads"
    case .storefrontChanged: "storefrontChanged"
    case .revokedEntitlements: "revokedEntitlements"
    case .drained: "drained"
    }
  }
}

extension HandlerAction {
  fileprivate var name: String {
    switch self {
    case .addPayment: "addPayment"
    case .startRestore: "startRestore"
    case .validateReceipt: "validateReceipt"
    case .refreshReceipt: "refreshReceipt"
    case .reportRejection: "reportRejection"
    case .deliver: "deliver"
    case .startDownload: "startDownload"
    case .finish: "finish"
    case .answerPurchase: "answerPurchase"
    case .answerRestore: "answerRestore"
    case .completeTransactions: "completeTransactions"
    }
  }
}
