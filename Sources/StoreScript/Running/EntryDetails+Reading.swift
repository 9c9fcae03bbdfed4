import Purchasing
import StoreModel

/// What patterns can ask of events and calls, and how a failed expectation shows them: as the pattern to write.
extension EntryDetails {
  public init(_ event: Event) {
    self.init(name: event.name, details: Self.details(event))
  }

  package init(_ call: PurchaseCall) {
    self.init(name: call.name, details: Self.details(call))
  }

  /// `purchased(product=coins,quantity=2)`: the pattern that this entry matches, without what is never in doubt.
  public var pattern: String {
    let shown = ["name", "product", "quantity", "state", "error", "count", "from", "to", "value"]
    let inside = shown.compactMap { key -> String? in
      guard let value = details[key], key != "quantity" || value != "1" else { return nil }
      // What the name says already.
      if key == "state", value == name { return nil }
      return key == "name" ? value : "\(key)=\(value)"
    }
    return inside.isEmpty ? name : "\(name)(\(inside.joined(separator: ",")))"
  }

  private static func details(_ event: Event) -> [String: String] {
    switch event {
    case .command(let command): details(command).merging(["name": command.name]) { $1 }
    case .purchasing(let transaction), .purchased(let transaction), .failed(let transaction),
      .restored(let transaction), .redelivered(let transaction), .deferred(let transaction),
      .revoked(let transaction), .revocationReversed(let transaction):
      details(transaction)
    case .upgraded(let id, let by): ["transaction": "\(id)", "by": "\(by)"]
    case .restoreStarted: [:]
    case .restoreFinished(let count): ["count": "\(count)"]
    case .restoreFailed(let error): ["error": error.reason.rawValue]
    case .contentDelivered(let id, let product, let quantity):
      ["transaction": "\(id)", "product": product.rawValue, "quantity": "\(quantity)"]
    case .finished(let id, let product): ["transaction": "\(id)", "product": product.rawValue]
    case .download(let download): details(download)
    case .contentDeleted(let product): ["product": product.rawValue]
    case .storefrontChanged(let from, let to): ["from": from.rawValue, "to": to.rawValue]
    case .accountChanged(let from, let to): ["from": from.rawValue, "to": to.rawValue]
    case .signedIn(let account), .signedOut(let account): ["account": account.rawValue]
    case .paymentsAllowed(let allowed): ["value": allowed ? "allowed" : "refused"]
    case .networkChanged(let state): ["value": state.rawValue]
    case .receiptsChanged(let condition): ["value": condition.rawValue]
    case .receiptRefreshed(let count): ["count": "\(count)"]
    case .receiptRefreshFailed(let error), .receiptRejected(let error): ["error": error.reason.rawValue]
    case .refundDeclined(let id, let product), .deleted(let id, let product):
      ["transaction": "\(id)", "product": product.rawValue]
    case .refundFailed(let id, let product, let error), .restoreItemFailed(let id, let product, let error):
      ["transaction": "\(id)", "product": product.rawValue, "error": error.reason.rawValue]
    case .historyCleared(let account, let count): ["account": account.rawValue, "count": "\(count)"]
    case .roleChanged(let account, let role): ["account": account.rawValue, "value": role.rawValue]
    case .intent(let payment): details(payment)
    case .conditionSet(let condition), .conditionCleared(let condition): details(condition)
    case .conditionMet(let condition, let item): details(condition).merging(details(item)) { $1 }
    case .held(let stage, let item), .released(let stage, let item), .abandoned(let stage, let item):
      details(item).merging(["stage": stage.rawValue]) { $1 }
    case .restoreSkipped(let omission):
      [
        "product": omission.product.rawValue, "quantity": "\(omission.quantity)",
        "value": omission.reason.rawValue,
      ]
    }
  }

  private static func details(_ payment: Payment) -> [String: String] {
    [
      "product": payment.productID.rawValue, "quantity": "\(payment.quantity)",
      "offer": payment.offerID ?? "", "user": payment.user,
    ]
  }

  private static func details(_ condition: StoreCondition) -> [String: String] {
    var details = ["stage": condition.stage.rawValue, "value": condition.effect.rawValue]
    details["failure"] = condition.failure?.rawValue
    details["product"] = condition.product?.rawValue
    details["account"] = condition.account?.rawValue
    return details
  }

