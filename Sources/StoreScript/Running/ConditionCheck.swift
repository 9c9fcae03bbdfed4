import FoundationEssentials
import Purchasing
import StoreCatalog
import StoreLedger
import StoreModel
import StoreReceipts
import StoreSimulator

/// Says whether a condition holds now, and what is the case instead.
struct ConditionCheck {
  struct Answer: Hashable {
    let holds: Bool
    /// What was found, for a failure.
    let found: String
  }

  let machine: StoreMachine
  /// The journal's end when the last command began.
  let mark: EventID?
  let refusal: StoreError?

  /// `screen` is what is on the screen, when that is asked for.
  func answer(_ condition: Condition, screen: String?) throws(StoreError) -> Answer {
    switch condition {
    case .product(let id, let facts): return try product(id, facts)
    case .transaction(let name, let facts): return try transaction(name, facts)
    case .entitled(let id):
      let entitled = try library().entitlements.map(\.productID)
      return Answer(
        holds: entitled.contains(id),
        found: entitled.isEmpty ? "entitled to nothing" : "entitled to \(entitled.map(\.rawValue).listedAll)")
    case .balance(let id, let count):
      let balance = try library().balances.first { $0.productID == id }?.quantity ?? 0
      return Answer(holds: balance == count, found: "a balance of \(balance)")
    case .download(let id, let state):
      let download = try library().downloads.first { $0.productID == id }
      return Answer(
        holds: download.map { state == nil || "\($0.state)" == state } ?? false,
        found: download.map(Self.words) ?? "no download of it")
    case .sheet(let product, let price): return try sheet(product, price)
    case .queue(let count):
      let found = machine.call { [session = machine.session] in await session.queue.transactions.count }
      return Answer(holds: found == count, found: "\(found) in the queue")
    case .refused(let reason):
      let holds = refusal.map { reason == nil || $0.reason == reason } ?? false
      return Answer(
        holds: holds, found: refusal.map { "refused (\($0.reason.rawValue))" } ?? "it was not refused")
    case .calls(let patterns): return calls(patterns)
    case .events(let patterns): return try events(patterns)
    case .account(let id): return setting(id.rawValue, try settings().account.rawValue, "the account")
    case .storefront(let id):
      return setting(id.rawValue, try settings().storefront.rawValue, "the storefront")
    case .network(let state):
      return setting(state.rawValue, try settings().network.rawValue, "the network")
    case .payments(let allowed):
      return setting(
        allowed ? "allowed" : "refused", try settings().paymentsAllowed ? "allowed" : "refused", "payments")
    case .receipt(let facts): return try receipt(facts)
    case .signed(let state):
      let isIn = try settings().isSignedIn
      let found: Condition.SignInState = isIn ? .in : machine.session.desk.asksToSignIn ? .asked : .out
      return setting(state.rawValue, found.rawValue, "signed")
    case .held(let stage, let name):
      let id = try name.flatMap { (name) throws(StoreError) in try self.transaction(name)?.id }
      let held = machine.call { [store = machine.store] in await store.heldItems }
      let places = held.map { "\($0.stage.rawValue) \($0.item.transaction.map(\.description) ?? "")" }
      return Answer(
        holds: held.contains { $0.stage == stage && (name == nil || $0.item.transaction == id) },
        found: places.isEmpty ? "nothing is held" : "held: \(places.listedAll)")
    case .conditions(let count):
      let set = try machine.read { (store) throws(StoreError) in try await store.conditions() }
      return Answer(holds: set.count == count, found: "\(set.count) set")
    case .role(let account, let role):
      let roles = try machine.read { (store) throws(StoreError) in try await store.roles() }
      return setting(role.rawValue, (roles[account] ?? .adult).rawValue, "the role")
    case .notification(let type, let subtype, let product):
      let sent = try notifications()
      return Answer(
        holds: sent.contains {
          $0.type == type && (subtype == nil || $0.subtype == subtype)
            && (product == nil || $0.transaction.productID == product)
        },
        found: sent.isEmpty
          ? "no server was told of anything since the last command"
          : "told: " + sent.map { "\($0.name) of \($0.transaction.productID)" }.listedAll)
    case .screen(let text):
      return Answer(
        holds: screen?.contains(text) ?? false, found: screen.map { "on the screen: \($0)" } ?? "no screen")
    }
  }

