import Foundation
import StoreLedger
import StoreModel
import Testing

extension ProgramTests {
  /// `events --json` is read by other people's programs: each kind of event keeps its form for good.
  @Suite struct EventForms {
    private static let bought = Transaction(
      id: TransactionID(rawValue: 7),
      payment: Payment(productID: "p", quantity: 2, applicationUsername: "ann", offerID: "o"),
      productType: .autoRenewable, storefront: "USA", groupID: GroupID("g"), state: .purchased,
      createdAt: noon, date: noon, price: Price(amount: 5, currency: "USD"), expiresAt: noon, offerID: "i",
      offerKind: .introductory)
    private static let noon = Timestamp(milliseconds: 1_796_040_000_000)

    private static var restored: Transaction {
      var copy = bought
      copy.state = .restored
      copy.original = Transaction.Original(id: TransactionID(rawValue: 1), date: noon, productID: "p")
      return copy
    }

    private static var failed: Transaction {
      Transaction(
        id: TransactionID(rawValue: 8), payment: Payment(productID: "q"), productType: .consumable,
        storefront: "USA", state: .failed, createdAt: noon,
        error: StoreError(.paymentInvalid, .unknownProduct, subject: "q"))
    }

    private static let download = Download(
      productID: "p", transactionID: bought.id, contentVersion: "1.0", expectedContentLength: 9,
      state: .failed, receivedLength: 3, failure: "No.")

    private static let condition = StoreCondition(
      .purchase, .fail, failure: StoreFailure("unknown"), times: 1)
    private static let item = StageItem(transaction: bought.id, product: "p", account: .tester)

    private static var revoked: Transaction {
      var copy = failed
      copy.revokedAt = noon
      copy.revocation = Revocation(.prorated, percentage: 40)
      return copy
    }