  private static func details(_ item: StageItem) -> [String: String] {
    var details: [String: String] = [:]
    details["transaction"] = item.transaction?.description
    details["product"] = item.product?.rawValue
    details["account"] = item.account?.rawValue
    return details
  }

  private static func details(_ command: Command) -> [String: String] {
    switch command {
    case .buy(let payment), .store(.intent(let payment)), .store(.create(let payment, _)): details(payment)
    case .confirm(let id), .cancel(let id), .finish(let id): ["transaction": "\(id)"]
    case .restore: [:]
    case .download(let product, let action): ["product": product.rawValue, "value": action.rawValue]
    case .storefront(let id): ["storefront": id.rawValue]
    case .account(let id): ["account": id.rawValue]
    case .payments(let allowed): ["value": allowed ? "allowed" : "refused"]
    case .network(let state): ["value": state.rawValue]
    case .receipts(let condition): ["value": condition.rawValue]
    case .refreshReceipt, .signIn, .signOut, .declineSignIn: [:]
    case .setCondition(let condition): details(condition)
    case .clearConditions(let stage): stage.map { ["stage": $0.rawValue] } ?? [:]
    case .release(let stage, let id):
      ["stage": stage.rawValue].merging(id.map { ["transaction": "\($0)"] } ?? [:]) { $1 }
    case .store(.redeem(let product, let offer)): ["product": product.rawValue, "offer": offer]
    case .store(.clearHistory(let account)): ["account": account.rawValue]
    case .store(.role(let account, let role)): ["account": account.rawValue, "value": role.rawValue]
    case .store(.refund(let id, let refund)): ["transaction": "\(id)", "value": refund.rawValue]
    case .store(.approve(let id)), .store(.decline(let id)), .store(.resolve(let id)),
      .store(.reverse(let id)), .store(.revoke(let id)), .store(.delete(let id)),
      .store(.redeliver(let id)):
      ["transaction": "\(id)"]
    }
  }

  private static func details(_ transaction: Transaction) -> [String: String] {
    var details = [
      "transaction": "\(transaction.id)", "product": transaction.productID.rawValue,
      "quantity": "\(transaction.payment.quantity)", "state": "\(transaction.state)",
      "account": transaction.account.rawValue, "storefront": transaction.storefront.rawValue,
      "user": transaction.payment.user,
    ]
    details["offer"] = transaction.offerID
    details["price"] = transaction.price?.plainAmount
    details["original"] = transaction.original.map { "\($0.id)" }
    details["error"] = transaction.error?.reason.rawValue
    return details
  }

  private static func details(_ download: Download) -> [String: String] {
    ["product": download.productID.rawValue, "state": "\(download.state)"]
  }

  private static func details(_ call: PurchaseCall) -> [String: String] {
    switch call {
    case .callback(let update):
      switch update {
      case .updatedTransactions(let transactions), .removedTransactions(let transactions):
        transactions.last.map(details) ?? [:]
      case .restoreFailed(let error): ["error": error.reason.rawValue]
      case .updatedDownloads(let downloads): downloads.last.map(details) ?? [:]
      case .storefrontChanged(let id): ["to": id.rawValue]
      case .revokedEntitlements(let products): products.last.map { ["product": $0.rawValue] } ?? [:]
      case .restoreFinished, .drained: [:]
      }
    case .handler(let action):
      switch action {
      case .addPayment(_, let payment):
        ["product": payment.productID.rawValue, "quantity": "\(payment.quantity)"]
      case .deliver(let transaction), .startDownload(let transaction): details(transaction)
      case .finish(let id): ["transaction": "\(id)"]
      case .validateReceipt(let ids), .refreshReceipt(let ids): ["count": "\(ids.count)"]
      case .reportRejection(_, let error): ["error": error.reason.rawValue]
      case .completeTransactions(let all):
        ["count": "\(all.count)"].merging(all.last.map { details($0.transaction) } ?? [:]) { $1 }
      case .startRestore, .answerPurchase, .answerRestore: [:]
      }
    }
  }
}

extension Payment {
  /// What the app calls its user, as a pattern writes it.
  fileprivate var user: String { applicationUsername.isEmpty ? "none" : applicationUsername }
}
