import Foundation
import Purchasing
import StoreCatalog
import StoreModel
import StoreReceipts
import StoreScript
import TerminalKit
import Testing

@testable import StorefrontUI

/// Every screen and dialog of the sample catalogue, each in a state that shows what it can say.
enum Gallery: String, CaseIterable, Sendable {
  case store, detail, terms
  case sheetTrial = "sheet-trial"
  case sheetRead = "sheet-read"
  case sheetOnce = "sheet-once"
  case libraryEmpty = "library-empty"
  case library, transactions
  case transactionFailed = "transaction-failed"
  case activity
  case activityCause = "activity-cause"
  case activityTold = "activity-told"
  case storefronts, languages
  case nothingFound = "nothing-found"
  case help
  case helpTyped = "help-typed"
  case helpOnSheet = "help-on-sheet"
  case palette
  case paletteTyped = "palette-typed"
  case messages
  case messageDetails = "message-details"
  case copy, links, welcome
  case findings, quit, toasts
  case filterTyping = "filter-typing"
  case filterKept = "filter-kept"
  case filterEmpty = "filter-empty"
  case filterActivity = "filter-activity"
  case zoomed
  case receipt
  case receiptEmpty = "receipt-empty"
  case receiptInvalid = "receipt-invalid"
  case receiptChanges = "receipt-changes"
  case receiptRecord = "receipt-record"
  case token
  case tokenRenewal = "token-renewal"
  case tokenUnfolded = "token-unfolded"
  case tokenNotification = "token-notification"
  case receiptRefused = "receipt-refused"
  case receiptBehind = "receipt-behind"
  case lab
  case labHeld = "lab-held"
  case actions
  case stageActions = "stage-actions"
  case preview, accounts, causes
  case handlers
  case handlerActions = "handler-actions"
  case crashPreview = "crash-preview"
  case transactionRecord = "transaction-record"

  static let reading: CatalogReading = {
    do {
      return try CatalogReader.read(Array(BuiltInCatalog.data), file: "catalog.json")
    } catch {
      preconditionFailure("The sample catalogue cannot be read: \(error)")
    }
  }()

  static let trial: ProductID = "app.stargarden.sky.telescope.monthly"
  static let seeds: ProductID = "app.stargarden.seeds.10"
  static let yearly: ProductID = "app.stargarden.sky.observatory.yearly"

