import Purchasing
import StoreModel
import StoreReceipts
import StoreScript
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// The Receipt screen and the signed forms, from keys to what is seen.
struct ReceiptScreenTests {
  private func reads(_ effects: [Effect]) -> Int { effects.count { $0 == .readReceipt } }

  // MARK: - When it is read

  @Test func `nothing of the receipt is read before its screen is shown, and then once`() {
    var shop = Shop()
    shop.happen(.purchased(shop.transaction(SampleCatalog.coins, .purchased)))
    shop.press("2", "4")
    #expect(reads(shop.effects) == 0)
    #expect(reads(shop.press("5")) == 1)
    #expect(shop.screen.contains("Reading the receipt"))
    shop.press("j")
    shop.take(.receiptRead(.missing))
    #expect(reads(shop.effects) == 1)
  }

  @Test func `it is read again after news, but never twice at a time, and not out of sight`() {
    var shop = Shop()
    shop.press("5")
    #expect(reads(shop.happen(.networkChanged(isOn: false))) == 0, "while it is being read")
    #expect(reads(shop.take(.receiptRead(.missing))) == 1)
    shop.take(.receiptRead(.missing))
    shop.press("1")
    #expect(reads(shop.happen(.networkChanged(isOn: true))) == 0)
    #expect(reads(shop.press("5")) == 1)
  }

  @Test func `C14: a refresh is asked for once, and the receipt read when it has been answered`() throws {
    var shop = Shop()
    shop.press("5")
    shop.take(.receiptRead(.missing))
    shop.press("u", "u")
    #expect(shop.commands == [.refreshReceipt])
    #expect(shop.toasts == ["A new receipt is on its way. One moment."])
    let request = try #require(shop.state.requests.keys.first)
    #expect(reads(shop.take(.answered(request, refusal: nil))) == 1)
  }

  // MARK: - What it says

  @Test func `R27, C15: no receipt is normal on a fresh install, and it is said what brings one`() throws {
    let shop = try Gallery.receiptEmpty.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    #expect(shop.screen.contains("No receipt yet") && shop.screen.contains("normal on a fresh install"))
    #expect(shop.state.availability(of: .open) != .enabled)
  }

  @Test func `a receipt is fields with their numbers, a chain, a difference and records`() throws {
    var shop = try Gallery.receipt.shop(locale: "en", storefront: "USA", columns: 120, rows: 36)
    #expect(shop.screen.contains("2   bundle id: app.stargarden"))
    shop.press("j")
    #expect(shop.screen.contains("Storefront Receipt Root") && shop.screen.contains("trusted"))
    shop.press("j")
    #expect(shop.screen.contains("New: 1") && shop.screen.contains("Gone: 1"))
    shop.press("j")
    #expect(shop.screen.contains("1703  transaction: 4") && shop.screen.contains("Deep-Sky"))
  }

  @Test func `R184: what is not valid is named, with the next step`() throws {
    let shop = try Gallery.receiptInvalid.shop(locale: "en", storefront: "USA", columns: 100, rows: 30)
    #expect(shop.screen.contains("not valid") && shop.screen.contains("wrongHash"))
    #expect(shop.screen.contains("Press u to ask the store for a new one"))
  }

  @Test func `issue 5: the difference names the event, and Enter leads to it`() throws {
    var shop = try Gallery.receiptChanges.shop(locale: "en", storefront: "USA", columns: 120, rows: 36)
    let last = try #require(shop.state.receipt.report?.causes?.last)
    #expect(shop.screen.contains("Changed up to entry \(last.id)"))
    #expect(shop.screen.contains("Deep-Sky Atlas was bought for $4.99."))
    #expect(shop.screen.contains("Signed before: 30 Nov 2026 12:00:00"))
    shop.press(.enter)
    #expect(shop.state.screen == .activity && shop.state.selectedEntry == last)
  }

  @Test func `where the difference is out of sight, the first Enter shows it and the second the event`()
    throws
  {
    var shop = try Gallery.receiptChanges.shop(locale: "en", storefront: "USA", columns: 40, rows: 12)
    shop.press(.enter)
    #expect(shop.state.screen == .receipt && shop.state.pane == .detail)
    shop.press(.enter)
    #expect(shop.state.screen == .activity)
  }

  @Test func `R184: what the app did not accept is said beside what the receipt is in itself`() throws {
    var shop = try Gallery.receiptRefused.shop(locale: "en", storefront: "USA", columns: 120, rows: 36)
    #expect(shop.screen.contains("not accepted") && shop.screen.contains("Not accepted by the app"))
    #expect(shop.screen.contains("Press u to ask"))
    let reading = try #require(shop.state.receipt.reading)
    shop.happen(.receiptRefreshed(purchases: 2))
    shop.take(.receiptRead(reading))
    #expect(!shop.screen.contains("ot accepted"))
  }

