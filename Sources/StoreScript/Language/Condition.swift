import FoundationEssentials
import StoreModel
import StoreReceipts
import StoreSimulator

/// Something about the store, the app or the screen that holds or not: what `expect` and `wait` look at.
public enum Condition: Hashable, Sendable {
  /// What is wanted of a product; nil where it does not matter.
  public struct ProductFacts: Hashable, Sendable {
    public var isUnavailable = false
    public var price: String?
    public var title: String?
  }

  /// What is wanted of a transaction; nil where it does not matter.
  public struct TransactionFacts: Hashable, Sendable {
    public var state: String?
    public var isFinished: Bool?
    public var quantity: Int?
    public var price: String?
    public var error: StoreError.Reason?
    public var offer: String?
    public var product: ProductID?
    public var account: String?
    public var storefront: Storefront.ID?
    public var isUpgraded: Bool?
    public var isRevoked: Bool?
  }

  /// Whether the customer is signed in.
  public enum SignInState: String, CaseIterable, Hashable, Sendable {
    case `in`, out
    /// Signed out, and a purchase or a restore waits for an answer.
    case asked
  }

  /// What is wanted of the receipt on this device; nil where it does not matter.
  public struct ReceiptFacts: Hashable, Sendable {
    public var isValid: Bool?
    /// What verifyReceipt answers about it.
    public var status: Int?
    /// How many it holds.
    public var purchases: Int?
    public var transaction: TransactionName?
    public var product: ProductID?
    /// What the last valid receipt entitled to.
    public var owned: ProductID?
  }

  case product(ProductID, ProductFacts)
  case transaction(TransactionName, TransactionFacts)
  case entitled(ProductID)
  case balance(ProductID, Int)
  case download(ProductID, state: String?)
  case sheet(product: ProductID?, price: String?)
  /// How many transactions are in the payment queue.
  case queue(Int)
  /// The last command was refused.
  case refused(StoreError.Reason?)
  case calls([EntryPattern])
  case events([EntryPattern])
  case account(AccountID)
  case storefront(Storefront.ID)
  case network(NetworkState)
  case signed(SignInState)
  case payments(allowed: Bool)
  /// The receipt on this device.
  case receipt(ReceiptFacts)
  /// Something is held at a stage.
  case held(StoreStage, TransactionName?)
  /// How many conditions are set.
  case conditions(Int)
  case role(AccountID, AccountRole)
  /// The app's server was told since the last command.
  case notification(NotificationType, NotificationSubtype?, product: ProductID?)
  case screen(String)
}

// MARK: - The table

extension Condition {
  /// One way to write a condition.
  public struct Form: Sendable {
    public let name: String
    public let usage: Usage
    public let meaning: String
    let read: @Sendable (Arguments) -> Condition

    init(_ usage: String, _ meaning: String, read: @escaping @Sendable (Arguments) -> Condition) {
      self.usage = Usage(usage)
      self.meaning = meaning
      self.read = read
      name = String(usage.prefix { $0 != " " })
    }
  }

  private static let states = "purchasing|purchased|failed|restored|deferred"
  private static let downloadStates = "waiting|active|paused|finished|failed|cancelled"

  private static let subtypes = ServerNotification.subtypes.map(\.rawValue).joined(separator: "|")

