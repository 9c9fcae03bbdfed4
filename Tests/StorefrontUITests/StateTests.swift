import Foundation
import Purchasing
import StoreCatalog
import StoreModel
import StoreScript
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// What news does to lists, selections and messages.
struct StateTests {
  @Test func `K17: a catalogue that changes keeps the selection by id, else the nearest row`() {
    var shop = Shop()
    shop.press("j", "j")
    #expect(shop.state.selectedProduct?.id == SampleCatalog.silver)
    let without = SampleCatalog.catalog { $0.id == SampleCatalog.gold ? nil : $0 }
    shop.take(.catalogChanged(CatalogReading(catalog: without, format: .catalog)))
    #expect(shop.state.selectedProduct?.id == SampleCatalog.silver)
    let neither = SampleCatalog.catalog {
      [SampleCatalog.gold, SampleCatalog.silver].contains($0.id) ? nil : $0
    }
    shop.take(.catalogChanged(CatalogReading(catalog: neither, format: .catalog)))
    #expect(shop.state.selectedProduct?.id == SampleCatalog.bronze)
  }

  @Test func `a broken save keeps the last good catalogue and says where it is broken`() {
    var shop = Shop()
    let error = CatalogError(
      file: "/home/shop/catalog.json", line: 3, column: 14, problem: "expected ','", advice: "Correct it.")
    shop.take(.catalogBroken(error))
    #expect(shop.state.products.count == 9)
    #expect(shop.toasts.first?.contains("catalog.json:3:14: expected ','.") == true)
    #expect(shop.screen.contains("catalogue broken"))
    shop.press("!")
    #expect(shop.screen.contains("last good version"))
  }

  @Test func `X25: a restore of nothing is no success`() {
    var shop = Shop()
    shop.happen(.restoreStarted, .restoreFinished(count: 0))
    #expect(shop.state.toasts.shown.map(\.level) == [.info])
    #expect(shop.toasts == ["Nothing to restore for tester."])
  }

