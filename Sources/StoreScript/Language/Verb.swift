import Purchasing
import StoreModel

/// What a statement begins with: the one registry of the command language.
///
/// Parser, completion, `--help`, the manual and the README's table are made from it.
public struct Verb: Sendable {
  public enum Name: String, CaseIterable, Sendable {
    case buy, confirm, cancel, restore, finish, download
    case storefront, locale, account, sign, network, payments, receipt, price
    case fail, delay, hold, drop, duplicate, `defer`, interrupt, clear, release
    case approve, decline, resolve, refund, reverse, revoke, delete, redeliver
    case create, intent, redeem, forget, role
    case handler, relaunch, crash, wait, expect
    case key, screen
    case start, `let`, include
  }

  public let name: Name
  public let usage: Usage
  /// What it does, in one line.
  public let meaning: String
  public let example: String
  /// Nil for `start`, `let` and `include`, which are over when the script has been read.
  let read: (@Sendable (Arguments) -> Act)?

  init(
    _ name: Name, _ usage: String, _ meaning: String, example: String,
    read: (@Sendable (Arguments) -> Act)? = nil
  ) {
    self.name = name
    self.usage = Usage(usage)
    self.meaning = meaning
    self.example = example
    self.read = read
  }

  public static let all: [Verb] = Name.allCases.map(named)

  public static func named(_ name: Name) -> Verb {
    switch name {
    case .buy: buy
    case .confirm: confirm
    case .cancel: cancel
    case .restore: restore
    case .finish: finish
    case .download: download
    case .storefront: storefront
    case .locale: locale
    case .account: account
    case .sign: sign
    case .network: network
    case .payments: payments
    case .receipt: receipt
    case .price: price
    case .fail: fail
    case .delay: delay
    case .hold: hold
    case .drop: drop
    case .duplicate: duplicate
    case .defer: askToBuy
    case .interrupt: interrupt
    case .clear: clear
    case .release: release
    case .approve: approve
    case .decline: decline
    case .resolve: resolve
    case .refund: refund
    case .reverse: reverse
    case .revoke: revoke
    case .delete: delete
    case .redeliver: redeliver
    case .create: create
    case .intent: intent
    case .redeem: redeem
    case .forget: forget
    case .role: role
    case .handler: handler
    case .relaunch: relaunch
    case .crash: crash
    case .wait: wait
    case .expect: expect
    case .key: key
    case .screen: screen
    case .start: start
    case .let: binding
    case .include: include
    }
  }
}

// MARK: - Buying

extension Verb {
  private static let buy = Verb(
    .buy, "buy PRODUCT \(Arguments.paymentUsage)",
    "puts a payment into the queue; its sheet waits for an answer",
    example: "buy app.stargarden.cocoa quantity 3"
  ) { .buy($0.payment) }

  private static let confirm = Verb(
    .confirm, "confirm [TX]", "agrees to the open purchase sheet", example: "confirm"
  ) { .confirm($0.transaction("TX")) }

  private static let cancel = Verb(
    .cancel, "cancel [TX]", "closes the open purchase sheet without buying", example: "cancel"
  ) { .cancel($0.transaction("TX")) }

  private static let restore = Verb(
    .restore, "restore", "restores what the account owns", example: "restore"
  ) { _ in .restore }

  private static let finish = Verb(
    .finish, "finish TX", "finishes a transaction for good", example: "finish last"
  ) { .finish($0.transaction("TX") ?? .last) }

  private static let download = Verb(
    .download, "download PRODUCT start|pause|resume|cancel|delete", "does something with a product's content",
    example: "download app.stargarden.atlas.moon pause"
  ) { words in
    let action = words.text("start|pause|resume|cancel|delete").flatMap(Command.DownloadAction.init)
    return .download(words.product("PRODUCT"), action ?? .start)
  }
}

// MARK: - The device, the account and the seller

extension Verb {
  private static let storefront = Verb(
    .storefront, "storefront STOREFRONT", "moves the account to another country", example: "storefront JPN"
  ) { .storefront(Storefront.ID($0.text("STOREFRONT") ?? "")) }

  private static let locale = Verb(
    .locale, "locale LOCALE", "shows texts in another language", example: "locale de"
  ) { .locale(LocaleID($0.text("LOCALE") ?? "")) }

  private static let account = Verb(
    .account, "account ACCOUNT", "signs in as another customer; each owns their own purchases",
    example: "account ada"
  ) { .account(AccountID(rawValue: $0.text("ACCOUNT") ?? "")) }