  func shop(
    catalog: Catalog = reading.catalog, locale: LocaleID, storefront: Storefront.ID, columns: Int, rows: Int,
    inASCII: Bool = false
  ) throws -> Shop {
    let findings = self == .findings ? Self.someFindings : []
    var shop = Shop(
      catalog: catalog, findings: findings, storefront: storefront, locale: locale, columns: columns,
      rows: rows, inASCII: inASCII)
    switch self {
    case .store: Self.fill(&shop)
    case .detail: shop.press(.enter)
    case .terms: shop.press(.enter, .pageDown)
    case .sheetTrial:
      shop.press("b")
      _ = try shop.openSheet(Self.trial)
      shop.showFrame()
    case .sheetRead:
      shop.press("b")
      _ = try shop.openSheet(Self.trial)
      while shop.state.sheet?.isRead == false {
        shop.showFrame()
        shop.press(.pageDown)
      }
      shop.press(.tab)
    case .sheetOnce:
      _ = try shop.openSheet(Self.seeds)
      shop.showFrame()
    case .libraryEmpty: shop.press("2")
    case .library:
      Self.fill(&shop)
      shop.press("2")
    case .transactions:
      Self.fill(&shop)
      shop.press("3", "j")
    case .transactionFailed:
      Self.fill(&shop)
      shop.press("3")
    case .activity:
      Self.fill(&shop)
      shop.press("4")
    case .activityCause:
      Self.fill(&shop)
      shop.press("4", "j", "j", "j", .enter)
    case .activityTold:
      Self.fill(&shop)
      shop.press("4", "G", "k", .enter)
    case .storefronts: shop.press("s")
    case .languages: shop.press("l")
    case .nothingFound:
      shop.press("s")
      shop.type("atlantis")
    case .help: shop.press("?")
    case .helpTyped:
      shop.press("?")
      shop.type("downl")
    case .helpOnSheet:
      _ = try shop.openSheet(Self.seeds)
      shop.showFrame()
      shop.press("?")
    case .palette:
      shop.press("j", ":")
    case .paletteTyped:
      shop.press(.ctrl("p"))
      shop.type("cd")
    case .messages:
      Self.fail(&shop)
      shop.press("H")
    case .messageDetails:
      Self.fail(&shop)
      shop.press("E")
    case .copy:
      Self.fill(&shop)
      shop.press("3", "y")
    case .links: shop.press("o")
    case .welcome: _ = shop.state.start(welcomes: true)
    case .findings: shop.press("!")
    case .quit:
      Self.fill(&shop)
      shop.press("q")
    case .filterTyping:
      shop.press("/")
      shop.type("tele")
    case .filterKept:
      shop.press("/")
      shop.type("telescope")
      shop.press(.enter, "j")
    case .filterEmpty:
      shop.press("/")
      shop.type("quota?:1")
    case .filterActivity:
      Self.fill(&shop)
      shop.press("4", "/")
      shop.type("fin")
    case .zoomed: shop.press(.enter, "z")
    case .toasts: Self.fail(&shop)
    case .receipt: try Self.fillReceipt(&shop)
    case .receiptEmpty:
      shop.press("5")
      shop.take(.receiptRead(.missing))
    case .receiptInvalid:
      try Self.fillReceipt(
        &shop,
        .invalid(
          ReceiptFault(
            name: "wrongHash", message: "The receipt's hash does not match: it was issued for another device."
          )))
      shop.press("j")
    case .receiptChanges:
      try Self.fillReceipt(&shop)
      shop.press("j", "j")
    case .receiptRecord:
      try Self.fillReceipt(&shop)
      shop.press("j", "j", "j")
    case .token: try Self.openToken(&shop)
    case .tokenRenewal:
      try Self.openToken(&shop)
      shop.press(.tab)
    case .tokenUnfolded:
      try Self.openToken(&shop)
      shop.press(.enter, "j", "j", "j", "j", "j")
    case .tokenNotification: try Self.openToken(&shop, asNotification: true)
    case .receiptRefused:
      try Self.fillReceipt(&shop)
      let reading = try #require(shop.state.receipt.reading)
      shop.happen(.receiptRejected(StoreError(.unknown, .receiptInvalid, subject: "status 21005")))
      shop.take(.receiptRead(reading))
      while let toast = shop.state.toasts.shown.first { shop.take(.toastExpired(toast.id)) }
      shop.press("j")
    case .receiptBehind:
      try Self.fillReceipt(&shop)
      shop.happen(.receiptsChanged(.late))
      var late = shop.transaction("app.stargarden.planetarium", .purchased, price: "4.99")
      late.date = Shop.now.advanced(byMilliseconds: 90_000)
      shop.happen(.purchased(late))
      let reading = try #require(shop.state.receipt.reading)
      shop.take(.receiptRead(reading))
      while let toast = shop.state.toasts.shown.first { shop.take(.toastExpired(toast.id)) }
      shop.press("j", "j")
    case .lab:
      shop.press("6")
    case .labHeld: Self.fillLab(&shop)
    case .actions:
      Self.fill(&shop)
      shop.press("3", "G", "a")
    case .stageActions:
      Self.fillLab(&shop)
      shop.press("/")
      shop.type("charge")
      shop.press(.enter, "G", "a")
    case .preview:
      Self.fill(&shop)
      shop.press("3", "G", "a", .enter)
    case .handlers: Self.fillHandlers(&shop)
    case .handlerActions:
      Self.fillHandlers(&shop)
      shop.press("a")
    case .crashPreview:
      Self.fillLab(&shop)
      shop.press("a", .end, .enter)
    case .transactionRecord:
      try Self.fillReceipt(&shop)
      shop.press("j", "j", "j", .enter)
      if shop.state.screen == .receipt { shop.press(.enter) }
    case .accounts:
      Self.fillLab(&shop)
      shop.press("A")
    case .causes:
      Self.fill(&shop)
      shop.take(
        .called(
          HeardCall(
            words: "updatedTransactions(product=x,state=purchased)", isCallback: true,
            after: EventID(rawValue: 2))))
      shop.press("4", "G", "e")
    }
    return shop
  }

