import StoreCatalog
import StoreLedger
import StoreModel
import StoreSimulator
import StoreTesting
import Testing

@testable import StoreScript

/// Scripts on the real store, queue and handler: what each statement does and when it is over.
@Suite struct RunTests {
  @Test func `a purchase is over when its statement is, without time going by`() async throws {
    try await Play.passes(
      """
      buy coins quantity 3
      expect sheet product coins price "$2.97"
      expect transaction last purchasing unfinished
      expect balance coins 0
      confirm
      expect transaction coins purchased finished quantity 3 price 2.97
      expect balance coins 3
      expect no sheet
      expect queue 0
      expect events purchasing purchased(quantity=3) contentDelivered finished
      """)
  }

  @Test func `cancelling is an outcome, not a refusal`() async throws {
    try await Play.passes(
      """
      buy coins
      cancel
      expect transaction last failed finished error cancelledAtSheet
      expect no events purchased contentDelivered
      """)
  }

  @Test func `a refusal that nobody looks at ends the script where it came`() async throws {
    try await Play.passes(
      "payments refused\nbuy coins\nexpect refused paymentsRefused\nexpect not entitled coins")
    let failure = try await Play.failure("payments refused\nbuy coins\nbuy theme")
    #expect(failure.place.line == 2)
    #expect(failure.found.hasPrefix("refused (paymentsRefused). Payments are not allowed on this device."))
    let last = try await Play.failure("network off\nrestore")
    #expect(last.place.line == 2)
    #expect(last.found.hasPrefix("refused (networkOffline)."))
  }