  // MARK: - The store

  func settings() throws(StoreError) -> StoreSettings { try machine.settings() }

  private func library() throws(StoreError) -> Library {
    try machine.read { (store) throws(StoreError) in try await store.library() }
  }

  /// The transaction that a script names: by id, the newest of all, or the account's newest of a product.
  func transaction(_ name: TransactionName) throws(StoreError) -> Transaction? {
    switch name {
    case .id(let id):
      return try machine.read { (store) throws(StoreError) in try await store.transaction(id) }
    case .last:
      return try machine.read { (store) throws(StoreError) in
        try await store.transactions(before: nil, limit: 1).first
      }
    case .product(let product):
      let account = try settings().account
      do {
        return try machine.ledger.read {
          try $0.transactions(of: product, account: account, before: nil, limit: 1).first
        }
      } catch {
        throw StoreError(.unknown, .ledgerUnavailable, subject: error.inWords)
      }
    }
  }

  private func setting(_ wanted: String, _ found: String, _ what: String) -> Answer {
    Answer(holds: wanted == found, found: "\(what): \(found)")
  }

  private func product(_ id: ProductID, _ facts: Condition.ProductFacts) throws(StoreError) -> Answer {
    let answer = try machine.read { (store) throws(StoreError) in try await store.lookUp([id]) }
    guard let product = answer.products.first else {
      return Answer(
        holds: facts.isUnavailable && facts.price == nil && facts.title == nil, found: "it is not sold here")
    }
    let storefront = StorefrontTable.storefront(try settings().storefront)
    let price = storefront.flatMap { product.price(in: $0) }
    let title = TextResolver(locale: machine.locale, catalog: machine.catalog).text(of: product).title
    let holds =
      !facts.isUnavailable && Self.equals(facts.price, price, storefront)
      && (facts.title.map { $0 == title } ?? true)
    return Answer(holds: holds, found: "price \(Self.text(price, storefront)), title \"\(title)\"")
  }

  private func sheet(_ product: ProductID?, _ price: String?) throws(StoreError) -> Answer {
    let sheets = machine.session.desk.sheets
    let holds = sheets.contains { sheet in
      (product.map { $0 == sheet.product.id } ?? true)
        && Self.equals(price, sheet.price, StorefrontTable.storefront(sheet.transaction.storefront))
    }
    let found = sheets.map { sheet in
      let storefront = StorefrontTable.storefront(sheet.transaction.storefront)
      return "a sheet of \(sheet.product.id) for \(Self.text(sheet.price, storefront))"
    }
    return Answer(holds: holds, found: found.isEmpty ? "no sheet is open" : found.listedAll)
  }

  private func transaction(_ name: TransactionName, _ facts: Condition.TransactionFacts) throws(StoreError)
    -> Answer
  {
    guard let transaction = try transaction(name) else {
      return Answer(holds: false, found: "there is no such transaction")
    }
    let storefront = StorefrontTable.storefront(transaction.storefront)
    func agrees<Value: Equatable>(_ wanted: Value?, _ found: Value?) -> Bool {
      wanted.map { $0 == found } ?? true
    }
    let holds =
      agrees(facts.state, "\(transaction.state)") && agrees(facts.isFinished, transaction.isFinished)
      && agrees(facts.quantity, transaction.payment.quantity)
      && Self.equals(facts.price, transaction.price, storefront)
      && agrees(facts.error, transaction.error?.reason) && agrees(facts.offer, transaction.offerID)
      && agrees(facts.isRevoked, transaction.revokedAt != nil)
      && agrees(facts.product, transaction.productID) && agrees(facts.account, transaction.account.rawValue)
      && agrees(facts.storefront, transaction.storefront) && agrees(facts.isUpgraded, transaction.isUpgraded)
    return Answer(holds: holds, found: Self.words(transaction, storefront))
  }