  /// An afternoon in the shop: bought, subscribed, cancelled, failed, two downloads.
  private static func fill(_ shop: inout Shop) {
    let content = shop.state.catalog.products.filter { $0.hostedContent != nil }
    let ends = Timestamp(milliseconds: Shop.now.milliseconds + 30 * 86_400_000)
    let seeds = shop.transaction(Self.seeds, .purchased, price: "0.99")
    let plan = shop.transaction(Self.trial, .purchased, price: "0", expiresAt: ends)
    shop.happen(.command(.buy(Payment(productID: Self.seeds))))
    shop.happen(.purchased(seeds), cause: EventID(rawValue: 1))
    shop.happen(
      .contentDelivered(transaction: seeds.id, product: seeds.productID, quantity: 1),
      cause: EventID(rawValue: 2))
    shop.happen(.finished(transaction: seeds.id, product: seeds.productID), cause: EventID(rawValue: 3))
    shop.happen(.command(.buy(Payment(productID: Self.trial))))
    shop.happen(.purchased(plan), cause: EventID(rawValue: 5))
    shop.happen(.finished(transaction: plan.id, product: plan.productID), cause: EventID(rawValue: 6))
    let pending = shop.transaction("app.stargarden.planetarium", .purchasing)
    shop.happen(.purchasing(pending))
    var downloads: [Download] = []
    for (index, product) in content.enumerated() {
      guard let hosted = product.hostedContent else { continue }
      let bought = shop.transaction(product.id, .purchased, price: "4.99")
      shop.happen(.purchased(bought), cause: EventID(rawValue: 5))
      var download = Download(
        productID: product.id, transactionID: bought.id, contentVersion: hosted.version,
        expectedContentLength: hosted.size)
      download.state = index == 0 ? .active : .paused
      download.receivedLength = hosted.size * Int64(index == 0 ? 48 : 25) / 100
      download.bytesPerSecond = index == 0 ? 2_100_000 : nil
      shop.happen(.download(download))
      downloads.append(download)
    }
    for error in [
      StoreError(.paymentCancelled, .cancelledAtSheet), StoreError(.paymentNotAllowed, .paymentsRefused),
    ] {
      shop.happen(.command(.buy(Payment(productID: Self.yearly))))
      let failed = shop.transaction(Self.yearly, .failed, error: error)
      shop.happen(.failed(failed), cause: EventID(rawValue: shop.lastEntry))
      shop.happen(
        .finished(transaction: failed.id, product: failed.productID), cause: EventID(rawValue: shop.lastEntry)
      )
    }
    let entitlements =
      content.map { product in
        Entitlement(
          productID: product.id, productType: product.type, transactionID: TransactionID(rawValue: 3),
          since: Shop.now, expiresAt: nil)
      } + [
        Entitlement(
          productID: Self.trial, productType: .autoRenewable, transactionID: plan.id, since: Shop.now,
          expiresAt: ends)
      ]
    shop.take(
      .libraryLoaded(
        LibrarySnapshot(
          library: Library(
            account: .tester, time: Shop.now, entitlements: entitlements,
            balances: [.init(productID: Self.seeds, quantity: 3)], downloads: downloads),
          settings: shop.state.facts.settings)))
    for toast in shop.state.toasts.shown + shop.state.toasts.waiting { shop.take(.toastExpired(toast.id)) }
    while let toast = shop.state.toasts.shown.first { shop.take(.toastExpired(toast.id)) }
  }

  /// The network goes, and with it a purchase.
  private static func fail(_ shop: inout Shop) {
    shop.happen(.networkChanged(isOn: false))
    shop.happen(.failed(shop.transaction(seeds, .failed, error: StoreError(.unknown, .networkOffline))))
    shop.happen(.restoreStarted, .restoreFinished(count: 0))
  }

