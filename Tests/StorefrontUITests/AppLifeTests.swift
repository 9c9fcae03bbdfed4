import Purchasing
import StoreLedger
import StoreModel
import StoreScript
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// The app's handlers, its end and its start, behind a screen that stays (issue 6).
@MainActor struct AppLifeTests {
  private func run(_ line: String, on robot: Robot) {
    robot.press(":")
    robot.type(line)
    robot.press(.enter)
  }

  private func start(_ line: String, on robot: Robot) async throws {
    let before = starts(robot)
    run(line, on: robot)
    try await robot.wait("the app's start") { self.starts($0) > before }
  }

  /// Waits until something was said, however it is wrapped on the screen.
  private func hear(_ text: String, on robot: Robot) async throws {
    try await robot.wait("'\(text)' to be said") { robot in
      robot.loop.state.messages.messages.contains { $0.content.text.contains(text) }
    }
  }

  /// Waits for a question with these words.
  private func beAsked(_ text: String, on robot: Robot) async throws {
    try await robot.wait("the question '\(text)'") { robot in
      if case .question(let question) = robot.loop.state.dialog {
        question.text.contains(text)
      } else {
        false
      }
    }
  }

  /// How often it was said that the app has started again.
  private func starts(_ robot: Robot) -> Int {
    robot.loop.state.messages.messages.count { $0.content.what.contains("has started again") }
  }

  private func names(_ robot: Robot) async throws -> [String] {
    try await robot.journal().map(\.event.name)
  }

  @Test func `R47, R137: chosen in the Lab, a manual handler leaves what is bought to be finished by f`()
    async throws
  {
    let robot = try await Robot()
    robot.press("6", "/")
    robot.type("every product")
    robot.press(.enter)
    #expect(robot.loop.state.labCursor.selected == .handler(0, isNext: false))
    robot.press("a")
    robot.type("manual")
    robot.press(.enter)
    try await beAsked("come back at each start until then", on: robot)
    robot.press("y")
    try await hear("one handler: manual for every product", on: robot)
    #expect(robot.loop.state.app.handlers == [HandlerStyle(finishing: .manual)])
    #expect(robot.loop.state.screen == .lab, "the screen stays")
    robot.press(.escape, .escape)

    try await robot.buy(SampleCatalog.coins)
    try await robot.wait("the delivery") { $0.loop.state.facts.balances[SampleCatalog.coins] != nil }
    #expect(robot.loop.state.facts.queueDepth == 1)
    try await start("relaunch", on: robot)
    #expect(robot.loop.state.facts.queueDepth == 1, "it comes back at each start")
    robot.press("3")
    #expect(robot.terminal.text.contains("! not finished"))
    robot.press("f")
    try await robot.wait("an empty queue") { $0.loop.state.facts.queueDepth == 0 }
    try await robot.see("\u{2713} bought")
    #expect(try await names(robot).count { $0 == "contentDelivered" } == 1)
    try await robot.quit()
  }

  @Test func `R74: a handler that finishes at once loses what a crash keeps from being delivered`()
    async throws
  {
    let robot = try await Robot()
    run("handler immediately", on: robot)
    try await hear("From its next start on the app has one handler: immediately", on: robot)
    robot.press("6")
    #expect(robot.loop.state.labList.index(of: .handler(0, isNext: true)) != nil)
    try await start("relaunch", on: robot)
    #expect(robot.loop.state.labList.index(of: .handler(0, isNext: true)) == nil)
    run("crash after finished", on: robot)
    try await hear("The app crashes as soon as the next 'finished' is on disk.", on: robot)
    try await robot.buy(SampleCatalog.coins)
    try await hear("The app crashed, and has started again with one handler: immediately", on: robot)
    try await robot.wait("the start to be over") { $0.loop.state.facts.queueDepth == 0 }
    #expect(try await names(robot).contains("contentDelivered") == false)
    try await robot.quit()
  }

  @Test func `R72, R73: two handlers share the products, and each leaves the other's alone`() async throws {
    let robot = try await Robot()
    robot.press("6", "/")
    robot.type("every product")
    robot.press(.enter, "a")
    robot.type("and the rest")
    robot.press(.enter, "y")
    try await hear("with 2 handlers", on: robot)
    robot.press(.escape, .escape)
    for product in [SampleCatalog.coins, SampleCatalog.theme] { try await robot.buy(product) }
    try await robot.wait("both to be finished") { robot in
      robot.loop.state.facts.queueDepth == 0
        && robot.loop.state.facts.transactions.count { $0.state == .purchased } == 2
    }
    #expect(try await names(robot).count { $0 == "contentDelivered" } == 2)
    try await robot.quit()
  }

