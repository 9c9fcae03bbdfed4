import StoreModel

/// What is going on with one product, as its badge says. One at a time: the most urgent.
public enum ProductStatus: Hashable, Sendable {
  /// Can be bought.
  case forSale
  /// It has no price in this storefront.
  case notSold
  /// A purchase of it is under way.
  case pending
  /// Its content is on its way; percent, or nil while it waits.
  case downloading(percent: Int?)
  case downloadPaused(percent: Int)
  case downloadFailed
  case owned
  case subscribed
  /// Subscribed, and free until the trial ends.
  case trial
  /// A consumable of which the account has some.
  case balance(Int)

  /// A few words, with a symbol, so that no state is told by colour alone.
  func badge(check: String, ellipsis: String, down: String) -> String? {
    switch self {
    case .forSale, .notSold: nil
    case .pending: "Pending\(ellipsis)"
    case .downloading(let percent?): "\(down) \(percent) %"
    case .downloading(nil): "\(down) waiting"
    case .downloadPaused(let percent): "Paused \(percent) %"
    case .downloadFailed: "! Download"
    case .owned: "Owned \(check)"
    case .subscribed: "Subscribed \(check)"
    case .trial: "Free trial \(check)"
    case .balance(let count): "\u{D7}\(count)"
    }
  }
}

extension StoreFacts {
  /// True while the transaction behind it is a free trial; false when that is not loaded.
  func isTrial(_ entitlement: Entitlement) -> Bool { transaction(entitlement.transactionID)?.isTrial == true }

  /// The status of a product in the current storefront.
  func status(of product: Product, isBeingBought: Bool) -> ProductStatus {
    if let download = downloads[product.id] {
      switch download.state {
      case .active: return .downloading(percent: Measures.percent(download))
      case .waiting: return .downloading(percent: nil)
      case .paused: return .downloadPaused(percent: Measures.percent(download))
      case .failed: return .downloadFailed
      case .finished, .cancelled: break
      }
    }
    if isBeingBought || openTransactions.values.contains(product.id) { return .pending }
    if let entitlement = entitlements[product.id] {
      guard product.type == .autoRenewable else { return .owned }
      return isTrial(entitlement) ? .trial : .subscribed
    }
    if product.prices[settings.storefront] == nil { return .notSold }
    if let count = balances[product.id], count > 0 { return .balance(count) }
    return .forSale
  }
}