  /// A purchase is held, one waits for the organizer, one was interrupted, and two things are set.
  private static func fillLab(_ shop: inout Shop) {
    let mia = AccountID(rawValue: "mia")
    shop.happen(.roleChanged(mia, .child), .roleChanged(AccountID(rawValue: "grace"), .organizer))
    var hold = StoreCondition(.delivery, .hold, product: seeds)
    hold.number = 1
    var fault = StoreCondition(.purchase, .fail, failure: StoreFailure("paymentNotAllowed"), times: 2)
    fault.number = 2
    shop.happen(.conditionSet(hold), .conditionSet(fault))
    var deferred = shop.transaction("app.stargarden.planetarium", .deferred)
    deferred.account = mia
    shop.happen(.deferred(deferred))
    let interrupted = shop.transaction(
      "app.stargarden.satellites", .failed, error: StoreError(.unknown, .interrupted))
    shop.happen(.failed(interrupted))
    let bought = shop.transaction(seeds, .purchased, price: "0.99")
    shop.happen(.purchased(bought))
    hold.seen = 1
    hold.hits = 1
    shop.happen(.conditionMet(hold, StageItem(bought)), .held(.delivery, StageItem(bought)))
    for toast in shop.state.toasts.shown + shop.state.toasts.waiting { shop.take(.toastExpired(toast.id)) }
    while let toast = shop.state.toasts.shown.first { shop.take(.toastExpired(toast.id)) }
    shop.press("6", "g")
  }

  /// A manual handler runs; from the next start on there are two, and a purchase kills the app.
  private static func fillHandlers(_ shop: inout Shop) {
    fillLab(&shop)
    var app = AppFacts()
    app.handlers = [HandlerStyle(finishing: .manual)]
    app.next = [
      HandlerStyle(products: [seeds, "app.stargarden.cocoa", "app.stargarden.planetarium"]),
      HandlerStyle(finishing: .immediately),
    ]
    app.fatalEvent = "purchased"
    shop.take(.appSet(app))
    while let toast = shop.state.toasts.shown.first { shop.take(.toastExpired(toast.id)) }
    shop.press("/")
    shop.type("next")
    shop.press(.enter, "g")
  }

  // MARK: - The receipt

