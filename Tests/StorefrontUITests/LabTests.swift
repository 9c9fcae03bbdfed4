import StoreModel
import StoreScript
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// The Lab, the actions on transactions, and cause and effect: from keys to commands and words.
struct LabTests {
  private func picture(_ picture: Gallery, columns: Int = 100, rows: Int = 30) throws -> Shop {
    try picture.shop(locale: "en", storefront: "USA", columns: columns, rows: rows)
  }

  // MARK: - What is seen

  @Test func `what is held, who is asked, what is set and every stage have a row`() throws {
    let shop = try picture(.labHeld, rows: 48)
    for words in [
      "held at delivery", "asks grace", "interrupted", "hit 1 of 1", "hit 0 of 0", "The charge", "child",
    ] { #expect(shop.screen.contains(words), "\(words)") }
    #expect(StoreStage.allCases.allSatisfy { shop.state.labList.index(of: .stage($0)) != nil })
  }

  @Test func `whoever comes to the Lab looks at what waits, not at where they were before it waited`() throws
  {
    var shop = Shop()
    shop.press("6", "j", "1")
    shop.happen(.deferred(shop.transaction(SampleCatalog.theme, .deferred)))
    shop.press("6")
    #expect(shop.state.labTransaction?.productID == SampleCatalog.theme)
  }

  @Test func `a release, an end and a hit change the rows as the journal tells them`() throws {
    var shop = try picture(.labHeld)
    let item = try #require(shop.state.facts.lab.held.first?.item)
    shop.happen(.released(.delivery, item))
    #expect(shop.state.facts.lab.held.isEmpty)
    let condition = try #require(shop.state.facts.lab.condition(1))
    shop.happen(.conditionCleared(condition))
    #expect(shop.state.facts.lab.conditions.map(\.number) == [2])
    #expect(!shop.screen.contains("held at delivery"))
  }

  @Test func `what was read before the journal's news does not undo it`() {
    var shop = Shop()
    var condition = StoreCondition(.finish, .drop)
    condition.number = 7
    shop.happen(.conditionSet(condition))
    let library = Library(account: .tester, time: Shop.now, entitlements: [], balances: [], downloads: [])
    shop.take(
      .libraryLoaded(LibrarySnapshot(library: library, settings: shop.state.facts.settings, asOf: nil)))
    #expect(shop.state.facts.lab.conditions == [condition])
  }

  // MARK: - What can be done

  @Test
  func `a stage's actions are lines that can be run, and every error that can come there is among them`()
    throws
  {
    var shop = try picture(.lab)
    for stage in StoreStage.allCases {
      shop.state.labCursor.select(.stage(stage), in: shop.state.labList)
      let choices = shop.state.choices
      for choice in choices where !choice.isBeginning {
        guard case .act(let act) = LineReading(choice.line, parser: shop.state.lineParser) else {
          Issue.record("\(choice.line) is no line")
          continue
        }
        #expect(shop.state.refusal(of: act) == nil, "\(choice.line)")
      }
      let errors = choices.count { $0.line.hasPrefix("fail ") && !$0.isBeginning }
      let possible = StoreFailure.names.count { StoreFailure($0).family?.stages?.contains(stage) ?? true }
      #expect(errors == (stage.effects.contains(.fail) ? possible : 0), "\(stage)")
    }
  }

  @Test func `a list that is searched has each of its sections once, that of an exact code first`() throws {
    let items = [("a", "One"), ("b", "One"), ("fail b", "Two"), ("b c", "One")].map {
      Picker.Item(id: $0, title: $0, note: "", section: $1)
    }
    var picker = Picker(subject: .line, title: "Actions", items: items, current: "")
    picker.setFilter("fail b")
    #expect(picker.list.sections.map(\.title) == ["Two"])
    picker.setFilter("b")
    #expect(picker.list.sections.map(\.title) == ["One", "Two"])
    #expect(picker.cursor.selected == "b")
    picker.setFilter("a")
    #expect(picker.list.sections.map { Array($0.ids) } == [["a"], ["fail b"]])
  }

  @Test func `what no list can offer is written in the palette, from its beginning on`() throws {
    var shop = Shop()
    shop.press("a")
    shop.type("a date")
    shop.press(.enter)
    #expect(
      shop.state.menu?.text.hasPrefix("create ") == true && shop.state.menu?.text.hasSuffix(" ") == true)
    shop.type("date 2026-11-01")
    shop.press(.enter)
    guard case .store(.create(_, let date))? = shop.commands.first else {
      Issue.record("\(shop.commands)")
      return
    }
    #expect(date == Timestamp("2026-11-01"))
  }

