import Foundation
import Purchasing
import StoreModel
import StoreTesting
import Testing

/// The session: commands in, results out.
@Suite(.timeLimit(.minutes(1)))
struct StoreSessionTests {
  private struct Settings: StoreSettingsService {
    let log = Log<Command>()
    var refusal: StoreError?

    func perform(_ command: Command) throws(StoreError) {
      if let refusal { throw refusal }
      log.append(command)
    }
  }

  private struct Shop {
    let store = FakeStore()
    let content = FakeContent()
    let folder: TemporaryFolder
    let settings: Settings
    let session: StoreSession

    init(refusal: StoreError? = nil) throws {
      folder = try TemporaryFolder()
      settings = Settings(refusal: refusal)
      session = StoreSession(
        store: store, content: content, settings: settings, contentFolder: folder.content,
        environment: ManualClock().environment())
    }

    func open(_ id: TransactionID) async throws {
      let desk = session.desk
      try await waiting(for: "the sheet of \(id)") {
        for await sheets in desk.openSheets() where sheets.contains(where: { $0.transaction.id == id }) {
          break
        }
      }
    }
  }

  @Test func `a purchase is bought, confirmed, delivered, downloaded and finished`() async throws {
    let shop = try Shop()
    try await shop.session.start()
    async let result = shop.session.run(.buy(.atlas))
    try await shop.open(1)
    #expect(try await shop.session.run(.confirm(1)) == .done)
    guard case .purchase(.purchased(let details)) = try await result else { return #expect(Bool(false)) }
    #expect(!details.needsFinish)
    #expect(shop.folder.names.compactMap(shop.folder.bytes) == [shop.content.bytes(of: SampleCatalog.atlas)])
    #expect(await shop.store.unfinished.isEmpty)
    let log = await shop.store.log.filter { !$0.hasPrefix("downloads") && !$0.hasPrefix("relaunch") }
    #expect(
      log == [
        "begin atlas", "review 1", "confirm 1 1", "deliver 1", "save atlas waiting", "save atlas active",
        "save atlas finished", "finish 1",
      ])
    await shop.session.stop()
  }