  private static let sign = Verb(
    .sign, "sign in|out|no", "signs in or out; signed out, a purchase or a restore asks, and 'no' declines",
    example: "sign out"
  ) { words in
    switch words.text("in|out|no") {
    case "in": .signIn
    case "out": .signOut
    default: .declineSignIn
    }
  }

  private static let network = Verb(
    .network, "network on|off|slow|flapping", "whether the store can be reached, and how fast content comes",
    example: "network off"
  ) { .network($0.text("on|off|slow|flapping").flatMap(NetworkState.init) ?? .on) }

  private static let payments = Verb(
    .payments, "payments allowed|refused", "whether this device may pay", example: "payments refused"
  ) { .payments(allowed: $0.text("allowed|refused") == "allowed") }

  private static let receipt = Verb(
    .receipt, "receipt normal|late|missing|refresh",
    "when receipts reach this device: with the purchase, only by a refresh, never; or refreshes the receipt",
    example: "receipt late"
  ) { words in
    words.text("normal|late|missing|refresh").flatMap(ReceiptCondition.init).map(Act.receipts)
      ?? .refreshReceipt
  }

  private static let price = Verb(
    .price, "price PRODUCT AMOUNT", "the seller changes a price in this storefront, for this run",
    example: "price app.stargarden.cocoa 2.49"
  ) { .price($0.product("PRODUCT"), $0.amount("AMOUNT")) }
}

// MARK: - The run

extension Verb {
  private static let handler = Verb(
    .handler,
    "handler [also] [\(HandlerStyle.Finishing.choice)] [\(HandlerStyle.Validation.choice)] [PRODUCT...]",
    "what the app does about transactions from its next start on: who finishes them, who judges its receipt (remote: the store, by verifyReceipt), for which products; 'also' adds one",
    example: "handler also manual remote app.stargarden.cocoa"
  ) { words in
    let finishing = words.text(HandlerStyle.Finishing.choice).flatMap(HandlerStyle.Finishing.init)
    let validation = words.text(HandlerStyle.Validation.choice).flatMap(HandlerStyle.Validation.init)
    let products = Set(words.products("PRODUCT"))
    return .handler(
      HandlerStyle(
        products: products.isEmpty ? nil : products, finishing: finishing ?? .atomic,
        validation: validation ?? .local),
      beside: words.has("also"))
  }

  private static let relaunch = Verb(
    .relaunch, "relaunch", "ends the app in good order and starts it again", example: "relaunch"
  ) { _ in .relaunch }

  private static let crash = Verb(
    .crash, "crash [never] [after EVENT]",
    "kills the app and starts it again; with 'after' as soon as the next such event is on disk, which 'never' takes back",
    example: "crash after purchased"
  ) { $0.has("never") ? .crashNever : .crash(after: $0.text("after")) }

  private static let wait = Verb(
    .wait, "wait [no|not] TIME", "lets the store's time go by, or waits until something holds",
    example: "wait download app.stargarden.atlas.moon finished"
  ) { .wait($0.wait()) }

  private static let expect = Verb(
    .expect, "expect [no|not] CONDITION", "fails when this does not hold",
    example: "expect transaction last purchased finished"
  ) { .expect($0.condition(), isNegated: $0.has("no|not")) }

  private static let key = Verb(
    .key, "key KEYS...", "presses keys on the screen; text in quotes is typed", example: "key s \"jap\" Enter"
  ) { words in .key(words.keys("KEYS")) }

  private static let screen = Verb(
    .screen, "screen \(Screen.choice)", "shows one of the screens",
    example: "screen library"
  ) { .screen($0.text(Screen.choice).flatMap(Screen.init) ?? .store) }

  private static let start = Verb(
    .start,
    "start [seed N] [clock DATE] [storefront STOREFRONT] [locale LOCALE] [rate N] [catalog FILE] [terms TEXT] "
      + "[privacy TEXT]",
    "what the store is when the script begins; stands above everything else",
    example: "start seed 7 clock 2026-11-30 storefront JPN catalog shop.json")

  private static let binding = Verb(
    .let, "let NAME = VALUE", "gives a value a name; $NAME stands for it from then on",
    example: "let atlas = app.stargarden.atlas.moon")

  private static let include = Verb(
    .include, "include FILE", "runs another script here", example: "include set-up.storefront")
}

extension HandlerStyle.Validation {
  static let choice = allCases.map(\.rawValue).joined(separator: "|")
}

extension HandlerStyle.Finishing {
  /// Who finishes, as a usage writes it.
  static let choice = allCases.map(\.rawValue).joined(separator: "|")
}