  @Test func `what is held is released by a, and nothing else`() throws {
    var shop = try picture(.labHeld)
    let id = try #require(shop.state.labTransaction?.id)
    shop.press("a", .enter)
    #expect(shop.commands == [.release(.delivery, id)])
  }

  @Test func `a deferred purchase is approved only after what comes of it was read (store-rules 2.17)`()
    throws
  {
    var shop = try picture(.labHeld)
    let id = try #require(shop.state.openTransactions.first { $0.state == .deferred }?.id)
    shop.state.labCursor.select(.open(id), in: shop.state.labList)
    shop.press("a", .enter)
    #expect(shop.commands.isEmpty)
    #expect(shop.screen.contains("It is charged now") && shop.screen.contains("Servers:"))
    shop.press("y")
    #expect(shop.commands == [.store(.approve(id))])
  }

  @Test(arguments: [
    (TransactionState.deferred, "approve decline redeliver delete relaunch crash"),
    (.purchased, "refund refund refund redeliver delete finish relaunch crash"),
    (.failed, "delete finish relaunch crash"), (.restored, "redeliver delete finish relaunch crash"),
    (.purchasing, "relaunch crash"),
  ])
  func `each state has its own actions`(_ state: TransactionState, _ verbs: String) {
    var shop = Shop()
    let error = state == .failed ? StoreError(.unknown, .networkOffline) : nil
    let transaction = shop.transaction(SampleCatalog.coins, state, error: error)
    let found = shop.state.choices(about: transaction).map { $0.line.prefix { $0 != " " } }
    #expect(found.joined(separator: " ") == verbs)
    // Only what a family shares can be shared no more.
    let shared = shop.transaction(SampleCatalog.theme, state, error: error)
    #expect(
      shop.state.choices(about: shared).contains { $0.line.hasPrefix("revoke") } == (state == .purchased))
  }

  @Test func `a refunded purchase can be had back, a finished one is not redelivered`() {
    var shop = Shop()
    var transaction = shop.transaction(SampleCatalog.theme, .purchased)
    transaction.revokedAt = Shop.now
    transaction.isFinished = true
    let found = shop.state.choices(about: transaction).map { String($0.line.prefix { $0 != " " }) }
    #expect(found == ["reverse", "delete"])
  }

  @Test func `accounts are switched and made children by a key`() throws {
    var shop = try picture(.accounts)
    #expect(shop.screen.contains("Make tester a child"))
    shop.type("sign in as mia")
    shop.press(.enter)
    #expect(shop.commands == [.account(AccountID(rawValue: "mia"))])
  }

  @Test func `a purchase of another account is explained, with the key that changes it`() {
    var shop = Shop()
    var bought = shop.transaction(SampleCatalog.theme, .purchased)
    bought.account = AccountID(rawValue: "mia")
    shop.happen(.purchased(bought))
    shop.state.storeCursor.select(SampleCatalog.theme, in: shop.state.products)
    #expect(shop.screen.contains("mia bought this"))
    shop.happen(.accountChanged(from: .tester, to: bought.account))
    #expect(!shop.screen.contains("mia bought this"))
    shop.happen(.accountChanged(from: bought.account, to: .tester))
    bought.revokedAt = Shop.now
    shop.happen(.revoked(bought))
    #expect(!shop.screen.contains("mia bought this"), "what was taken back is nobody's")
  }

  // MARK: - Cause and effect

  @Test func `a tree has the command, what it led to, and nothing of another`() {
    func entry(_ id: Int64, _ cause: Int64?, _ event: Event) -> JournalEntry {
      JournalEntry(
        id: EventID(rawValue: id), time: Shop.now, cause: cause.map(EventID.init(rawValue:)), event: event)
    }
    let journal = [
      entry(1, nil, .command(.restore)), entry(2, 1, .restoreStarted),
      entry(3, nil, .command(.refreshReceipt)),
      entry(4, 2, .restoreFinished(count: 0)), entry(5, 3, .receiptRefreshed(purchases: 1)),
    ]
    let tree = CauseTree(of: EventID(rawValue: 4), in: journal.reversed())
    #expect(tree.branches.map(\.id.rawValue) == [1, 2, 4])
    #expect(tree.branches.map(\.depth) == [0, 1, 2])
  }

  @Test func `each line of the tree is a jump, and calls stand where they were made`() throws {
    var shop = try picture(.causes)
    #expect(shop.screen.contains("updatedTransactions(product=x,state=purchased)"))
    #expect(shop.screen.contains("You asked to buy"))
    shop.press(.end, .enter)
    #expect(shop.state.screen == .activity)
    #expect(shop.state.selectedEntry?.event.name == "finished")
  }

  // MARK: - Finding transactions

  @Test(arguments: [
    ("state:failed", 2), ("is:unfinished state:purchasing", 1), ("account:tes date:2026", 7),
    ("product:seeds state:purchased", 1), ("date:2031", 0), ("sky state:failed", 2), ("id:1", 1),
  ])
  func `transactions are found by state, account, product, date and text together`(
    _ text: String, _ count: Int
  ) throws {
    var shop = try picture(.transactions)
    shop.press("/")
    shop.type(text)
    #expect(shop.state.transactions.count == count, "\(shop.screen)")
  }

  @Test func `every error is explained: cause, fault, what to show, what to try`() {
    for reason in StoreError.Reason.allCases {
      let explanation = StoreError(.unknown, reason, subject: "7").explanation
      #expect(
        !explanation.cause.isEmpty && !explanation.show.isEmpty && !explanation.next.isEmpty, "\(reason)")
    }
    for name in StoreFailure.names {
      let explanation = StoreFailure(name).error.explanation
      #expect(explanation.cause == StoreFailure(name).explanation?.cause)
      #expect(!explanation.show.isEmpty && !explanation.next.isEmpty, "\(name)")
    }
    #expect(
      (0...20).allSatisfy { code in
        StoreFailure.names.contains { StoreFailure($0).error.code.rawValue == code }
      })
  }
}