  @Test func `cancel closes the sheet, and the purchase says so`() async throws {
    let shop = try Shop()
    try await shop.session.start()
    async let result = shop.session.run(.buy(.coins))
    try await shop.open(1)
    _ = try await shop.session.run(.cancel(1))
    #expect(try await result == .purchase(.cancelled))
    await #expect(throws: StoreError(.clientInvalid, .noSheetOpen, subject: "1")) {
      try await shop.session.run(.confirm(1))
    }
    await shop.session.stop()
  }

  @Test func `restore, finish and settings commands do what they say`() async throws {
    let shop = try Shop()
    try await shop.session.start()
    await shop.store.own(SampleCatalog.theme)
    guard case .restore(let result) = try await shop.session.run(.restore) else {
      return #expect(Bool(false))
    }
    #expect(result.restored.map(\.productID) == [SampleCatalog.theme])
    #expect(try await shop.session.run(.finish(99)) == .done)
    let recorder = Recorder()
    await shop.session.queue.add(recorder)
    for command: Command in [.storefront("DEU"), .payments(allowed: false), .network(isOn: false)] {
      #expect(try await shop.session.run(command) == .done)
    }
    #expect(
      shop.settings.log.items == [.storefront("DEU"), .payments(allowed: false), .network(isOn: false)])
    try await recorder.wait(for: "storefront DEU")
    await shop.session.stop()
  }

  @Test func `a settings command that is refused throws, and nobody is told`() async throws {
    let shop = try Shop(refusal: .ledger)
    try await shop.session.start()
    let recorder = Recorder()
    await shop.session.queue.add(recorder)
    await #expect(throws: StoreError.ledger) { try await shop.session.run(.storefront("DEU")) }
    _ = try await shop.session.run(.restore)
    #expect(!recorder.words.contains("storefront DEU"))
    await shop.session.stop()
  }

  @Test func `download commands reach the download`() async throws {
    let shop = try Shop()
    shop.content.hold(from: 0)
    try await shop.session.start()
    let recorder = Recorder()
    await shop.session.queue.add(recorder)
    func run(_ action: Command.DownloadAction) async throws {
      _ = try await shop.session.run(.download(SampleCatalog.atlas, action))
    }
    try await run(.start)
    try await recorder.wait(for: "atlas active")
    try await run(.pause)
    try await recorder.wait(for: "atlas paused")
    shop.content.release()
    try await run(.resume)
    try await recorder.wait(for: "atlas finished")
    try await run(.delete)
    #expect(shop.folder.names.isEmpty)
    await #expect(throws: StoreError.self) { try await run(.cancel) }
    await shop.session.stop()
  }

  @Test func `stopping answers an open purchase, and the next start brings back what is unfinished`()
    async throws
  {
    let shop = try Shop()
    try await shop.session.start()
    async let open = shop.session.run(.buy(.coins))
    try await shop.open(1)
    await shop.session.stop()
    #expect(try await open == .purchase(.failed(StoreError(.clientInvalid, .notRunning))))
    #expect(
      try await shop.session.run(.buy(.coins)) == .purchase(.failed(StoreError(.clientInvalid, .notRunning))))

    let completed = Log<PurchaseDetails>()
    let next = StoreSession(
      store: shop.store, content: shop.content, settings: shop.settings, contentFolder: shop.folder.content,
      environment: ManualClock().environment())
    try await next.start { completed.append(contentsOf: $0) }
    try await completed.wait(for: "the failed purchase") { $0.count == 1 }
    #expect(completed.items.map(\.transaction.error?.reason) == [.closedBeforeConfirmation])
    await next.stop()
    #expect(await shop.store.unfinished.isEmpty)
  }

  @Test func `a start that the ledger refuses throws and can be tried again`() async throws {
    let shop = try Shop()
    await shop.store.fail(.relaunch, .ledger)
    await #expect(throws: StoreError.ledger) { try await shop.session.start() }
    try await shop.session.start()
    _ = try await shop.session.run(.restore)
    await shop.session.stop()
  }

  @Test func `K17: agreeing to a sheet that has changed since it was shown charges nothing`() async throws {
    let shop = try Shop()
    await shop.store.script(SampleCatalog.coins, .changingPrice)
    try await shop.session.start()
    async let result = shop.session.run(.buy(.coins))
    try await shop.open(1)
    let desk = shop.session.desk
    let first = try #require(desk.sheets.first)
    try desk.confirm(first)
    let second = try await waiting(for: "the sheet with the new price") {
      for await sheets in desk.openSheets() {
        if let sheet = sheets.first, sheet != first { return sheet }
      }
      throw CancellationError()
    }
    await #expect(throws: StoreError(.clientInvalid, .sheetChanged, subject: "1")) {
      try await shop.session.run(.confirm(1), shown: first)
    }
    #expect(desk.sheets == [second])
    #expect(await shop.store.count(of: "confirm 1 1") == 1)
    _ = try await shop.session.run(.confirm(1), shown: second)
    guard case .purchase(.purchased) = try await result else { return #expect(Bool(false)) }
    #expect(await shop.store.log.filter { $0.hasPrefix("confirm") } == ["confirm 1 1", "confirm 1 2"])
    await shop.session.stop()
  }

  @Test func `the desk shows the latest to each reader, and closes a sheet whose asker is cancelled`()
    async throws
  {
    let desk = PaymentSheetDesk()
    let transaction = Transaction.make(1, .purchasing)
    let product = try #require(SampleCatalog.catalog.product(SampleCatalog.coins))
    let sheet = PaymentSheet(
      transaction: transaction, product: product, price: Price(amount: 1, currency: "USD"), offer: nil)
    let asker = Task { await desk.present(sheet) }
    for await sheets in desk.openSheets() where !sheets.isEmpty { break }
    for await sheets in desk.openSheets() {
      #expect(sheets == [sheet])
      break
    }
    asker.cancel()
    #expect(await asker.value == .cancel)
    #expect(desk.sheets.isEmpty)
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await desk.present(sheet)
    }
    #expect(await late.value == .cancel)
    #expect(desk.sheets.isEmpty)
  }
}
