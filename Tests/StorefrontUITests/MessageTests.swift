import StoreCatalog
import StoreModel
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// What is said is never lost: toasts, their history, the details of errors, and trying again.
struct MessageTests {
  private func failure(_ shop: inout Shop, _ reason: StoreError.Reason = .networkOffline) {
    shop.happen(
      .failed(shop.transaction(SampleCatalog.coins, .failed, error: StoreError(.unknown, reason))))
  }

  private var texts: (Shop) -> [String] { { $0.state.messages.messages.map(\.content.text) } }

  @Test func `X33: of ten events at once none is lost, and no error is pushed out`() {
    var shop = Shop()
    var events: [Event] = []
    for number in 0..<10 {
      events.append(
        number % 2 == 0
          ? .networkChanged(isOn: number % 4 == 0)
          : .failed(
            shop.transaction(
              SampleCatalog.coins, .failed, error: StoreError(.unknown, .other, subject: "Fault \(number).")))
      )
    }
    shop.take(.entries(events.map { shop.entry($0) }))
    #expect(shop.state.messages.messages.count == 10)
    let said = Set(texts(shop))
    for number in stride(from: 1, to: 10, by: 2) {
      #expect(said.contains { $0.contains("Fault \(number).") }, "Fault \(number) is lost.")
    }
    #expect(shop.state.toasts.shown.count == 3)
    var seen: Set<String> = []
    for _ in 0..<20 {
      // Errors stay until they are dismissed; the timers of the rest run out.
      seen.formUnion(shop.state.toasts.shown.map(\.text))
      guard let toast = shop.state.toasts.shown.first else { break }
      if toast.level == .error { shop.press(.escape) } else { shop.take(.toastExpired(toast.id)) }
    }
    #expect(seen.filter { $0.contains("Fault") }.count == 5)
    shop.press("H")
    #expect(shop.screen.contains("Messages 1 of 10"))
  }

  @Test func `row 21: H lists what was said with time, level and count, the newest first`() {
    var shop = Shop()
    shop.press("H")
    #expect(shop.toasts == ["Nothing has been said yet."])
    shop.state.note(now: Shop.now.advanced(byMilliseconds: 3_600_000))
    for _ in 0..<3 { shop.press("1") }
    failure(&shop)
    shop.press("H")
    let lines = shop.screen.split(separator: "\n").map(String.init)
    let first = lines.firstIndex { $0.contains("Coins was not bought.") } ?? 0
    let second = lines.firstIndex { $0.contains("Store is open already.") } ?? 0
    #expect(first < second && lines[first].contains("error") && lines[first].contains("13:00:00"))
    #expect(lines[second].contains("×3"))
    // The chosen one stands below in full.
    #expect(lines.last { $0.contains("network is off") } != nil)
    shop.press("q")
    #expect(shop.state.context == .store)
  }

  @Test func `row 24: E shows what, why, what next, the code and the log`() {
    var shop = Shop(columns: 80, rows: 40)
    shop.press("E")
    #expect(shop.toasts == ["No error has happened."])
    failure(&shop)
    shop.press("E")
    for part in [
      "Coins was not bought.", "Why", "The store cannot be reached: the network is off.", "What to do",
      "Turn the network on, then try again.", "Press R to try again.", "SKErrorDomain 0", "networkOffline",
      "You asked to buy Coins.", "none: this run keeps nothing",
    ] {
      #expect(shop.screen.contains(part), "\(part) is missing:\n\(shop.screen)")
    }
    shop.press(.escape)
    #expect(shop.state.dialog == nil, "It was opened from the screen, so Esc leads there.")
    shop.press("H", .enter, .escape)
    #expect(shop.state.context == .messages, "From the list, Esc leads to the list.")
    shop.press(.escape)
    #expect(shop.state.dialog == nil)
  }

  @Test func `R tries again what failed, once, and a new failure can be tried again`() {
    var shop = Shop()
    shop.press("R")
    #expect(shop.toasts == ["Nothing has failed."])
    failure(&shop)
    #expect(shop.screen.contains("E more  R retry  Esc close"))
    shop.press("R")
    #expect(shop.commands == [.buy(Payment(productID: SampleCatalog.coins))])
    #expect(!shop.toasts.contains { $0.contains("Coins was not bought.") }, "Its message is gone.")
    shop.press("R")
    #expect(shop.commands.count == 1)
    #expect(shop.toasts.last?.contains("tried again already") == true)
    let request = shop.state.requests.keys.first ?? RequestID(rawValue: 0)
    failure(&shop)
    shop.press("R")
    #expect(shop.commands.count == 1, "The first try is not answered yet (K19).")
    #expect(shop.toasts.last?.contains("tried already") == true)
    shop.take(.answered(request, refusal: nil))
    shop.press("R")
    #expect(shop.commands.count == 2)
  }