  /// Two receipts, signed for a device: the coins that were in the first are used up in the second.
  private static func fillReceipt(_ shop: inout Shop, _ verdict: ReceiptReport.Verdict? = nil) throws {
    fill(&shop)
    shop.press("5")
    let ends = Timestamp(milliseconds: Shop.now.milliseconds + 30 * 86_400_000)
    let seed = InAppPurchase(
      productID: seeds.rawValue, transactionID: "1", purchaseDate: Shop.now, originalTransactionID: "1",
      originalPurchaseDate: Shop.now, kind: .consumable)
    let plan = InAppPurchase(
      productID: trial.rawValue, transactionID: "2", purchaseDate: Shop.now, originalTransactionID: "2",
      originalPurchaseDate: Shop.now, kind: .autoRenewable, expirationDate: ends, webOrderLineItemID: 2,
      isTrial: true,
      isIntroductory: false)
    let atlas = InAppPurchase(
      productID: "app.stargarden.atlas.deepsky", transactionID: "4", purchaseDate: Shop.now,
      originalTransactionID: "4", originalPurchaseDate: Shop.now, kind: .nonConsumable)
    let old = try receipt([seed, plan], at: Shop.now)
    let new = try receipt([plan, atlas], at: Shop.now.advanced(byMilliseconds: 60_000))
    let chain = ["Leaf", "Authority", "Root"].map {
      ReceiptReport.Signer(
        name: "Storefront Receipt \($0)", key: "RSA 2048", validFrom: Timestamp(milliseconds: 0),
        validUntil: Timestamp(milliseconds: 253_402_300_799_000))
    }
    var report = try ReceiptReport(
      new, verdict: verdict ?? .valid(chain), change: .difference(ReceiptDifference(from: old, to: new)),
      previousDate: Shop.now)
    let events = shop.state.facts.journal
    func entry(_ id: Int64, isFinish: Bool) -> JournalEntry? {
      events.first { entry in
        switch entry.event {
        case .finished(let transaction, _): isFinish && transaction.rawValue == id
        case .purchased(let transaction): !isFinish && transaction.id.rawValue == id
        default: false
        }
      }
    }
    report.causes = try ReceiptCauses(
      last: #require(entry(4, isFinish: false)),
      entries: ["4": #require(entry(4, isFinish: false)), "1": #require(entry(1, isFinish: true))])
    shop.take(.receiptRead(.read(report)))
  }

  private static let keys = Result { try SigningKeys.ephemeral() }

  private static func receipt(_ purchases: [InAppPurchase], at date: Timestamp) throws -> ReceiptContainer {
    let holder = ReceiptHolder(bundleID: "app.stargarden", seed: 1)
    var receipt = AppReceipt()
    (receipt.receiptType, receipt.bundleID) = ("ProductionSandbox", holder.bundleID)
    (receipt.applicationVersion, receipt.ageRating, receipt.creationDate) = (holder.version, "4+", date)
    receipt.originalPurchaseDate = AppReceipt.sandboxPurchaseDate
    receipt.originalApplicationVersion = AppReceipt.sandboxVersion
    receipt.purchases = purchases
    return try ReceiptContainer(try ReceiptIssuer(try keys.get()).issue(receipt, device: holder.device))
  }

  /// A real one has another signature each time.
  private static func openToken(_ shop: inout Shop, asNotification: Bool = false) throws {
    fill(&shop)
    shop.press("3", "G", "k", "t")
    let plan = token(
      .transaction,
      [
        .init("bundleId", "app.stargarden"), .init("currency", "USD"), .init("environment", "Sandbox"),
        .init("offerType", "1"), .init("originalTransactionId", "2"), .init("price", "4990"),
        .init("productId", trial.rawValue),
        .init("purchaseDate", "\(Shop.now.milliseconds)", date: Shop.now), .init("quantity", "1"),
        .init("transactionId", "2"), .init("type", "Auto-Renewable Subscription"),
      ])
    let renewal = token(
      .renewalInfo,
      [
        .init("autoRenewProductId", trial.rawValue), .init("autoRenewStatus", "1"),
        .init("originalTransactionId", "2"),
        .init("renewalDate", "\(Shop.now.milliseconds)", date: Shop.now),
      ])
    let notification = token(
      .notification,
      [
        .init("data.bundleId", "app.stargarden"), .init("data.environment", "Sandbox"),
        .init("data.signedRenewalInfo", renewal.compact), .init("data.signedTransactionInfo", plan.compact),
        .init("data.status", "1"), .init("notificationType", "SUBSCRIBED"),
        .init("signedDate", "\(Shop.now.milliseconds)", date: Shop.now), .init("subtype", "INITIAL_BUY"),
        .init("version", "2.0"),
      ])
    let subject = try #require(shop.state.signing)
    let tokens = asNotification ? [notification, plan, renewal] : [plan, renewal]
    shop.take(.signed(subject, .success(SignedTokens(tokens))))
  }

  /// Its payload's text is that payload's; certificates and signature only look like some.
  private static func token(_ kind: TokenKind, _ members: [TokenReading.Member]) -> TokenReading {
    let header = String(repeating: "eyJhbGciOiJFUzI1NiIsIng1YyI6WyJNSUlC", count: 60)
    let json = members.map { "\"\($0.name)\":\"\($0.value)\"" }.joined(separator: ",")
    let payload = Data("{\(json)}".utf8).base64EncodedString().filter { $0 != "=" }
    let signature = String(String(repeating: "q7-Zk_3vXw9", count: 8).prefix(86))
    return TokenReading(
      compact: "\(header).\(payload).\(signature)", kind: kind,
      certificates: ["Leaf", "Authority", "Root"].map { "Storefront Token \($0)" }, payload: members)
  }

  private static let someFindings = [
    Finding(
      severity: .error, path: "products[3].prices.USA", line: 41, column: 18,
      message: "a price is a decimal string such as \"9.99\", not a number",
      advice: "Put it in quotation marks."),
    Finding(
      severity: .warning, path: "products[5].famillyShareable", line: 60, column: 7,
      message: "this key is not known",
      advice: "Did you mean familyShareable?"),
    Finding(
      severity: .note, path: "groups[1]", line: 12, column: 5, message: "no product belongs to this group",
      advice: "Give it a product or take it out."),
  ]
}
