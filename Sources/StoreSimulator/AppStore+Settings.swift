import StoreLedger
import StoreModel

/// What is set on this device and at the store, and what is for sale under it.
extension AppStore {
  /// Carries out a command that sets something: `storefront`, `account`, `payments`, `network`, `receipts`, conditions, and
  /// what is done at the store.
  ///
  /// Journals the command, and what changed if anything did. Throws `clientInvalid` for every other
  /// command, for a storefront that there is not, and for an account without a name.
  public func perform(_ command: Command) async throws(StoreError) {
    switch command {
    case .setCondition(let condition): return try await set(condition, command: command)
    case .clearConditions(let stage): return try await clear(stage, command: command)
    case .release(let stage, let id): return try await release(stage, id, command: command)
    case .store(let action): return try await perform(action, command: command)
    // The store is told; whoever waits goes on without.
    case .declineSignIn:
      return try await write { _ = try $0.append(.command(command), at: environment.now(), cause: nil) }
    default: break
    }
    if case .storefront(let id) = command, storefronts[id] == nil {
      throw StoreError(.clientInvalid, .other, subject: "There is no storefront '\(id)'.")
    }
    if case .account(let id) = command, id.rawValue.allSatisfy(\.isWhitespace) {
      throw StoreError(.clientInvalid, .other, subject: "An account needs a name.")
    }
    try await write { ledger in
      let now = self.environment.now()
      let settings = try self.settings(in: ledger)
      let change: Event
      let isNew: Bool
      switch command {
      case .storefront(let id):
        (change, isNew) = (.storefrontChanged(from: settings.storefront, to: id), settings.storefront != id)
        try ledger.set("storefront", to: id.rawValue)
      case .account(let id):
        (change, isNew) = (.accountChanged(from: settings.account, to: id), settings.account != id)
        try ledger.set("account", to: id.rawValue)
        try ledger.set("isSignedIn", to: "true")
        if !settings.isSignedIn, !isNew {
          let cause = try ledger.append(.command(command), at: now, cause: nil)
          _ = try ledger.append(.signedIn(id), at: now, cause: cause)
          return
        }
      case .signIn:
        (change, isNew) = (.signedIn(settings.account), !settings.isSignedIn)
        try ledger.set("isSignedIn", to: "true")
      case .signOut:
        (change, isNew) = (.signedOut(settings.account), settings.isSignedIn)
        try ledger.set("isSignedIn", to: "false")
      case .payments(let allowed):
        (change, isNew) = (.paymentsAllowed(allowed), settings.paymentsAllowed != allowed)
        try ledger.set("paymentsAllowed", to: String(allowed))
      case .network(let state):
        (change, isNew) = (.networkChanged(state), settings.network != state)
        // Known by this name since there were but two states.
        try ledger.set(
          "networkIsOn", to: state == .slow || state == .flapping ? state.rawValue : String(state == .on))
      case .receipts(let condition):
        (change, isNew) = (.receiptsChanged(condition), settings.receipts != condition)
        try ledger.set("receipts", to: condition.rawValue)
      case .buy, .confirm, .cancel, .restore, .finish, .download, .refreshReceipt, .declineSignIn,
        .setCondition,
        .clearConditions, .release, .store:
        throw StoreError(.clientInvalid, .other, subject: "This command goes through the payment queue.")
      }
      let cause = try ledger.append(.command(command), at: now, cause: nil)
      if isNew { _ = try ledger.append(change, at: now, cause: cause) }
    }
  }

  public var isSignedIn: Bool { (try? settings().isSignedIn) ?? true }

  public func canMakePayments() -> Bool { (try? settings().paymentsAllowed) ?? false }

  public func products(for ids: [ProductID]) async throws(StoreError) -> ProductsResponse {
    if case .fail(let error) = await pass(.products, StageItem(product: ids.count == 1 ? ids.first : nil)) {
      throw error
    }
    guard try read({ try self.settingsNow(in: $0) }).networkIsOn else { throw .offline }
    return try lookUp(ids)
  }

  /// What `products` answers when the request arrives: for who looks at the store from outside.
  public func lookUp(_ ids: [ProductID]) throws(StoreError) -> ProductsResponse {
    let settings = try settings()
    var asked: Set<ProductID> = []
    var products: [Product] = []
    var invalid: [ProductID] = []
    for id in ids where asked.insert(id).inserted {
      if let product = catalog.product(id), product.prices[settings.storefront] != nil {
        products.append(product)
      } else {
        invalid.append(id)
      }
    }
    return ProductsResponse(products: products, invalidProductIDs: invalid)
  }
}