/// The question whether to sign in, which the store asks a customer who is signed out.
struct SignInTests {
  @Test func `C12: the question waits for its turn, and a no is told to the store`() {
    var shop = Shop()
    shop.press("s")
    shop.take(.signInAsked(true))
    #expect(shop.state.context == .picker, "what is open stays open")
    shop.press(.escape)
    #expect(shop.screen.contains("asks you to sign in as tester"))
    shop.press(.escape)
    #expect(shop.commands == [.declineSignIn])
    #expect(shop.state.dialog == nil)
  }

  @Test func `a yes signs in, and the question goes when somebody else answered it`() {
    var shop = Shop()
    shop.take(.signInAsked(true))
    shop.press("y")
    #expect(shop.commands == [.signIn])
    shop.take(.signInAsked(true))
    shop.take(.signInAsked(false))
    #expect(shop.state.dialog == nil)
  }

  @Test func `a restore sums up what it left out, and why, and that is no success`() {
    var shop = Shop()
    let error = StoreFailure("networkError").error
    shop.happen(
      .restoreStarted,
      .restoreItemFailed(transaction: TransactionID(rawValue: 1), product: SampleCatalog.theme, error),
      .restoreFinished(count: 0))
    #expect(shop.state.toasts.shown.last?.level == .warning)
    #expect(
      shop.toasts.contains { $0.contains("Nothing came back. Left out:") && $0.contains("network failed") })
  }
}