  @Test func `an app that crashes beside a held transaction meets it again, and delivers it once`()
    async throws
  {
    let robot = try await Robot()
    run("hold delivery once", on: robot)
    try await robot.buy(SampleCatalog.coins)
    try await hear("Coins is held", on: robot)
    robot.press("6", "a")
    robot.type("crash now")
    robot.press(.enter)
    try await beAsked("as with kill -9; the store goes", on: robot)
    try await beAsked("it is delivered then.", on: robot)
    robot.press("y")
    try await hear("The app crashed, and has started again.", on: robot)
    try await robot.wait("the delivery") { $0.loop.state.facts.queueDepth == 0 }
    #expect(robot.loop.state.facts.lab.held.isEmpty)
    #expect(try await names(robot).suffix(3) == ["redelivered", "contentDelivered", "finished"])
    try await robot.quit()
  }

  @Test func `the sheet of an app that ends is closed, nothing is charged, and it can be bought again`()
    async throws
  {
    let robot = try await Robot()
    try await robot.select(SampleCatalog.theme)
    robot.press("b")
    try await robot.read(SampleCatalog.theme)
    try await start("relaunch", on: robot)
    #expect(robot.loop.state.sheet == nil && robot.loop.state.requests.isEmpty)
    try await robot.wait("the failure") {
      $0.loop.state.facts.transactions.first?.error?.reason == .closedBeforeConfirmation
    }
    try await robot.buy(SampleCatalog.theme)
    try await robot.wait("the purchase") { $0.loop.state.facts.entitlements[SampleCatalog.theme] != nil }
    try await robot.quit()
  }

  @Test func `what an event would have killed lives on when that is taken back`() async throws {
    let robot = try await Robot()
    run("crash after purchased", on: robot)
    try await hear("The app crashes as soon as", on: robot)
    robot.press("6", "/")
    robot.type("crashes after")
    robot.press(.enter, "a", .enter)
    try await hear("The app does not crash any more.", on: robot)
    robot.press(.escape, .escape)
    try await robot.buy(SampleCatalog.coins)
    try await robot.wait("the delivery") { $0.loop.state.facts.balances[SampleCatalog.coins] != nil }
    #expect(starts(robot) == 0)
    try await robot.quit()
  }

  @Test func `how long somebody has been asked goes on while nobody does anything`() async throws {
    let robot = try await Robot()
    run("defer once", on: robot)
    try await robot.buy(SampleCatalog.theme)
    try await robot.see("asks the organizer queue 1")
    try await robot.see("asks the organizer, 1 min queue 1")
    try await robot.see("asks the organizer, 2 min queue 1")
    try await robot.quit()
  }

  @Test func `what is saved of such a session plays the same again`() async throws {
    let robot = try await Robot()
    run("handler manual", on: robot)
    try await start("relaunch", on: robot)
    try await robot.buy(SampleCatalog.coins)
    try await robot.wait("the delivery") { $0.loop.state.facts.balances[SampleCatalog.coins] != nil }
    try await start("crash", on: robot)
    run("crash after purchased", on: robot)
    let before = starts(robot)
    try await robot.buy(SampleCatalog.theme)
    try await robot.wait("the second crash") { self.starts($0) > before }
    try await robot.wait("the second delivery") {
      $0.loop.state.facts.entitlements[SampleCatalog.theme] != nil
    }
    for product in [SampleCatalog.coins, SampleCatalog.theme] {
      run("finish \(product)", on: robot)
      try await robot.wait("the finish") { $0.loop.state.facts.openTransaction(of: product) == nil }
    }
    let moments = robot.loop.moments
    let journal = try await robot.journal()
    try await robot.quit()

    let vocabulary = Vocabulary(screen: SampleCatalog.catalog)
    var start = ScriptStart()
    start.storefront = SampleCatalog.settings.storefront
    let bundle = ReproductionBundle(
      catalogName: "a", catalog: "{}", vocabulary: vocabulary, start: start, journal: journal, app: moments)
    for line in ["handler manual", "relaunch", "crash", "crash after purchased"] {
      #expect(bundle.script.contains("\n\(line)\n"), "\(bundle.script)")
    }
    let script = try ScriptParser(vocabulary: vocabulary).parse(bundle.script, name: "saved")
    let machine = StoreMachine(
      StoreMachine.Parts(
        catalog: SampleCatalog.catalog, ledger: try SQLiteLedger.inMemory(), settings: SampleCatalog.settings,
        now: journal[0].time))
    let result = await ScriptRun.play(script, on: SessionStage(machine))
    #expect(result.failure == nil, "\(bundle.script)\n\(String(describing: result.failure))")
    let difference = JournalDifference(bundle, replayed: machine.journal())
    #expect(difference == nil, "\(String(describing: difference))\n\(bundle.script)")
  }
}

