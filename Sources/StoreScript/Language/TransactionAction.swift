import StoreModel

/// What a statement does at the store to a transaction that it names.
public enum TransactionAction: Hashable, Sendable {
  case approve, decline, resolve, reverse, revoke, delete, redeliver
  case refund(StoreAction.Refund)

  /// The verb that says it.
  public var verb: Verb.Name {
    switch self {
    case .approve: .approve
    case .decline: .decline
    case .resolve: .resolve
    case .reverse: .reverse
    case .revoke: .revoke
    case .delete: .delete
    case .redeliver: .redeliver
    case .refund: .refund
    }
  }

  public func on(_ id: TransactionID) -> StoreAction {
    switch self {
    case .approve: .approve(id)
    case .decline: .decline(id)
    case .resolve: .resolve(id)
    case .reverse: .reverse(id)
    case .revoke: .revoke(id)
    case .delete: .delete(id)
    case .redeliver: .redeliver(id)
    case .refund(let refund): .refund(id, refund)
    }
  }

  /// The action and its transaction; nil for what is about none.
  static func of(_ action: StoreAction) -> (action: TransactionAction, id: TransactionID)? {
    switch action {
    case .approve(let id): (.approve, id)
    case .decline(let id): (.decline, id)
    case .resolve(let id): (.resolve, id)
    case .reverse(let id): (.reverse, id)
    case .revoke(let id): (.revoke, id)
    case .delete(let id): (.delete, id)
    case .redeliver(let id): (.redeliver, id)
    case .refund(let id, let refund): (.refund(refund), id)
    case .create, .intent, .redeem, .clearHistory, .role: nil
    }
  }
}

extension AccountRole {
  /// The roles as a usage writes them.
  static let choice = allCases.map(\.rawValue).joined(separator: "|")
}

extension StoreAction.Refund {
  /// The outcomes as a usage writes them.
  static let choice = allCases.map(\.rawValue).joined(separator: "|")
}
