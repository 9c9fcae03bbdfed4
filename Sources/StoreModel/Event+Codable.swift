/// JSON of an event: one key, the event's name, with what it is about: `{"purchased": {…}}`.
///
/// The journal is kept in this form, so it never changes for events that there are.
extension Event: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case command, purchasing, purchased, upgraded, failed, restored, restoreStarted, restoreFinished
    case restoreFailed, redelivered, contentDelivered, finished, download, contentDeleted, storefrontChanged
    case accountChanged, signedIn, signedOut, paymentsAllowed, networkChanged
    case receiptsChanged, receiptRefreshed, receiptRefreshFailed, receiptRejected
    case deferred, revoked, revocationReversed, refundDeclined, refundFailed, deleted, historyCleared
    case roleChanged, intent, conditionSet, conditionCleared, conditionMet, held, released, restoreItemFailed
    case restoreSkipped, abandoned
  }

  /// The name of every event that there is.
  public static let names = CodingKeys.allCases.map(\.rawValue)

  private struct Nothing: Codable {}

  private struct Upgrade: Codable {
    let transaction: TransactionID
    let by: TransactionID
  }

  private struct Count: Codable { let count: Int }

  private struct Purchases: Codable { let purchases: Int }

  private struct Delivery: Codable {
    let transaction: TransactionID
    let product: ProductID
    let quantity: Int
  }

  private struct Finish: Codable {
    let transaction: TransactionID
    let product: ProductID
  }

  private struct Failure: Codable {
    let transaction: TransactionID
    let product: ProductID
    let error: StoreError
  }

  private struct History: Codable {
    let account: AccountID
    let count: Int
  }

  private struct RoleChange: Codable {
    let account: AccountID
    let role: AccountRole
  }

  private struct Hit: Codable {
    let condition: StoreCondition
    let item: StageItem
  }

  private struct Stop: Codable {
    let stage: StoreStage
    let item: StageItem
  }

  private struct StorefrontChange: Codable {
    let from: Storefront.ID
    let to: Storefront.ID
  }

  private struct AccountChange: Codable {
    let from: AccountID
    let to: AccountID
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .command(let command): try object.encode(command, forKey: .command)
    case .purchasing(let transaction): try object.encode(transaction, forKey: .purchasing)
    case .purchased(let transaction): try object.encode(transaction, forKey: .purchased)
    case .upgraded(let id, let by): try object.encode(Upgrade(transaction: id, by: by), forKey: .upgraded)
    case .failed(let transaction): try object.encode(transaction, forKey: .failed)
    case .restored(let transaction): try object.encode(transaction, forKey: .restored)
    case .restoreStarted: try object.encode(Nothing(), forKey: .restoreStarted)
    case .restoreFinished(let count): try object.encode(Count(count: count), forKey: .restoreFinished)
    case .restoreFailed(let error): try object.encode(error, forKey: .restoreFailed)
    case .redelivered(let transaction): try object.encode(transaction, forKey: .redelivered)
    case .contentDelivered(let id, let product, let quantity):
      try object.encode(
        Delivery(transaction: id, product: product, quantity: quantity), forKey: .contentDelivered)
    case .finished(let id, let product):
      try object.encode(Finish(transaction: id, product: product), forKey: .finished)
    case .download(let download): try object.encode(download, forKey: .download)
    case .contentDeleted(let product): try object.encode(product, forKey: .contentDeleted)
    case .storefrontChanged(let from, let to):
      try object.encode(StorefrontChange(from: from, to: to), forKey: .storefrontChanged)
    case .accountChanged(let from, let to):
      try object.encode(AccountChange(from: from, to: to), forKey: .accountChanged)
    case .signedIn(let account): try object.encode(account, forKey: .signedIn)
    case .signedOut(let account): try object.encode(account, forKey: .signedOut)
    case .paymentsAllowed(let allowed): try object.encode(allowed, forKey: .paymentsAllowed)
    case .networkChanged(let state): try object.encode(state, forKey: .networkChanged)
    case .receiptsChanged(let condition): try object.encode(condition, forKey: .receiptsChanged)
    case .receiptRefreshed(let count):
      try object.encode(Purchases(purchases: count), forKey: .receiptRefreshed)
    case .receiptRefreshFailed(let error): try object.encode(error, forKey: .receiptRefreshFailed)
    case .receiptRejected(let error): try object.encode(error, forKey: .receiptRejected)
    case .deferred(let transaction): try object.encode(transaction, forKey: .deferred)
    case .revoked(let transaction): try object.encode(transaction, forKey: .revoked)
    case .revocationReversed(let transaction): try object.encode(transaction, forKey: .revocationReversed)
    case .refundDeclined(let id, let product):
      try object.encode(Finish(transaction: id, product: product), forKey: .refundDeclined)
    case .refundFailed(let id, let product, let error):
      try object.encode(Failure(transaction: id, product: product, error: error), forKey: .refundFailed)
    case .deleted(let id, let product):
      try object.encode(Finish(transaction: id, product: product), forKey: .deleted)
    case .historyCleared(let account, let count):
      try object.encode(History(account: account, count: count), forKey: .historyCleared)
    case .roleChanged(let account, let role):
      try object.encode(RoleChange(account: account, role: role), forKey: .roleChanged)
    case .intent(let payment): try object.encode(payment, forKey: .intent)
    case .conditionSet(let condition): try object.encode(condition, forKey: .conditionSet)
    case .conditionCleared(let condition): try object.encode(condition, forKey: .conditionCleared)
    case .conditionMet(let condition, let item):
      try object.encode(Hit(condition: condition, item: item), forKey: .conditionMet)
    case .held(let stage, let item): try object.encode(Stop(stage: stage, item: item), forKey: .held)
    case .released(let stage, let item): try object.encode(Stop(stage: stage, item: item), forKey: .released)
    case .restoreItemFailed(let id, let product, let error):
      try object.encode(Failure(transaction: id, product: product, error: error), forKey: .restoreItemFailed)
    case .restoreSkipped(let omission): try object.encode(omission, forKey: .restoreSkipped)
    case .abandoned(let stage, let item):
      try object.encode(Stop(stage: stage, item: item), forKey: .abandoned)
    }
  }

  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = object.allKeys.first, object.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "An event has one key, its name."))
    }
    func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      try object.decode(type, forKey: key)
    }
    switch key {
    case .command: self = .command(try value())
    case .purchasing: self = .purchasing(try value())
    case .purchased: self = .purchased(try value())
    case .upgraded:
      let upgrade = try value(Upgrade.self)
      self = .upgraded(transaction: upgrade.transaction, by: upgrade.by)
    case .failed: self = .failed(try value())
    case .restored: self = .restored(try value())
    case .restoreStarted: self = .restoreStarted
    case .restoreFinished: self = .restoreFinished(count: try value(Count.self).count)
    case .restoreFailed: self = .restoreFailed(try value())
    case .redelivered: self = .redelivered(try value())
    case .contentDelivered:
      let delivery = try value(Delivery.self)
      self = .contentDelivered(
        transaction: delivery.transaction, product: delivery.product, quantity: delivery.quantity)
    case .finished:
      let finish = try value(Finish.self)
      self = .finished(transaction: finish.transaction, product: finish.product)
    case .download: self = .download(try value())
    case .contentDeleted: self = .contentDeleted(try value())
    case .storefrontChanged:
      let change = try value(StorefrontChange.self)
      self = .storefrontChanged(from: change.from, to: change.to)
    case .accountChanged:
      let change = try value(AccountChange.self)
      self = .accountChanged(from: change.from, to: change.to)
    case .signedIn: self = .signedIn(try value())
    case .signedOut: self = .signedOut(try value())
    case .paymentsAllowed: self = .paymentsAllowed(try value())
    case .networkChanged: self = .networkChanged(try value())
    case .receiptsChanged: self = .receiptsChanged(try value())
    case .receiptRefreshed: self = .receiptRefreshed(purchases: try value(Purchases.self).purchases)
    case .receiptRefreshFailed: self = .receiptRefreshFailed(try value())
    case .receiptRejected: self = .receiptRejected(try value())
    case .deferred: self = .deferred(try value())
    case .revoked: self = .revoked(try value())
    case .revocationReversed: self = .revocationReversed(try value())
    case .refundDeclined:
      let refund = try value(Finish.self)
      self = .refundDeclined(transaction: refund.transaction, product: refund.product)
    case .refundFailed:
      let failure = try value(Failure.self)
      self = .refundFailed(transaction: failure.transaction, product: failure.product, failure.error)
    case .deleted:
      let deletion = try value(Finish.self)
      self = .deleted(transaction: deletion.transaction, product: deletion.product)
    case .historyCleared:
      let history = try value(History.self)
      self = .historyCleared(history.account, count: history.count)
    case .roleChanged:
      let change = try value(RoleChange.self)
      self = .roleChanged(change.account, change.role)
    case .intent: self = .intent(try value())
    case .conditionSet: self = .conditionSet(try value())
    case .conditionCleared: self = .conditionCleared(try value())
    case .conditionMet:
      let hit = try value(Hit.self)
      self = .conditionMet(hit.condition, hit.item)
    case .held:
      let stop = try value(Stop.self)
      self = .held(stop.stage, stop.item)
    case .released:
      let stop = try value(Stop.self)
      self = .released(stop.stage, stop.item)
    case .restoreItemFailed:
      let failure = try value(Failure.self)
      self = .restoreItemFailed(transaction: failure.transaction, product: failure.product, failure.error)
    case .restoreSkipped: self = .restoreSkipped(try value())
    case .abandoned:
      let stop = try value(Stop.self)
      self = .abandoned(stop.stage, stop.item)
    }
  }
}