  @Test func `what would fail again says so`() {
    var shop = Shop()
    failure(&shop, .invalidQuantity)
    shop.press("R")
    #expect(shop.commands.isEmpty)
    #expect(shop.toasts.last?.hasPrefix("It would fail again:") == true)
    #expect(!shop.screen.contains("R retry"))
  }

  @Test func `a product that is gone since cannot be tried again`() {
    var shop = Shop()
    failure(&shop)
    let without = SampleCatalog.catalog { $0.id == SampleCatalog.coins ? nil : $0 }
    shop.take(.catalogChanged(CatalogReading(catalog: without, format: .catalog)))
    shop.press("R")
    #expect(shop.commands.isEmpty)
    #expect(shop.toasts.last?.contains("no longer has") == true)
  }

  @Test func `restore, downloads, requests and reading can be tried again`() throws {
    var shop = Shop()
    shop.happen(.restoreStarted, .restoreFailed(StoreError(.unknown, .networkOffline)))
    shop.press("R")
    #expect(shop.commands == [.restore])
    var download = Download(
      productID: SampleCatalog.atlas, transactionID: nil, contentVersion: "1", expectedContentLength: 10)
    download.state = .failed
    download.failure = "The connection broke."
    shop.happen(.download(download))
    shop.press("R")
    #expect(shop.commands.last == .download(SampleCatalog.atlas, .start))
    shop.press("w")
    let request = try #require(shop.state.requests.first { $0.value == .network(isOn: false) }?.key)
    shop.take(.answered(request, refusal: StoreError(.unknown, .ledgerUnavailable, subject: "disk full")))
    #expect(shop.toasts.contains { $0.contains("The setting was not changed.") && $0.contains("disk full") })
    shop.press("R")
    #expect(shop.commands.last == .network(isOn: false))
    shop.take(.loadFailed(StoreError(.unknown, .ledgerUnavailable, subject: "disk full")))
    let effects = shop.press("R")
    #expect(effects.contains(.loadLibrary))
    #expect(shop.state.isLoadingJournal && shop.state.isLoadingTransactions)
  }

  @Test func `C10: a purchase that was cancelled is no error and has nothing to try again`() {
    var shop = Shop()
    shop.happen(
      .failed(
        shop.transaction(
          SampleCatalog.coins, .failed, error: StoreError(.paymentCancelled, .cancelledAtSheet))))
    shop.press("E")
    #expect(shop.toasts.last == "No error has happened.")
    #expect(shop.toasts.first?.contains("cancelled") == true)
  }

  @Test func `clicks and the wheel work in the history`() throws {
    var shop = Shop()
    for number in 0..<40 {
      shop.happen(
        .failed(
          shop.transaction(
            SampleCatalog.coins, .failed,
            error: StoreError(.unknown, .receiptInvalid, subject: "Fault \(number)."))))
    }
    shop.press("H")
    let lines = ShopLayout.inside(shop.state.layout.messages.list)
    let point = Point(column: lines.column + 4, row: lines.row + 3)
    shop.take(.input(.mouse(MouseEvent(.wheelDown, at: point))))
    shop.take(.input(.mouse(MouseEvent(.press(.left), at: point))))
    guard case .messages(let reader) = shop.state.dialog else {
      Issue.record("The history should be open.")
      return
    }
    #expect(reader.cursor.top == 3 && reader.cursor.selected == shop.state.messages.messages.reversed()[6].id)
    shop.take(.input(.mouse(MouseEvent(.press(.left), at: point))))
    #expect(shop.screen.contains("What to do"))
  }

  @Test func `a trial that begins says until when it is free`() {
    var shop = Shop()
    let week = Shop.now.advanced(byMilliseconds: 7 * 86_400_000)
    var plan = shop.transaction(SampleCatalog.gold, .purchased, price: "0", expiresAt: week)
    plan.offerKind = .introductory
    shop.happen(.purchased(plan))
    #expect(shop.toasts.last?.hasSuffix("has started, free until \(shop.state.clock.day(week)).") == true)
  }
}