    private static let failedForm = #"""
      {"account":"tester","createdAt":"2026-11-30T12:00:00.000Z","error":{"code":3,"reason":"unknownProduct",\#
      "subject":"q"},"id":"8","isFinished":false,"isUpgraded":false,"payment":{"applicationUsername":"",\#
      "productID":"q","quantity":1},"productType":"consumable","state":2,"storefront":"USA"}
      """#

    private static let revokedForm = failedForm.replacing(
      #""state":2"#,
      with:
        #""revocation":{"kind":"REFUND_PRORATED","percentage":40},"revokedAt":"2026-11-30T12:00:00.000Z","state":2"#
    )

    /// Every kind of command and of event, with its form.
    private static let forms: [(event: Event, form: String)] = [
      (
        .command(.buy(bought.payment)),
        #"""
        {"command":{"buy":{"applicationUsername":"ann","offerID":"o","productID":"p",\#
        "quantity":2}}}
        """#
      ),
      (.command(.confirm(bought.id)), #"{"command":{"confirm":"7"}}"#),
      (.command(.cancel(bought.id)), #"{"command":{"cancel":"7"}}"#),
      (.command(.restore), #"{"command":{"restore":{}}}"#),
      (.command(.finish(bought.id)), #"{"command":{"finish":"7"}}"#),
      (.command(.download("p", .pause)), #"{"command":{"download":{"action":"pause","product":"p"}}}"#),
      (.command(.storefront("DEU")), #"{"command":{"storefront":"DEU"}}"#),
      (.command(.payments(allowed: false)), #"{"command":{"payments":false}}"#),
      (.command(.network(isOn: true)), #"{"command":{"network":true}}"#),
      (.command(.receipts(.late)), #"{"command":{"receipts":"late"}}"#),
      (.command(.refreshReceipt), #"{"command":{"refreshReceipt":{}}}"#),
      (
        .purchasing(failed),
        #"""
        {"purchasing":{"account":"tester","createdAt":"2026-11-30T12:00:00.000Z",\#
        "error":{"code":3,"reason":"unknownProduct","subject":"q"},"id":"8","isFinished":false,\#
        "isUpgraded":false,"payment":{"applicationUsername":"","productID":"q","quantity":1},\#
        "productType":"consumable","state":2,"storefront":"USA"}}
        """#
      ),
      (
        .purchased(bought),
        #"""
        {"purchased":{"account":"tester","createdAt":"2026-11-30T12:00:00.000Z",\#
        "date":"2026-11-30T12:00:00.000Z","expiresAt":"2026-11-30T12:00:00.000Z","groupID":"g",\#
        "id":"7","isFinished":false,"isUpgraded":false,"offerID":"i","offerKind":"introductory",\#
        "payment":{"applicationUsername":"ann","offerID":"o","productID":"p","quantity":2},\#
        "price":{"amount":"5","currency":"USD"},"productType":"autoRenewable","state":1,\#
        "storefront":"USA"}}
        """#
      ),
      (.upgraded(transaction: failed.id, by: bought.id), #"{"upgraded":{"by":"7","transaction":"8"}}"#),
      (
        .failed(failed),
        #"""
        {"failed":{"account":"tester","createdAt":"2026-11-30T12:00:00.000Z","error":{"code":3,\#
        "reason":"unknownProduct","subject":"q"},"id":"8","isFinished":false,"isUpgraded":false,\#
        "payment":{"applicationUsername":"","productID":"q","quantity":1},\#
        "productType":"consumable","state":2,"storefront":"USA"}}
        """#
      ),
      (
        .restored(restored),
        #"""
        {"restored":{"account":"tester","createdAt":"2026-11-30T12:00:00.000Z",\#
        "date":"2026-11-30T12:00:00.000Z","expiresAt":"2026-11-30T12:00:00.000Z","groupID":"g",\#
        "id":"7","isFinished":false,"isUpgraded":false,"offerID":"i","offerKind":"introductory",\#
        "original":{"date":"2026-11-30T12:00:00.000Z","id":"1","productID":"p"},\#
        "payment":{"applicationUsername":"ann","offerID":"o","productID":"p","quantity":2},\#
        "price":{"amount":"5","currency":"USD"},"productType":"autoRenewable","state":3,\#
        "storefront":"USA"}}
        """#
      ),
      (.restoreStarted, #"{"restoreStarted":{}}"#),
      (.restoreFinished(count: 3), #"{"restoreFinished":{"count":3}}"#),
      (
        .restoreFailed(StoreError(.unknown, .networkOffline)),
        #"{"restoreFailed":{"code":0,"reason":"networkOffline","subject":""}}"#
      ),
      (
        .redelivered(bought),
        #"""
        {"redelivered":{"account":"tester","createdAt":"2026-11-30T12:00:00.000Z",\#
        "date":"2026-11-30T12:00:00.000Z","expiresAt":"2026-11-30T12:00:00.000Z","groupID":"g",\#
        "id":"7","isFinished":false,"isUpgraded":false,"offerID":"i","offerKind":"introductory",\#
        "payment":{"applicationUsername":"ann","offerID":"o","productID":"p","quantity":2},\#
        "price":{"amount":"5","currency":"USD"},"productType":"autoRenewable","state":1,\#
        "storefront":"USA"}}
        """#
      ),
      (
        .contentDelivered(transaction: bought.id, product: "p", quantity: 2),
        #"{"contentDelivered":{"product":"p","quantity":2,"transaction":"7"}}"#
      ),
      (.finished(transaction: bought.id, product: "p"), #"{"finished":{"product":"p","transaction":"7"}}"#),
      (
        .download(download),
        #"""
        {"download":{"contentVersion":"1.0","expectedContentLength":9,"failure":"No.",\#
        "productID":"p","receivedLength":3,"state":4,"transactionID":"7"}}
        """#
      ),
      (.contentDeleted("p"), #"{"contentDeleted":"p"}"#),
      (.storefrontChanged(from: "USA", to: "DEU"), #"{"storefrontChanged":{"from":"USA","to":"DEU"}}"#),
      (.signedIn(.tester), #"{"signedIn":"tester"}"#), (.signedOut(.tester), #"{"signedOut":"tester"}"#),
      (.command(.signIn), #"{"command":{"signIn":{}}}"#),
      (.command(.signOut), #"{"command":{"signOut":{}}}"#),
      (.command(.declineSignIn), #"{"command":{"declineSignIn":{}}}"#),
      (.paymentsAllowed(true), #"{"paymentsAllowed":true}"#),
      (.networkChanged(isOn: false), #"{"networkChanged":false}"#),
      (.receiptsChanged(.missing), #"{"receiptsChanged":"missing"}"#),
      (.receiptRefreshed(purchases: 2), #"{"receiptRefreshed":{"purchases":2}}"#),
      (
        .receiptRefreshFailed(StoreError(.unknown, .networkOffline)),
        #"{"receiptRefreshFailed":{"code":0,"reason":"networkOffline","subject":""}}"#
      ),
      (
        .receiptRejected(StoreError(.unknown, .receiptIncomplete, subject: "7")),
        #"{"receiptRejected":{"code":0,"reason":"receiptIncomplete","subject":"7"}}"#
      ),
      (
        .refundDeclined(transaction: bought.id, product: "p"),
        #"{"refundDeclined":{"product":"p","transaction":"7"}}"#
      ),
      (
        .refundFailed(transaction: bought.id, product: "p", StoreError(.unknown, .networkOffline)),
        #"{"refundFailed":{"error":{"code":0,"reason":"networkOffline","subject":""},"product":"p","transaction":"7"}}"#
      ),
      (.deleted(transaction: bought.id, product: "p"), #"{"deleted":{"product":"p","transaction":"7"}}"#),
      (.historyCleared(.tester, count: 3), #"{"historyCleared":{"account":"tester","count":3}}"#),
      (.roleChanged(.tester, .child), #"{"roleChanged":{"account":"tester","role":"child"}}"#),
      (
        .intent(Payment(productID: "p")),
        #"{"intent":{"applicationUsername":"","productID":"p","quantity":1}}"#
      ),
      (
        .conditionSet(condition),
        #"{"conditionSet":{"effect":"fail","failure":"unknown","hits":0,"number":0,"seen":0,"stage":"purchase","times":1}}"#
      ),
      (
        .conditionCleared(condition),
        #"{"conditionCleared":{"effect":"fail","failure":"unknown","hits":0,"number":0,"seen":0,"stage":"purchase","times":1}}"#
      ),
      (
        .conditionMet(condition, item),
        #"""
        {"conditionMet":{"condition":{"effect":"fail","failure":"unknown","hits":0,"number":0,"seen":0,\#
        "stage":"purchase","times":1},"item":{"account":"tester","product":"p","transaction":"7"}}}
        """#
      ),
      (
        .held(.delivery, item),
        #"{"held":{"item":{"account":"tester","product":"p","transaction":"7"},"stage":"delivery"}}"#
      ),
      (
        .released(.delivery, item),
        #"{"released":{"item":{"account":"tester","product":"p","transaction":"7"},"stage":"delivery"}}"#
      ),
      (
        .restoreItemFailed(transaction: bought.id, product: "p", StoreError(.unknown, .networkOffline)),
        #"""
        {"restoreItemFailed":{"error":{"code":0,"reason":"networkOffline","subject":""},"product":"p",\#
        "transaction":"7"}}
        """#
      ),
      (
        .restoreSkipped(RestoreOmission(product: "p", reason: .nonRenewing, quantity: 2)),
        #"{"restoreSkipped":{"product":"p","quantity":2,"reason":"nonRenewing"}}"#
      ),
      (
        .abandoned(.delivery, item),
        #"{"abandoned":{"item":{"account":"tester","product":"p","transaction":"7"},"stage":"delivery"}}"#
      ),
      (
        .command(.setCondition(condition)),
        #"""
        {"command":{"condition":{"effect":"fail","failure":"unknown","hits":0,"number":0,"seen":0,\#
        "stage":"purchase","times":1}}}
        """#
      ),
      (.command(.clearConditions(nil)), #"{"command":{"clear":{}}}"#),
      (
        .command(.release(.finish, bought.id)),
        #"{"command":{"release":{"stage":"finish","transaction":"7"}}}"#
      ),
      (.command(.store(.approve(bought.id))), #"{"command":{"approve":"7"}}"#),
      (.command(.store(.decline(bought.id))), #"{"command":{"decline":"7"}}"#),
      (.command(.store(.resolve(bought.id))), #"{"command":{"resolve":"7"}}"#),
      (
        .command(.store(.refund(bought.id, .prorated))),
        #"{"command":{"refund":{"refund":"prorated","transaction":"7"}}}"#
      ),
      (.command(.store(.reverse(bought.id))), #"{"command":{"reverse":"7"}}"#),
      (.command(.store(.revoke(bought.id))), #"{"command":{"revoke":"7"}}"#),
      (.command(.store(.delete(bought.id))), #"{"command":{"delete":"7"}}"#),
      (.command(.store(.redeliver(bought.id))), #"{"command":{"redeliver":"7"}}"#),
      (
        .command(.store(.create(Payment(productID: "p"), date: noon))),
        #"""
        {"command":{"create":{"date":"2026-11-30T12:00:00.000Z","payment":{"applicationUsername":"",\#
        "productID":"p","quantity":1}}}}
        """#
      ),
      (
        .command(.store(.intent(Payment(productID: "p")))),
        #"{"command":{"intent":{"applicationUsername":"","productID":"p","quantity":1}}}"#
      ),
      (
        .command(.store(.redeem("p", offer: "o"))), #"{"command":{"redeem":{"offer":"o","product":"p"}}}"#
      ),
      (.command(.store(.clearHistory(.tester))), #"{"command":{"clearHistory":"tester"}}"#),
      (
        .command(.store(.role(.tester, .organizer))),
        #"{"command":{"role":{"account":"tester","role":"organizer"}}}"#
      ),
      (.deferred(failed), #"{"deferred":\#(failedForm)}"#),
      (.revoked(revoked), #"{"revoked":\#(revokedForm)}"#),
      (.revocationReversed(failed), #"{"revocationReversed":\#(failedForm)}"#),
    ]

    @Test func `each kind of event is printed in its own form, with no wrapper of the language's`() throws {
      let home = try Home()
      let file = home.path + "/forms.sqlite"
      _ = try SQLiteLedger(path: file).write { ledger in
        for (event, _) in Self.forms { _ = try ledger.append(event, at: Self.noon, cause: nil) }
      }
      let lines = try home.expect(0, "events", "--json", "--state", file).lines
      #expect(lines.count == Self.forms.count)
      for (number, (line, (event, form))) in zip(lines, Self.forms).enumerated() {
        #expect(
          line
            == #"{"event":\#(form),"id":\#(number + 1),"name":"\#(event.name)","time":"2026-11-30T12:00:00.000Z"}"#
        )
        #expect(!line.contains("\"_0\""))
        let entry = try JSONDecoder().decode(JournalEntry.self, from: Data(line.utf8))
        #expect(entry.event == event)
      }
      // A kind that is added has to be pinned here.
      #expect(Set(Self.forms.map(\.event.name)) == Set(Event.names).subtracting(["accountChanged"]))
    }

    @Test func `a cause is a number, and is left out when there is none`() throws {
      let home = try Home()
      let file = home.path + "/forms.sqlite"
      _ = try SQLiteLedger(path: file).write { ledger in
        let command = try ledger.append(.command(.restore), at: Self.noon, cause: nil)
        _ = try ledger.append(.restoreStarted, at: Self.noon, cause: command)
      }
      let objects = try home.expect(0, "events", "--json", "--state", file).objects()
      #expect(objects.map { $0["cause"] as? Int } == [nil, 1])
      #expect(objects.map { $0.keys.contains("cause") } == [false, true])
    }
  }
}
