/// JSON of a command: one key, the command's name, with what it needs: `{"confirm": "7"}`.
///
/// The journal is kept in this form, so it never changes for commands that there are.
extension Command: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case buy, confirm, cancel, restore, finish, download, storefront, account, payments, network
    case receipts, refreshReceipt, signIn, declineSignIn, signOut
    case condition, clear, release
    case approve, decline, resolve, refund, reverse, revoke, delete, redeliver, create, intent, redeem
    case clearHistory, role
  }

  /// The name of every command that there is.
  public static let names = CodingKeys.allCases.map(\.rawValue)

  /// The command's name: its key in JSON.
  public var name: String { key.rawValue }

  private var key: CodingKeys {
    switch self {
    case .buy: .buy
    case .confirm: .confirm
    case .cancel: .cancel
    case .restore: .restore
    case .finish: .finish
    case .download: .download
    case .storefront: .storefront
    case .account: .account
    case .payments: .payments
    case .network: .network
    case .receipts: .receipts
    case .refreshReceipt: .refreshReceipt
    case .signIn: .signIn
    case .declineSignIn: .declineSignIn
    case .signOut: .signOut
    case .setCondition: .condition
    case .clearConditions: .clear
    case .release: .release
    case .store(.approve): .approve
    case .store(.decline): .decline
    case .store(.resolve): .resolve
    case .store(.refund): .refund
    case .store(.reverse): .reverse
    case .store(.revoke): .revoke
    case .store(.delete): .delete
    case .store(.redeliver): .redeliver
    case .store(.create): .create
    case .store(.intent): .intent
    case .store(.redeem): .redeem
    case .store(.clearHistory): .clearHistory
    case .store(.role): .role
    }
  }

  private struct Nothing: Codable {}

  private struct DownloadOrder: Codable {
    let product: ProductID
    let action: DownloadAction
  }

  private struct StageOrder: Codable {
    let stage: StoreStage?
    var transaction: TransactionID?
  }

  private struct RefundOrder: Codable {
    let transaction: TransactionID
    let refund: StoreAction.Refund
  }

  private struct OutsidePurchase: Codable {
    let payment: Payment
    let date: Timestamp?
  }

  private struct Redemption: Codable {
    let product: ProductID
    let offer: String
  }

  private struct RoleOrder: Codable {
    let account: AccountID
    let role: AccountRole
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .buy(let payment): try object.encode(payment, forKey: .buy)
    case .confirm(let id): try object.encode(id, forKey: .confirm)
    case .cancel(let id): try object.encode(id, forKey: .cancel)
    case .restore: try object.encode(Nothing(), forKey: .restore)
    case .finish(let id): try object.encode(id, forKey: .finish)
    case .download(let product, let action):
      try object.encode(DownloadOrder(product: product, action: action), forKey: .download)
    case .storefront(let id): try object.encode(id, forKey: .storefront)
    case .account(let id): try object.encode(id, forKey: .account)
    case .payments(let allowed): try object.encode(allowed, forKey: .payments)
    case .network(let state): try object.encode(state, forKey: .network)
    case .receipts(let condition): try object.encode(condition, forKey: .receipts)
    case .refreshReceipt, .signIn, .declineSignIn, .signOut: try object.encode(Nothing(), forKey: key)
    case .setCondition(let condition): try object.encode(condition, forKey: .condition)
    case .clearConditions(let stage): try object.encode(StageOrder(stage: stage), forKey: .clear)
    case .release(let stage, let id):
      try object.encode(StageOrder(stage: stage, transaction: id), forKey: .release)
    case .store(let action): try encode(action, in: &object)
    }
  }

  private func encode(_ action: StoreAction, in object: inout KeyedEncodingContainer<CodingKeys>) throws {
    switch action {
    case .approve(let id), .decline(let id), .resolve(let id), .reverse(let id), .revoke(let id),
      .delete(let id), .redeliver(let id):
      try object.encode(id, forKey: key)
    case .refund(let id, let refund):
      try object.encode(RefundOrder(transaction: id, refund: refund), forKey: key)
    case .create(let payment, let date):
      try object.encode(OutsidePurchase(payment: payment, date: date), forKey: key)
    case .intent(let payment): try object.encode(payment, forKey: key)
    case .redeem(let product, let offer):
      try object.encode(Redemption(product: product, offer: offer), forKey: key)
    case .clearHistory(let account): try object.encode(account, forKey: key)
    case .role(let account, let role): try object.encode(RoleOrder(account: account, role: role), forKey: key)
    }
  }

  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = object.allKeys.first, object.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "A command has one key, its name."))
    }
    func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      try object.decode(type, forKey: key)
    }
    switch key {
    case .buy: self = .buy(try value())
    case .confirm: self = .confirm(try value())
    case .cancel: self = .cancel(try value())
    case .restore: self = .restore
    case .finish: self = .finish(try value())
    case .download:
      let order = try value(DownloadOrder.self)
      self = .download(order.product, order.action)
    case .storefront: self = .storefront(try value())
    case .account: self = .account(try value())
    case .payments: self = .payments(allowed: try value())
    case .network: self = .network(try value())
    case .receipts: self = .receipts(try value())
    case .refreshReceipt: self = .refreshReceipt
    case .signIn: self = .signIn
    case .declineSignIn: self = .declineSignIn
    case .signOut: self = .signOut
    case .condition: self = .setCondition(try value())
    case .clear: self = .clearConditions(try value(StageOrder.self).stage)
    case .release:
      let order = try value(StageOrder.self)
      guard let stage = order.stage else {
        throw DecodingError.dataCorruptedError(
          forKey: .release, in: object, debugDescription: "A release names a stage.")
      }
      self = .release(stage, order.transaction)
    case .approve: self = .store(.approve(try value()))
    case .decline: self = .store(.decline(try value()))
    case .resolve: self = .store(.resolve(try value()))
    case .refund:
      let order = try value(RefundOrder.self)
      self = .store(.refund(order.transaction, order.refund))
    case .reverse: self = .store(.reverse(try value()))
    case .revoke: self = .store(.revoke(try value()))
    case .delete: self = .store(.delete(try value()))
    case .redeliver: self = .store(.redeliver(try value()))
    case .create:
      let order = try value(OutsidePurchase.self)
      self = .store(.create(order.payment, date: order.date))
    case .intent: self = .store(.intent(try value()))
    case .redeem:
      let order = try value(Redemption.self)
      self = .store(.redeem(order.product, offer: order.offer))
    case .clearHistory: self = .store(.clearHistory(try value()))
    case .role:
      let order = try value(RoleOrder.self)
      self = .store(.role(order.account, order.role))
    }
  }
}