/// What an unfinished transaction offers, and what is said of those that wait.
struct UnfinishedTests {
  private func picture(_ picture: Gallery, columns: Int = 100, rows: Int = 30) throws -> Shop {
    try picture.shop(locale: "en", storefront: "USA", columns: columns, rows: rows)
  }

  @Test func `what is not delivered is finished only after it was said that it is lost`() throws {
    var shop = Shop()
    let bought = shop.transaction(SampleCatalog.coins, .purchased)
    shop.happen(.purchased(bought))
    shop.press("3", "f")
    #expect(shop.commands.isEmpty && shop.screen.contains("what was paid for is lost"))
    shop.press("n")
    shop.happen(.contentDelivered(transaction: bought.id, product: bought.productID, quantity: 1))
    shop.press("f")
    #expect(shop.commands == [.finish(bought.id)])
    shop.happen(.finished(transaction: bought.id, product: bought.productID))
    shop.press("f")
    #expect(shop.toasts.last == "Transaction \(bought.id) is finished already.")
  }

  @Test func `R16: a deferred purchase is not finished, and it is said why`() {
    var shop = Shop()
    shop.happen(.deferred(shop.transaction(SampleCatalog.theme, .deferred)))
    shop.press("3", "f")
    #expect(shop.commands.isEmpty)
    #expect(shop.toasts.last?.contains("asks the organizer") == true)
  }

  @Test(arguments: [
    (TransactionState.purchased, "it is delivered then"), (.deferred, "hears 'deferred' again"),
    (.failed, "hears 'failed' again"), (.purchasing, "nothing is charged"),
  ])
  func `a crash says what the app meets again`(_ state: TransactionState, _ words: String) throws {
    var shop = Shop()
    let error = state == .failed ? StoreError(.unknown, .networkOffline) : nil
    let choices = shop.state.choices(about: shop.transaction(SampleCatalog.coins, state, error: error))
    let crash = try #require(choices.first { $0.line == "crash" })
    #expect(crash.preview?.contains(words) == true && crash.preview?.contains("the store goes on") == true)
  }

  @Test func `who is asked and since when is said in the list, the details and the status line`() throws {
    var shop = try picture(.labHeld)
    let asked = try #require(shop.state.deferredTransactions.first)
    shop.press("3", "/")
    shop.type("state:deferred")
    shop.press(.enter)
    shop.state.note(now: asked.createdAt.advanced(byMilliseconds: 200_000))
    #expect(shop.screen.ranges(of: "asks grace, 3 min").count == 3, "\(shop.screen)")
    #expect(shop.screen.contains("grace, since"))
  }

  // MARK: - Releasing

  @Test func `a release where nothing is held says so, also when something else is set there`() {
    var shop = Shop()
    var fault = StoreCondition(.delivery, .drop)
    fault.number = 1
    shop.happen(.conditionSet(fault))
    shop.press(":")
    shop.type("release delivery")
    shop.press(.enter)
    #expect(shop.commands.isEmpty && shop.toasts.last == "Nothing is held at delivery.")
  }

  @Test func `a hold that holds nothing yet is ended, and it is said that nothing was let go`() {
    var shop = Shop()
    var hold = StoreCondition(.delivery, .hold)
    hold.number = 1
    shop.happen(.conditionSet(hold))
    shop.press(":")
    shop.type("release delivery")
    shop.press(.enter)
    #expect(shop.commands == [.release(.delivery, nil)])
    #expect(shop.toasts.last?.hasPrefix("Nothing is held at delivery.") == true)
  }

  @Test func `what another app holds can be released until the journal says that it was`() {
    var shop = Shop()
    let item = StageItem(shop.transaction(SampleCatalog.coins, .purchased))
    let held = shop.entry(.held(.delivery, item))
    shop.take(.journalLoaded([held], before: nil))
    #expect(shop.state.refusal(of: .release(.delivery, nil)) == nil)
    shop.happen(.released(.delivery, item))
    #expect(shop.state.refusal(of: .release(.delivery, nil)) == "Nothing is held at delivery.")
  }
}
