import Foundation
import StoreModel
import Testing

@testable import StoreLedger

struct JournalTextTests {
  static let full = Transaction(
    id: TransactionID(rawValue: 12),
    payment: Payment(
      productID: "a/b\"\\", quantity: 3, applicationUsername: "ü\n\t\u{1}\u{1f}\u{7f}€", offerID: "o"),
    productType: .autoRenewable, account: AccountID(rawValue: "x"), storefront: "USA", groupID: GroupID("g"),
    state: TransactionState(rawValue: 9), createdAt: .noon, date: .noon.advanced(byMilliseconds: 1),
    original: .init(id: TransactionID(rawValue: 1), date: .noon, productID: "p"),
    price: Price(amount: 5, currency: "EUR"), expiresAt: .noon.advanced(byMilliseconds: 999), offerID: "i",
    offerKind: .introductory, error: StoreError(.paymentInvalid, .other, subject: "\u{8}\u{c}\r"),
    isUpgraded: true,
    revokedAt: .noon, isFinished: true)
  static let bare = Transaction.sample(1, state: .purchasing, isFinished: false)

  static let events: [(Event, String?)] = [
    (.command(.buy(full.payment)), nil), (.command(.buy(bare.payment)), nil),
    (.command(.confirm(full.id)), #"{"command":{"confirm":"12"}}"#),
    (.command(.cancel(full.id)), #"{"command":{"cancel":"12"}}"#),
    (.command(.restore), #"{"command":{"restore":{}}}"#),
    (.command(.finish(full.id)), #"{"command":{"finish":"12"}}"#),
    (.command(.download("p", .pause)), #"{"command":{"download":{"action":"pause","product":"p"}}}"#),
    (.command(.storefront("DEU")), #"{"command":{"storefront":"DEU"}}"#),
    (.command(.payments(allowed: false)), #"{"command":{"payments":false}}"#),
    (.command(.network(isOn: true)), #"{"command":{"network":true}}"#),
    (.command(.network(.slow)), #"{"command":{"network":"slow"}}"#),
    (.command(.receipts(.late)), #"{"command":{"receipts":"late"}}"#),
    (.command(.refreshReceipt), #"{"command":{"refreshReceipt":{}}}"#),
    (.command(.account(AccountID(rawValue: "ada"))), #"{"command":{"account":"ada"}}"#),
    (.purchasing(bare), nil), (.purchased(full), nil), (.failed(full), nil), (.restored(full), nil),
    (.redelivered(full), nil),
    (.upgraded(transaction: bare.id, by: full.id), #"{"upgraded":{"by":"12","transaction":"1"}}"#),
    (.restoreStarted, #"{"restoreStarted":{}}"#),
    (.restoreFinished(count: 3), #"{"restoreFinished":{"count":3}}"#),
    (.restoreFailed(StoreError(.unknown, .networkOffline)), nil),
    (
      .contentDelivered(transaction: full.id, product: "p", quantity: 2),
      #"{"contentDelivered":{"product":"p","quantity":2,"transaction":"12"}}"#
    ),
    (.finished(transaction: full.id, product: "p"), #"{"finished":{"product":"p","transaction":"12"}}"#),
    (
      .download(
        Download(
          productID: "p", transactionID: nil, contentVersion: "1", expectedContentLength: 5, state: .failed,
          failure: "x")), nil
    ),
    (.contentDeleted("p"), #"{"contentDeleted":"p"}"#),
    (.storefrontChanged(from: "USA", to: "DEU"), #"{"storefrontChanged":{"from":"USA","to":"DEU"}}"#),
    (.paymentsAllowed(true), #"{"paymentsAllowed":true}"#),
    (.networkChanged(isOn: false), #"{"networkChanged":false}"#),
    (.networkChanged(.slow), #"{"networkChanged":"slow"}"#),
    (.receiptsChanged(.missing), #"{"receiptsChanged":"missing"}"#),
    (.receiptRefreshed(purchases: 2), #"{"receiptRefreshed":{"purchases":2}}"#),
    (.receiptRefreshFailed(StoreError(.unknown, .networkOffline)), nil),
    (.receiptRejected(StoreError(.unknown, .receiptIncomplete, subject: "7")), nil),
    (
      .accountChanged(from: .tester, to: AccountID(rawValue: "ada")),
      #"{"accountChanged":{"from":"tester","to":"ada"}}"#
    ),
  ]

  @Test(arguments: events)
  func `the journal's text is the event's JSON with sorted keys, and reads back`(
    event: Event, pinned: String?
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = try JournalText().text(of: event)
    #expect(text == String(decoding: try encoder.encode(event), as: UTF8.self))
    if let pinned { #expect(text == pinned) }
    #expect(try JSONDecoder().decode(Event.self, from: Data(text.utf8)) == event)
    #expect(text.contains("\"\(event.name)\""))
  }

  @Test func `a purchase is kept in this form for good`() throws {
    let text = try JournalText().text(of: .purchased(Self.bare))
    #expect(
      text == """
        {"purchased":{"account":"tester","createdAt":"2026-11-30T12:00:00.000Z","date":"2026-11-30T12:00:00.001Z",\
        "id":"1","isFinished":false,"isUpgraded":false,"payment":{"applicationUsername":"","productID":"coins",\
        "quantity":1},"productType":"consumable","state":0,"storefront":"USA"}}
        """)
  }

  @Test(arguments: [
    "{}", "[]", #"{"purchased":1}"#, #"{"nothing":{}}"#, #"{"restoreStarted":{},"restored":{}}"#,
  ])
  func `text that is no event is refused`(text: String) {
    #expect(throws: (any Error).self) { try JSONDecoder().decode(Event.self, from: Data(text.utf8)) }
  }
}