  @Test func `C15: what a late receipt lacks is counted, with the next step`() throws {
    var shop = try Gallery.receiptBehind.shop(locale: "en", storefront: "USA", columns: 120, rows: 36)
    #expect(shop.screen.contains("lacks 1") && shop.screen.contains("Not in it yet: 1 newer purchase."))
    #expect(shop.screen.contains("The store is set to send receipts late. Press u"))
    shop.take(.receiptRead(.missing))
    #expect(shop.screen.contains("only a refresh does"))
    shop.happen(.receiptsChanged(.missing))
    #expect(shop.screen.contains("The store is set to give out none"))
  }

  @Test func `numbers and dates of fields are explained beside the value`() throws {
    var shop = try Gallery.receiptRecord.shop(locale: "en", storefront: "USA", columns: 120, rows: 36)
    #expect(shop.screen.contains("product type: 0 (non-consumable)"))
    shop.press("G")
    #expect(
      shop.screen.contains("product type: 3 (auto-renewable)") && shop.screen.contains("free trial: 1 (yes)"))
    #expect(shop.screen.contains("(30 Nov 2026 12:00:00)"))
  }

  // MARK: - From a transaction

  @Test func `issue 6: a transaction says where it stands in the receipt, and Enter leads there and back`()
    throws
  {
    var shop = try Gallery.receiptRecord.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    let record = try #require(shop.state.selectedRecord?.transactionID)
    shop.press(.enter)
    #expect(shop.state.screen == .transactions)
    let count = try #require(shop.state.receipt.report?.purchases.count)
    #expect(
      shop.state.detailParagraphs.plainLines.contains { $0.contains("of \(count)") && $0.contains("record") })
    shop.press(.enter)
    #expect(shop.state.screen == .receipt && shop.state.selectedRecord?.transactionID == record)
    shop.press(.enter)
    #expect(shop.state.screen == .transactions)
  }

  @Test func `where a transaction stands is read when somebody looks at it, and again after news`() {
    var shop = Shop()
    shop.happen(.purchased(shop.transaction(SampleCatalog.coins, .purchased)))
    #expect(reads(shop.press("3")) == 1)
    #expect(shop.state.detailParagraphs.plainLines.contains("Receipt: is being read"))
    #expect(reads(shop.take(.receiptRead(.missing))) == 0)
    #expect(shop.state.detailParagraphs.plainLines.contains("Receipt: there is none on this device"))
    #expect(reads(shop.happen(.networkChanged(isOn: false))) == 1)
  }

  @Test func `R67: what is not in the receipt is said, with the reason`() throws {
    var shop = try Gallery.receipt.shop(locale: "en", storefront: "USA", columns: 120, rows: 36)
    let signed = try #require(shop.state.receipt.report?.creationDate)
    func words(_ change: (inout Transaction) -> Void) -> String {
      var transaction = shop.transaction(SampleCatalog.coins, .purchased, id: 900)
      change(&transaction)
      return shop.state.place(inReceipt: transaction).words
    }
    #expect(words { $0.isFinished = true }.contains("leaves it when it is finished"))
    #expect(words { $0.account = AccountID(rawValue: "mia") }.contains("it is mia's"))
    #expect(words { $0.date = signed.advanced(byMilliseconds: 1) }.contains("it was signed before; u asks"))
    let failed = shop.transaction(SampleCatalog.coins, .failed)
    #expect(shop.state.place(inReceipt: failed).words == "not in it: nothing was bought")
  }

  // MARK: - To the transaction

  @Test func `Enter on a record shows its transaction`() throws {
    var shop = try Gallery.receiptRecord.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    #expect(shop.screen.contains("transaction"))
    shop.press(.enter)
    #expect(shop.state.screen == .transactions && shop.state.selectedTransaction?.id.rawValue == 4)
  }

  @Test func `where the details are out of sight, the first Enter shows them and the second the transaction`()
    throws
  {
    var shop = try Gallery.receiptRecord.shop(locale: "en", storefront: "USA", columns: 40, rows: 12)
    shop.press(.enter)
    #expect(shop.state.screen == .receipt && shop.screen.contains("1703"))
    shop.press(.enter)
    #expect(shop.state.screen == .transactions && shop.state.selectedTransaction?.id.rawValue == 4)
  }

  @Test func `older pages are read until the transaction is there, or it is said that there is none`() throws
  {
    let shop = try Gallery.receipt.shop(locale: "en", storefront: "USA", columns: 100, rows: 30)
    let report = try #require(shop.state.receipt.report)
    #expect(report.purchases.map(\.transactionID) == ["4", "2"])
    // Seen from a shop that has read nothing yet.
    var fresh = Shop()
    fresh.take(.transactionsLoaded([fresh.transaction(SampleCatalog.coins, .purchased, id: 90)], before: nil))
    fresh.press("5")
    fresh.take(.receiptRead(.read(report)))
    fresh.press("G")
    let asked = fresh.press(.enter)
    #expect(asked == [.loadTransactions(before: TransactionID(rawValue: 90))])
    let page = [fresh.transaction(SampleCatalog.gold, .purchased, id: 2)]
    fresh.take(.transactionsLoaded(page, before: TransactionID(rawValue: 90)))
    #expect(fresh.state.screen == .transactions && fresh.state.selectedTransaction?.id.rawValue == 2)
    fresh.press("5", "g", "j", "j", "j", .enter)
    fresh.take(.transactionsLoaded([], before: TransactionID(rawValue: 2)))
    #expect(fresh.state.screen == .receipt)
    #expect(fresh.toasts.last?.contains("The store has no transaction 4") == true)
  }

  // MARK: - Signed forms

  @Test func `the signed form opens when it has come, and not over something that was opened meanwhile`()
    throws
  {
    var shop = try Gallery.token.shop(locale: "en", storefront: "USA", columns: 100, rows: 30)
    #expect(shop.state.context == .token)
    #expect(shop.screen.contains("Signed transaction 2") && shop.screen.contains("(30 Nov 2026 12:00:00)"))
    guard case .token(let reader) = shop.state.dialog else {
      Issue.record("no token is open")
      return
    }
    shop.press(.escape, "t", "s")
    shop.take(.signed(.transaction(TransactionID(rawValue: 2)), .success(reader.signed)))
    #expect(shop.state.context == .picker)
  }

  @Test func `y copies the token that is shown, v pages it on one line, Tab turns to the renewal info`()
    throws
  {
    var shop = try Gallery.token.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    guard case .token(let reader) = shop.state.dialog, let compact = reader.token?.compact else {
      Issue.record("no token is open")
      return
    }
    #expect(shop.press("y") == [.copy(compact)])
    let paged = shop.press("v")
    guard case .page(let text) = paged.first else {
      Issue.record("nothing was paged: \(paged)")
      return
    }
    #expect(text.split(separator: "\n").contains { $0 == compact })
    shop.press(.tab)
    #expect(shop.screen.contains("Signed renewal info 2"))
    shop.take(.copied(compact, .sent(bytes: 4000)))
    #expect(shop.toasts.last.map { $0.count < 400 } == true, "the message does not repeat all of it")
  }

  @Test func `E15, E18: a journal entry says what the app's server is told of it, and t shows that signed`() {
    var shop = Shop()
    let ends = Shop.now.advanced(byMilliseconds: 86_400_000)
    let silver = shop.transaction(SampleCatalog.silver, .purchased, expiresAt: ends)
    let gold = shop.transaction(SampleCatalog.gold, .purchased, expiresAt: ends)
    var refunded = gold
    (refunded.revokedAt, refunded.revocation) = (Shop.now, Revocation(.refund, percentage: 100))
    shop.press("4")
    func server() -> String? {
      shop.state.detailParagraphs.plainLines.first { $0.hasPrefix("Server: ") }
    }
    shop.happen(.purchased(silver))
    #expect(server() == "Server: SUBSCRIBED INITIAL_BUY")
    shop.happen(.purchased(gold), .upgraded(transaction: silver.id, by: gold.id))
    #expect(server() == nil, "the entry of the purchase tells of the upgrade")
    shop.press("t")
    #expect(!shop.effects.contains { if case .sign = $0 { true } else { false } })
    #expect(shop.toasts.last?.contains("No server is told of this.") == true)
    shop.press(.escape, "j")
    #expect(server() == "Server: DID_CHANGE_RENEWAL_PREF UPGRADE")
    shop.press("g")
    shop.happen(.revoked(refunded))
    #expect(server() == "Server: REFUND")
    #expect(shop.press("t") == [.sign(.notification(EventID(rawValue: 4)))])
    let tokens = [TokenKind.notification, .transaction].map {
      TokenReading(compact: "a.b.c", kind: $0, certificates: ["Leaf"], payload: [.init("a", "b")])
    }
    shop.take(.signed(.notification(EventID(rawValue: 4)), .success(SignedTokens(tokens))))
    #expect(shop.state.context == .token && shop.screen.contains("Signed notification"))
    shop.press(.tab)
    #expect(shop.screen.contains("Signed transaction"))
  }

  @Test func `where older transactions are not loaded, it is not said whether a subscription is the first`() {
    var shop = Shop()
    var plan = shop.transaction(SampleCatalog.silver, .purchased, id: 90)
    shop.press("4")
    shop.happen(.purchased(plan))
    #expect(
      shop.state.detailParagraphs.plainLines.contains("Server: SUBSCRIBED INITIAL_BUY"), "it has no group")
    plan = Transaction(
      id: TransactionID(rawValue: 91), payment: plan.payment, productType: .autoRenewable,
      storefront: "USA", groupID: GroupID("club"), state: .purchased, createdAt: Shop.now, date: Shop.now)
    shop.happen(.purchased(plan))
    #expect(shop.state.detailParagraphs.plainLines.contains("Server: SUBSCRIBED"))
    shop.take(.transactionsLoaded([], before: TransactionID(rawValue: 90)))
    #expect(shop.state.detailParagraphs.plainLines.contains("Server: SUBSCRIBED INITIAL_BUY"))
  }

  @Test func `what was not bought is not signed, and it is said why`() throws {
    var shop = Shop()
    shop.happen(
      .failed(shop.transaction(SampleCatalog.coins, .failed, error: StoreError(.unknown, .networkOffline))))
    shop.press("3", "t")
    #expect(shop.toasts.last?.contains("only what was bought or restored is signed") == true)
    #expect(shop.state.dialog == nil && shop.state.signing == nil)
  }
}