  // MARK: - Journal and calls

  private func calls(_ patterns: [EntryPattern]) -> Answer {
    let calls = machine.tape.all.map { EntryDetails($0) }
    return Answer(
      holds: patterns.match(calls),
      found: calls.isEmpty ? "no calls" : calls.map(\.pattern).joined(separator: " "))
  }

  /// The journal ends with these; commands count only when the pattern names one.
  private func events(_ patterns: [EntryPattern]) throws(StoreError) -> Answer {
    let namesCommands = patterns.contains { if case .entry("command", _) = $0 { true } else { false } }
    let limit = patterns.contains(.anyNumber) ? 10_000 : 2 * patterns.count + 20
    var newest: [EntryDetails] = []
    do {
      newest = try machine.ledger.read { try $0.journal(before: nil, limit: limit) }.map {
        EntryDetails($0.event)
      }
    } catch {
      throw StoreError(.unknown, .ledgerUnavailable, subject: error.inWords)
    }
    let entries = Array(newest.reversed().filter { namesCommands || $0.name != "command" })
    let tail = patterns.contains(.anyNumber) ? entries : Array(entries.suffix(patterns.count))
    let holds = ([.anyNumber] + patterns).match(tail)
    let found = entries.suffix(max(patterns.count, 6)).map(\.pattern).joined(separator: " ")
    return Answer(holds: holds, found: found.isEmpty ? "no events" : found)
  }

  /// What servers are told of since the last command.
  private func notifications() throws(StoreError) -> [ServerNotification] {
    try machine.read { [mark] (store) throws(StoreError) in
      try await store.notifications(of: try await store.journal(after: mark, limit: 10_000))
    }
  }

  // MARK: - Words

  /// A price is written as the storefront writes it, `$9.99`, or as a plain amount, `9.99`.
  private static func equals(_ wanted: String?, _ price: Price?, _ storefront: Storefront?) -> Bool {
    guard let wanted else { return true }
    guard let price else { return false }
    if let amount = Decimal(plain: wanted) { return amount == price.amount }
    return wanted == text(price, storefront)
  }

  private static func text(_ price: Price?, _ storefront: Storefront?) -> String {
    guard let price else { return "none" }
    guard let storefront else { return "\(price.plainAmount) \(price.currency)" }
    return PriceFormatter(storefront: storefront).plainText(price)
  }

  private static func words(_ download: Download) -> String {
    "the download is \(download.state)\(download.failure.map { ". \($0)" } ?? "")"
  }

  private static func words(_ transaction: Transaction, _ storefront: Storefront?) -> String {
    var words = [
      "transaction \(transaction.id)", "\(transaction.state)",
      transaction.isFinished ? "finished" : "unfinished", "product \(transaction.productID)",
      "quantity \(transaction.payment.quantity)",
    ]
    if let price = transaction.price { words.append("price \"\(text(price, storefront))\"") }
    if let error = transaction.error { words.append("error \(error.reason.rawValue)") }
    if let offer = transaction.offerID { words.append("offer \(offer)") }
    words.append("account \(transaction.account)")
    if transaction.isUpgraded { words.append("upgraded") }
    return words.joined(separator: " ")
  }
}

extension [String] {
  var listedAll: String { joined(separator: ", ") }
}

extension Catalog {
  /// This catalogue with one price changed.
  func setting(price: Decimal, of id: ProductID, in storefront: Storefront.ID) -> Catalog {
    let products = products.map { product in
      guard product.id == id else { return product }
      return Product(
        id: product.id, type: product.type, referenceName: product.referenceName,
        localizations: product.localizations,
        prices: product.prices.merging([storefront: price]) { $1 },
        isFamilyShareable: product.isFamilyShareable, subscription: product.subscription,
        hostedContent: product.hostedContent)
    }
    return Catalog(
      app: app, defaultLocale: defaultLocale, defaultStorefront: defaultStorefront, policies: policies,
      groups: groups, products: products)
  }
}
