import StoreModel
import StoreScript

// What is done at the store, and what is set to go wrong, in plain words.
extension EventWords {
  /// Nil for what is told elsewhere.
  func labSentence(_ event: Event) -> String? {
    switch event {
    case .deferred(let transaction):
      "\(title(transaction)) waits for an approval (Ask to Buy). Nothing was charged."
    case .revoked(let transaction): revocation(transaction)
    case .revocationReversed(let transaction): "\(title(transaction)) is back: the refund was taken back."
    case .refundDeclined(_, let product): "No refund for \(texts.name(of: product))."
    case .refundFailed(_, let product, let error):
      "The refund of \(texts.name(of: product)) failed. \(error.errorDescription ?? "")"
    case .deleted(let id, let product): "Transaction \(id) of \(texts.name(of: product)) was deleted."
    case .historyCleared(let account, let count):
      "The history of \(account) was cleared: \(counted(count, "transaction"))."
    case .roleChanged(let account, .child): "\(account) is a child now and asks before buying."
    case .roleChanged(let account, .organizer): "\(account) organizes the family now."
    case .roleChanged(let account, .adult): "\(account) is an adult now."
    case .intent(let payment): "The customer chose \(texts.name(of: payment.productID)) on the App Store."
    case .conditionSet(let condition): "Set: \(condition.words(texts))."
    case .conditionCleared(let condition) where condition.isSpent:
      "Over: \(condition.words(texts)); it hit \(counted(condition.hits, "time"))."
    case .conditionCleared(let condition): "Cleared: \(condition.words(texts))."
    case .conditionMet(let condition, let item):
      "\(name(item, at: condition.stage)) met a condition: \(condition.words(texts))."
    case .held(let stage, let item): "\(name(item, at: stage)) is held at \(stage.words)."
    case .released(let stage, let item): "\(name(item, at: stage)) was released from \(stage.words)."
    case .restoreItemFailed(_, let product, let error):
      "\(texts.name(of: product)) was left out of the restore. \(error.errorDescription ?? "")"
    case .restoreSkipped(let omission):
      "\(omission.quantity > 1 ? "\(omission.quantity) \u{D7} " : "")\(texts.name(of: omission.product)): "
        + "\(omission.reason.clause)."
    case .abandoned(let stage, let item):
      "\(name(item, at: stage)) still waited at \(stage.words) when the app ended."
    default: nil
    }
  }

  func labSentence(_ command: Command) -> String? {
    switch command {
    case .setCondition(let condition): "You set: \(condition.words(texts))."
    case .clearConditions(nil): "You cleared every condition."
    case .clearConditions(let stage?): "You cleared the conditions of \(stage.words)."
    case .release(let stage, nil): "You released what was held at \(stage.words)."
    case .release(let stage, let id?): "You released \(name(id)) from \(stage.words)."
    case .store(let action): sentence(action)
    default: nil
    }
  }

  private func sentence(_ action: StoreAction) -> String {
    switch action {
    case .approve(let id): "The organizer approved \(name(id))."
    case .decline(let id): "The organizer declined \(name(id))."
    case .resolve(let id): "The customer settled what interrupted \(name(id))."
    case .refund(let id, _): "The customer asked for a refund of \(name(id))."
    case .reverse(let id): "The refund of \(name(id)) is taken back."
    case .revoke(let id): "The family stopped sharing \(name(id))."
    case .delete(let id): "You deleted transaction \(id)."
    case .redeliver(let id): "You had \(name(id)) delivered again."
    case .create(let payment, nil): "\(texts.name(of: payment.productID)) is bought on another device."
    case .create(let payment, let date?):
      "\(texts.name(of: payment.productID)) is bought on another device, on \(clock.day(date))."
    case .intent(let payment): "The customer opens \(texts.name(of: payment.productID)) on the App Store."
    case .redeem(let product, let offer): "The customer redeems \(offer) for \(texts.name(of: product))."
    case .clearHistory(let account): "You cleared the history of \(account)."
    case .role(let account, let role): "You made \(account) \(role.words)."
    }
  }

  private func revocation(_ transaction: Transaction) -> String {
    switch transaction.revocation?.kind {
    case .family: "\(title(transaction)) is not shared any more."
    case .prorated:
      "\(title(transaction)) was refunded in part: \(transaction.revocation?.percentage ?? 0) % of its price."
    case .refund, nil: "\(title(transaction)) was refunded."
    }
  }

  private func name(_ item: StageItem, at stage: StoreStage) -> String {
    item.product.map { texts.name(of: $0) } ?? stage.request
  }
}

extension AccountRole {
  var words: String {
    switch self {
    case .adult: "an adult"
    case .child: "a child, who asks before buying"
    case .organizer: "the family's organizer"
    }
  }
}

extension RestoreOmission.Reason {
  /// Behind a product's name, in the summary of a restore.
  var words: String {
    switch self {
    case .consumable: "used up"
    case .nonRenewing: "the app keeps it"
    case .revoked: "taken back"
    }
  }

  /// Why a restore does not bring it.
  var clause: String {
    switch self {
    case .consumable: "not restored, a consumable is used up"
    case .nonRenewing: "not restored, the app keeps subscriptions that do not renew"
    case .revoked: "not restored, the store took it back"
    }
  }
}

extension StoreStage {
  /// The stage as a thing, for a sentence.
  var words: String {
    switch self {
    case .products: "the products request"
    case .sheet: "the purchase sheet"
    case .purchase: "the charge"
    case .delivery: "the delivery"
    case .username: "the app's name for its user"
    case .verification: "the check of the receipt"
    case .content: "the download's start"
    case .finish: "the finish"
    case .restore: "the restore"
    case .restoreItem: "an item of a restore"
    case .restoreEnd: "the restore's end"
    case .receipt: "the receipt's refresh"
    case .refund: "a refund"
    case .offerCode: "an offer code"
    case .status: "the account's status"
    case .appTransaction: "the app transaction"
    }
  }

  /// What comes to the stage when it is about no product.
  fileprivate var request: String {
    switch self {
    case .products: "The products request"
    case .restore, .restoreEnd, .restoreItem: "The restore"
    case .receipt: "The receipt"
    case .status: "The status request"
    case .appTransaction: "The app transaction"
    default: "A request"
    }
  }
}

extension StoreCondition {
  /// What happens where, to whom and how often: a clause without a full stop.
  func words(_ texts: ProductTexts) -> String {
    var words: String =
      switch effect {
      case .fail: "\(stage.words) fails with \(failure?.rawValue ?? "unknown")"
      case .delay: "\(stage.words) takes \(DurationText.text(milliseconds ?? 0))"
      case .hold: "\(stage.words) is held"
      case .drop: "\(stage.words) gets lost"
      case .duplicate: "\(stage.words) comes twice"
      case .askToBuy: "purchases wait for an approval"
      case .interrupt: "purchases are interrupted"
      }
    if let product { words += ", for \(texts.name(of: product))" }
    if let account { words += ", for \(account)" }
    if let times { words += times == 1 ? ", once" : ", \(times) times" }
    if let every { words += every == 1 ? "" : ", each \(every) times" }
    if let chance { words += ", in \(chance) of 100 cases" }
    return words
  }
}