  @Test func `a failure shows what was wanted, what was found and the events since the last command`()
    async throws
  {
    let failure = try await Play.failure("buy coins\nconfirm\nexpect balance coins 2")
    #expect(failure.place.description == "a.storefront:3:1")
    #expect(failure.wanted == "expect balance coins 2")
    #expect(failure.found == "a balance of 1")
    #expect(
      failure.events == [
        "command(confirm)", "purchased(product=coins)", "contentDelivered(product=coins)",
        "finished(product=coins)",
      ])
  }

  @Test(arguments: [
    ("expect product coins price \"$1.00\"", "price $0.99, title \"Coins\""),
    ("storefront JPN\nexpect product theme price 5", "it is not sold here"),
    ("expect entitled gold", "entitled to nothing"),
    ("expect download atlas", "no download of it"),
    ("expect transaction last", "there is no such transaction"),
    ("expect sheet", "no sheet is open"),
    ("expect queue 1", "0 in the queue"),
    ("expect refused", "it was not refused"),
    ("expect events purchased", "no events"),
    ("expect calls deliver", "drained validateReceipt(count=0)"),
    ("expect receipt", "no receipt; owned: nothing"),
    ("buy theme\nconfirm\nexpect receipt invalid", "a valid receipt of 1 (theme); owned: theme"),
    ("expect account ada", "the account: tester"),
    ("expect notification REFUND", "no server was told of anything since the last command"),
    (
      "buy coins\nconfirm\nexpect notification REFUND product coins", "told: ONE_TIME_CHARGE of coins"
    ),
    (
      "buy coins\nconfirm\nexpect no notification ONE_TIME_CHARGE", "told: ONE_TIME_CHARGE of coins"
    ),
    ("expect network off", "the network: on"),
    ("expect payments refused", "payments: allowed"),
    ("expect storefront DEU", "the storefront: USA"),
    ("buy coins\nexpect no sheet", "a sheet of coins for $0.99"),
    ("buy coins\nconfirm\nexpect no events purchased", "purchased(product=coins)"),
    (
      "buy coins\nconfirm\nexpect not transaction last",
      "transaction 1 purchased finished product coins quantity 1 price \"$0.99\" account tester"
    ),
    ("confirm", "No purchase sheet is open. Write 'buy PRODUCT' above."),
    ("finish coins", "There is no such transaction."),
    ("key b", "There is no screen here. Use 'storefront run', which opens one."),
    ("wait entitled gold", "entitled to nothing; and nothing more happens by itself"),
    ("crash after restored\nbuy coins\nconfirm", "no such event came, so the app was not killed"),
    ("price \"no.such\" 3", "The catalogue has no product 'no.such'."),
  ])
  func `every condition can fail, and says what is the case`(_ source: String, _ found: String) async throws {
    #expect(try await Play.failure(source).found == found)
  }

  @Test func `the order of callbacks and handler calls is on a tape`() async throws {
    try await Play.passes(
      """
      buy coins
      expect calls addPayment updatedTransactions(state=purchasing)
      confirm
      expect calls updatedTransactions(state=purchased) validateReceipt deliver finish ...
      expect no calls completeTransactions
      """)
  }

  @Test func `downloads take the store's time, and only wait lets it go by`() async throws {
    try await Play.passes(
      """
      buy atlas
      confirm
      expect download atlas active
      download atlas pause
      expect download atlas paused
      wait 1h
      expect download atlas paused
      download atlas resume
      wait download atlas finished
      expect transaction atlas finished
      download atlas delete
      expect no download atlas
      download atlas start
      wait 2s
      expect download atlas finished
      """)
  }

  @Test func `E21: an offer code is redeemed by who has no plan, and refused to who has it`() async throws {
    let text = """
      { app: { name: "A", bundleId: "a.b", seller: "C" }, defaultLocale: "en",
        policies: { en: { terms: "https://a.b/t", privacy: "https://a.b/p" } },
        groups: [{ id: "g", referenceName: "G", localizations: { en: "G" } }],
        products: [{ id: "plan", type: "autoRenewable", referenceName: "Plan",
          localizations: { en: { title: "Plan", description: "All." } }, prices: { USA: "2.99" },
          group: "g", level: 1, period: "P1M",
          offers: [{ id: "SPRING", kind: "code", mode: "freeTrial", period: "P1W" }] }] }
      """
    let catalog = try CatalogReader.read(Array(text.utf8), file: "a.json").catalog
    let script = try ScriptParser(vocabulary: Vocabulary(catalog: catalog)).parse(
      """
      redeem plan offer SPRING
      expect transaction last purchased finished offer SPRING price 0
      expect notification SUBSCRIBED INITIAL_BUY product plan
      expect entitled plan
      redeem plan offer SPRING
      expect no notification SUBSCRIBED
      expect refused alreadySubscribed
      wait not entitled plan
      redeem plan offer SPRING
      expect transaction last purchased finished offer SPRING
      expect notification SUBSCRIBED RESUBSCRIBE
      """, name: "a.storefront")
    let machine = StoreMachine(
      StoreMachine.Parts(
        catalog: catalog, ledger: try SQLiteLedger.inMemory(), settings: StoreSettings(storefront: "USA")))
    let result = await ScriptRun.play(script, on: SessionStage(machine))
    #expect(result.failure == nil, "\(result)")
  }

  @Test func `a slow network brings content slowly, and stays slow over a restart`() async throws {
    try await Play.passes(
      """
      network slow
      buy atlas
      confirm
      wait 4s
      expect download atlas active
      relaunch
      expect network slow
      wait 2s
      network on
      wait 1s
      expect download atlas finished
      """)
  }

  @Test func `a subscription ends when its time is over, and wait finds the instant`() async throws {
    let (result, journal) = try await Play.run(
      """
      buy gold
      confirm
      wait not entitled gold
      expect not entitled gold
      buy gold
      confirm
      expect entitled gold
      """)
    #expect(result.failure == nil)
    #expect(journal.last?.contains(" \(Timestamp.scriptStart.milliseconds + 30 * 86_400_000) ") == true)
  }

  @Test(arguments: ["purchasing", "purchased", "contentDelivered", "finished"])
  func `R10: killed right after any stage, a purchase is delivered once and finished`(_ stage: String)
    async throws
  {
    let isCharged = stage != "purchasing"
    try await Play.passes(
      """
      crash after \(stage)
      buy coins
      \(isCharged ? "confirm" : "expect no sheet")
      expect balance coins \(isCharged ? 1 : 0)
      expect queue 0
      expect transaction last \(isCharged ? "purchased" : "failed error closedBeforeConfirmation") finished
      crash
      relaunch
      expect balance coins \(isCharged ? 1 : 0)
      """)
  }

  @Test func `a killed download goes on where it was`() async throws {
    try await Play.passes(
      """
      buy atlas
      confirm
      wait 500ms
      crash
      expect download atlas active
      expect events redelivered ...
      wait download atlas finished
      expect queue 0
      """)
  }

  @Test func `killed while time goes by, the app starts again at that instant`() async throws {
    try await Play.passes(
      """
      buy atlas
      confirm
      crash after download
      wait 1m
      expect download atlas finished
      expect queue 0
      expect events redelivered ... finished
      """)
  }

  @Test func `accounts own their own purchases`() async throws {
    try await Play.passes(
      """
      buy theme
      confirm
      account ada
      expect not entitled theme
      restore
      expect events restoreFinished(count=0)
      buy theme
      confirm
      account tester
      expect entitled theme
      restore
      expect transaction last restored finished account tester
      """)
  }

  @Test func `K17: a price that changes under an open sheet is asked again`() async throws {
    try await Play.passes(
      """
      buy coins
      price coins 5
      confirm
      expect sheet product coins price "$5.00"
      expect no events purchased
      confirm
      expect transaction last purchased price "$5.00"
      """)
  }

  @Test func `the same seed gives the same journal, byte for byte; parallel runs do not disturb each other`()
    async throws
  {
    let source = """
      buy atlas
      confirm
      buy gold
      confirm
      wait 700ms
      crash
      restore
      wait download atlas finished
      storefront DEU
      buy coins quantity 2
      cancel
      relaunch
      """
    let first = try await Play.run(source)
    #expect(first.result.failure == nil)
    #expect(first.journal.count > 25)
    await withTaskGroup(of: [String]?.self) { group in
      for _ in 0..<16 { group.addTask { try? await Play.run(source).journal } }
      for await journal in group { #expect(journal == first.journal) }
    }
    let other = try await Play.run(source, seed: 2)
    #expect(other.result.failure == nil)
  }

  @Test func `X: a random session of 1,000 commands gives the same journal again`() async throws {
    let vocabulary = Vocabulary(catalog: SampleCatalog.catalog)
    var random = ActGenerator(seed: 42, products: SampleCatalog.catalog.products.map(\.id))
    var journals: [[String]] = []
    // A refusal is looked at, so that the session goes on; a kill that never comes is none of ours.
    let lines = (0..<1000).flatMap { _ -> [String] in
      var act = random.command()
      if case .crash = act { act = .crash(after: nil) }
      let time = Act.wait(.time(milliseconds: Int64(random.number(0...400_000))))
      return [act, random.number(0...3) == 0 ? time : nil].compactMap { $0?.text(in: vocabulary) }
    }
    let source = lines.joined(separator: "\n")
    for _ in 0..<2 {
      let ledger = try SQLiteLedger.inMemory()
      let stage = SessionStage(try Play.machine(ledger: ledger))
      _ = await ScriptRun.play(try Play.script(source), on: stage, stopsAtFailure: false)
      journals.append(try ledger.journalText())
    }
    #expect(journals[0] == journals[1])
    #expect(journals[0].count > 1000)
    let names = Set(journals[0].map { $0.split(separator: " ")[3] })
    #expect(names.count > 12, "\(names)")
  }
}