  public static let forms: [Form] = [
    Form(
      "product PRODUCT [unavailable] [price TEXT] [title TEXT]",
      "what the store sells, in the storefront and language of now; unavailable: not sold here"
    ) { words in
      .product(
        words.product("PRODUCT"),
        ProductFacts(
          isUnavailable: words.has("unavailable"), price: words.text("price"), title: words.text("title")))
    },
    Form(
      "transaction TX [\(states)] [finished|unfinished] [quantity N] [price TEXT] [error REASON] [offer ID] "
        + "[product PRODUCT] [account ACCOUNT] [storefront STOREFRONT] [upgraded] [revoked]",
      "a transaction and what is known of it"
    ) { words in
      .transaction(words.transaction("TX") ?? .last, TransactionFacts(words, states: states))
    },
    Form("entitled PRODUCT", "whether the account may use a product now") {
      .entitled($0.product("PRODUCT"))
    },
    Form("balance PRODUCT N", "how many of a consumable the account was given") {
      .balance($0.product("PRODUCT"), $0.number("N") ?? 0)
    },
    Form("download PRODUCT [\(downloadStates)]", "a product's content on this device") {
      .download($0.product("PRODUCT"), state: $0.text(downloadStates))
    },
    Form("sheet [product PRODUCT] [price TEXT]", "a purchase sheet that is open") {
      .sheet(product: $0.optionalProduct("product"), price: $0.text("price"))
    },
    Form("queue N", "how many transactions are in the payment queue") { .queue($0.number("N") ?? 0) },
    Form("refused [REASON]", "the store said no to the last command") {
      .refused($0.text("REASON").flatMap(StoreError.Reason.init))
    },
    Form("calls CALLS...", "exactly these queue callbacks and handler calls since the last command") {
      .calls($0.patterns("CALLS"))
    },
    Form(
      "events EVENTS...",
      "the journal ends with these events; after 'no': they came nowhere since the last command"
    ) { .events($0.patterns("EVENTS")) },
    Form("account ACCOUNT", "who is signed in") {
      .account(AccountID(rawValue: $0.text("ACCOUNT") ?? ""))
    },
    Form("storefront STOREFRONT", "the country that sells") {
      .storefront(Storefront.ID($0.text("STOREFRONT") ?? ""))
    },
    Form("signed in|out|asked", "whether the customer is signed in, or is asked to") {
      .signed($0.text("in|out|asked").flatMap(SignInState.init) ?? .in)
    },
    Form("network on|off|slow|flapping", "whether the store can be reached") {
      .network($0.text("on|off|slow|flapping").flatMap(NetworkState.init) ?? .on)
    },
    Form("payments allowed|refused", "whether this device may pay") {
      .payments(allowed: $0.text("allowed|refused") == "allowed")
    },
    Form(
      "receipt [valid|invalid] [status N] [purchases N] [transaction TX] [product PRODUCT] [owned PRODUCT]",
      "the receipt on this device: that there is one, what verifyReceipt answers about it, what it holds, and what the "
        + "last valid one entitled to"
    ) { words in
      .receipt(
        ReceiptFacts(
          isValid: words.text("valid|invalid").map { $0 == "valid" }, status: words.number("status"),
          purchases: words.number("purchases"),
          transaction: words.transaction("transaction"), product: words.optionalProduct("product"),
          owned: words.optionalProduct("owned")))
    },
    Form("held STAGE [TX]", "something waits at a stage until it is released") {
      .held($0.stage("STAGE") ?? .delivery, $0.transaction("TX"))
    },
    Form("conditions N", "how many conditions are set") { .conditions($0.number("N") ?? 0) },
    Form("role ACCOUNT \(AccountRole.choice)", "what an account may do by itself") {
      .role(
        AccountID(rawValue: $0.text("ACCOUNT") ?? ""),
        $0.text(AccountRole.choice).flatMap(AccountRole.init) ?? .adult)
    },
    Form(
      "notification TYPE [\(subtypes)] [product PRODUCT]",
      "what the app's server would have been told since the last command; without a subtype: whichever it has"
    ) { words in
      .notification(
        words.text("TYPE").flatMap(NotificationType.init) ?? .test,
        words.text(subtypes).flatMap(NotificationSubtype.init), product: words.optionalProduct("product"))
    },
    Form("screen TEXT", "text on the screen; opens one when there is none") {
      .screen($0.text("TEXT") ?? "")
    },
  ]

  static func form(_ name: String) -> Form? { forms.first { $0.name == name } }

  /// True when only a screen can tell.
  public var needsScreen: Bool { if case .screen = self { true } else { false } }
}

extension Condition.TransactionFacts {
  init(_ words: Arguments, states: String) {
    state = words.text(states)
    isFinished = words.text("finished|unfinished").map { $0 == "finished" }
    quantity = words.number("quantity")
    price = words.text("price")
    error = words.text("error").flatMap(StoreError.Reason.init)
    offer = words.text("offer")
    product = words.optionalProduct("product")
    account = words.text("account")
    storefront = words.text("storefront").map { Storefront.ID($0) }
    isUpgraded = words.has("upgraded") ? true : nil
    isRevoked = words.has("revoked") ? true : nil
  }
}