  @Test func `X25, R67: a restore tells what is never restored, and that is no success`() {
    var shop = Shop()
    shop.happen(
      .restoreStarted,
      .restoreSkipped(RestoreOmission(product: SampleCatalog.coins, reason: .consumable, quantity: 3)),
      .restoreSkipped(RestoreOmission(product: SampleCatalog.theme, reason: .revoked, quantity: 1)),
      .restoreFinished(count: 0))
    #expect(shop.state.toasts.shown.map(\.level) == [.info])
    #expect(
      shop.toasts == [
        "Nothing to restore for tester. Not restored: Coins (used up), Theme (taken back)."
      ])
  }

  @Test(arguments: [
    ("7E3FB20B-4CDB-47CC-936D-99D65F608138", ["7e3fb20b-4cdb-47cc-936d-99d65f608138"]),
    ("ann", ["none: the user is no UUID"]),
    (Payment.applicationUsername(for: "tester"), ["no UUID", "Hash of", "tester"]),
    (Payment.applicationUsername(for: "ada"), ["no UUID", "another name than tester"]),
  ])
  func `a transaction shows its user, the account token that comes of it, and whether it fits the account`(
    _ user: String, _ words: [String]
  ) {
    var shop = Shop()
    var transaction = shop.transaction(SampleCatalog.theme, .purchased)
    transaction.payment = Payment(productID: SampleCatalog.theme, applicationUsername: user)
    shop.happen(.purchased(transaction))
    shop.press("3")
    let text = shop.state.detailParagraphs.map(\.words).joined(separator: " ")
    for word in [user] + words { #expect(text.contains(word), "\(text)") }
  }

  @Test func `X25: a restore names what came back, also when it failed half-way`() {
    var shop = Shop()
    let theme = shop.transaction(SampleCatalog.theme, .restored)
    shop.happen(.restoreStarted, .restored(theme), .restoreFailed(StoreError(.unknown, .networkOffline)))
    #expect(shop.toasts.count == 1)
    #expect(shop.toasts.first?.contains("Came back before that: Theme.") == true)
    #expect(shop.state.toasts.shown.first?.level == .error)
  }

  @Test func `C10: a cancelled purchase is told, and not as an error`() {
    var shop = Shop()
    shop.happen(
      .failed(
        shop.transaction(
          SampleCatalog.coins, .failed, error: StoreError(.paymentCancelled, .cancelledAtSheet))))
    #expect(shop.state.toasts.shown.map(\.level) == [.info])
  }

  @Test func `X26: a purchase that waits for approval is shown as waiting and blocks nothing`() {
    var shop = Shop()
    shop.happen(.purchasing(shop.transaction(SampleCatalog.coins, .deferred)))
    shop.press("3")
    #expect(shop.screen.contains("waits for approval"))
    shop.press("1", "b")
    #expect(shop.commands.count == 1)
  }

  @Test func `X29: odd numbers of a download never show more than 100 % or less than nothing`() {
    var download = Download(
      productID: SampleCatalog.atlas, transactionID: nil, contentVersion: "1", expectedContentLength: 0,
      state: .active)
    for (received, expected, rate) in [(5, 0, 0), (900, 100, -4), (-7, 100, 1), (0, 100, nil)]
      as [(Int64, Int64, Int64?)]
    {
      download = Download(
        productID: SampleCatalog.atlas, transactionID: nil, contentVersion: "1",
        expectedContentLength: expected,
        state: .active, receivedLength: received, bytesPerSecond: rate)
      var shop = Shop()
      shop.happen(.download(download))
      shop.press("2")
      #expect((0...100).contains(Measures.percent(download)))
      #expect(!shop.screen.contains("nan") && !shop.screen.contains("inf") && !shop.screen.contains("-"))
    }
    #expect(Measures.timeLeft(download) == "time left unknown")
    #expect(Measures.speed(download) == "speed unknown")
  }

  @Test func `messages: at most three, repeats counted, errors stay, the others are timed`() {
    var toasts = Toasts()
    #expect(toasts.say("One", .info) == [.expireToast(1, after: .seconds(3))])
    #expect(toasts.say("Two", .warning) == [.expireToast(2, after: .seconds(6))])
    #expect(toasts.say("Three", .error).isEmpty)
    _ = toasts.say("Three", .error)
    #expect(toasts.shown.last?.count == 2)
    _ = toasts.say("Four", .info)
    #expect(toasts.shown.map(\.text) == ["Two", "Three", "Four"], "What only informs makes room.")
    _ = toasts.say("Five", .error)
    _ = toasts.say("Six", .info)
    #expect(toasts.shown.map(\.text) == ["Two", "Three", "Five"])
    #expect(toasts.waiting.map(\.text) == ["Six"])
    #expect(toasts.remove(2) == [.expireToast(toasts.shown.last?.id ?? 0, after: .seconds(3))])
    #expect(toasts.shown.map(\.text) == ["Three", "Five", "Six"])
  }

  @Test func `an old timer does not end a message that was said again`() {
    var toasts = Toasts()
    _ = toasts.say("Saved", .info)
    _ = toasts.say("Saved", .info)
    _ = toasts.remove(1)
    #expect(toasts.shown.map(\.count) == [2])
  }

  @Test func `the newest transaction stays selected as others come in, an older one stays where it is`() {
    var shop = Shop()
    shop.happen(.purchased(shop.transaction(SampleCatalog.coins, .purchased)))
    shop.press("3")
    shop.happen(.purchased(shop.transaction(SampleCatalog.theme, .purchased)))
    #expect(shop.state.selectedTransaction?.productID == SampleCatalog.theme)
    shop.press("j")
    shop.happen(.purchased(shop.transaction(SampleCatalog.season, .purchased)))
    #expect(shop.state.selectedTransaction?.productID == SampleCatalog.coins)
  }

  @Test func `older transactions are asked for once, when the end comes near`() {
    var shop = Shop()
    var page: [Transaction] = []
    for id in (101...150).reversed() {
      page.append(shop.transaction(SampleCatalog.coins, .purchased, id: Int64(id)))
    }
    shop.take(.transactionsLoaded(page, before: nil))
    shop.press("3")
    let near = shop.press("G")
    #expect(near == [.loadTransactions(before: TransactionID(rawValue: 101))])
    #expect(shop.press("G").isEmpty)
    shop.take(.transactionsLoaded([], before: TransactionID(rawValue: 101)))
    #expect(shop.press("k", "G").isEmpty, "The end was reached.")
  }

  @Test func `late progress does not bring back a download that has ended`() {
    var shop = Shop()
    var download = Download(
      productID: SampleCatalog.atlas, transactionID: nil, contentVersion: "1", expectedContentLength: 100,
      state: .active)
    shop.happen(.download(download))
    download.receivedLength = 40
    shop.take(.progress([download]))
    #expect(shop.state.facts.downloads[SampleCatalog.atlas]?.receivedLength == 40)
    var cancelled = download
    cancelled.state = .cancelled
    shop.happen(.download(cancelled))
    shop.take(.progress([download]))
    #expect(shop.state.facts.downloads[SampleCatalog.atlas]?.state == .cancelled)
  }

  @Test func `a library that was read before the news does not undo it`() {
    var shop = Shop()
    var download = Download(
      productID: SampleCatalog.atlas, transactionID: nil, contentVersion: "1", expectedContentLength: 100,
      state: .active)
    shop.happen(.download(download))
    let asOf = EventID(rawValue: shop.lastEntry)
    let library = Library(
      account: .tester, time: Shop.now, entitlements: [], balances: [], downloads: [download])
    let snapshot = LibrarySnapshot(library: library, settings: shop.state.facts.settings, asOf: asOf)
    download.state = .cancelled
    shop.happen(.download(download), .networkChanged(isOn: false))
    shop.take(.libraryLoaded(snapshot))
    #expect(shop.state.facts.downloads[SampleCatalog.atlas]?.state == .cancelled)
    #expect(shop.state.facts.settings.networkIsOn == false)
  }

  @Test func `entries that were read already change nothing`() {
    var shop = Shop()
    let entry = shop.entry(.networkChanged(isOn: false))
    shop.take(.entries([entry]))
    shop.take(.entries([entry]))
    shop.take(.journalLoaded([entry], before: nil))
    #expect(shop.state.facts.journal.count == 1)
  }

  @Test func `the queue's depth and the pending badge follow the transactions`() {
    var shop = Shop()
    let coins = shop.transaction(SampleCatalog.coins, .purchasing)
    shop.happen(.purchasing(coins))
    #expect(shop.state.facts.queueDepth == 1)
    #expect(shop.screen.contains("Pending…"))
    shop.happen(.finished(transaction: coins.id, product: coins.productID))
    #expect(shop.state.facts.queueDepth == 0)
    #expect(!shop.screen.contains("Pending…"))
  }

  @Test func `a list knows its lines, headings and ends`() {
    let list = SectionedList<Int>([
      .init(title: "A", ids: [1, 2]), .init(title: "Empty", ids: []),
      .init(title: "B", ids: [3], itemHeight: 2),
    ])
    let lines = (0..<list.lineCount).map { list.content(of: $0) }
    #expect(
      lines == [
        .heading(section: 0), .item(1, section: 0, part: 0), .item(2, section: 0, part: 0), .blank,
        .heading(section: 1), .item(3, section: 1, part: 0), .item(3, section: 1, part: 1),
      ])
    #expect(list.id(nearest: 99) == 3)
    #expect(list.lines(of: 2) == 5..<7)
    #expect(SectionedList<Int>().id(nearest: 0) == nil)
  }

  @Test func `a hundred thousand products: a frame asks only for what is in sight`() {
    let products = (0..<100_000).map { number in
      Product(
        id: ProductID("p\(number)"), type: .consumable, referenceName: "Thing \(number)", prices: ["USA": 1])
    }
    let catalog = Catalog(app: SampleCatalog.catalog.app, defaultLocale: "en", products: products)
    var shop = Shop(catalog: catalog)
    for _ in 0..<200 {
      shop.press(.pageDown)
      _ = shop.canvas()
    }
    shop.press("G")
    #expect(shop.screen.contains("Thing 99999"))
    #expect(shop.state.texts.keptRows < 6000)
  }
}

extension Paragraph {
  fileprivate var words: String {
    switch self {
    case .field(let label, let value, _): "\(label) \(value)"
    default: ""
    }
  }
}
