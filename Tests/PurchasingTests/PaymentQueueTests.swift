import Purchasing
import StoreModel
import StoreTesting
import Testing

/// Rules R1 to R18 of the payment queue.
struct PaymentQueueTests {
  @Test func `R1: calls return before anything is told, also from inside a callback`() async throws {
    let inside = Log<String>()
    let recorder = Recorder { queue, update in
      guard update == .drained else { return }
      inside.append("begin")
      _ = try? await queue.add(.coins)
      try? await queue.restoreCompletedTransactions()
      inside.append("end")
    }
    let stage = Stage(recorder: recorder)
    await stage.queue.add(recorder)
    try await recorder.wait(for: "purchased 1")
    #expect(inside.items == ["begin", "end"])
    // Nothing was told between the two: the first update after `drained` came when that call had ended.
    #expect(recorder.words.first == "drained")
  }

  @Test func `R2: updates are told one at a time, never beside each other`() async throws {
    let callbacks = Log<String>()
    let recorder = Recorder { _, update in
      callbacks.append("begin")
      await Task.yield()
      await Task.yield()
      callbacks.append("end")
    }
    let stage = Stage(recorder: recorder)
    try await stage.launch()
    for _ in 0..<5 { try await stage.queue.add(.coins) }
    try await stage.queue.restoreCompletedTransactions()
    try await recorder.wait(for: "purchased 5")
    try await recorder.wait(for: "restoreFinished")
    try await callbacks.wait(for: "the last callback to end") {
      $0.count.isMultiple(of: 2) && $0.last == "end"
    }
    for pair in stride(from: 0, to: callbacks.items.count - 1, by: 2) {
      #expect(Array(callbacks.items[pair...pair + 1]) == ["begin", "end"])
    }
  }

  @Test func `R2: every observer is told an update before anyone is told the next`() async throws {
    let order = Log<String>()
    let first = Recorder { _, update in order.append(contentsOf: update.words.map { "a " + $0 }) }
    let second = Recorder { _, update in order.append(contentsOf: update.words.map { "b " + $0 }) }
    let stage = Stage(recorder: first)
    try await stage.launch()
    await stage.queue.add(second)
    try await stage.queue.add(.coins)
    try await second.wait(for: "purchased 1")
    #expect(
      order.items.suffix(4) == ["a purchasing 1", "b purchasing 1", "a purchased 1", "b purchased 1"])
  }

  @Test(arguments: [
    (FakeStore.Outcome.sheet, "purchased 1"),
    (.settled(.failed, .unavailable), "failed 1"),
    (.settled(.deferred), "deferred 1"),
    (.settled(.restored), "restored 1"),
  ])
  func `R3: a payment is told as purchasing first and then as exactly one outcome`(
    outcome: FakeStore.Outcome, word: String
  ) async throws {
    let stage = Stage()
    try await stage.launch()
    await stage.store.script(SampleCatalog.theme, outcome)
    try await stage.queue.add(.theme)
    try await stage.recorder.wait(for: word)
    // A second payment has passed through all lanes: nothing more came for the first.
    try await stage.queue.add(.coins)
    try await stage.recorder.wait(for: "purchased 2")
    #expect(stage.recorder.words == ["drained", "purchasing 1", word, "purchasing 2", "purchased 2"])
  }

  @Test func `R3: a deferred payment is later told as purchased or failed`() async throws {
    let stage = Stage()
    try await stage.launch()
    await stage.store.script(SampleCatalog.theme, .settled(.deferred))
    let transaction = try await stage.queue.add(.theme)
    try await stage.recorder.wait(for: "deferred 1")
    let approved = try #require(await stage.store.setState(.purchased, of: transaction.id))
    await stage.queue.receive([approved])
    try await stage.recorder.wait(for: "purchased 1")
  }

  @Test func `R3: a payment that the ledger cannot settle is still answered, and can be finished later`()
    async throws
  {
    let stage = Stage()
    try await stage.launch()
    await stage.store.fail(.review, .ledger)
    try await stage.queue.add(.theme)
    try await stage.recorder.wait(for: "failed 1")
    #expect(await stage.queue.transactions.map(\.error) == [.ledger])
    try await stage.queue.finish(1)
    try await stage.recorder.wait(for: "removed 1")
    #expect(await stage.store.unfinished.isEmpty)
  }

  @Test func `R4: payments are taken one after the other, in the order added, each with its sheet`()
    async throws
  {
    let desk = PaymentSheetDesk()
    let stage = Stage(desk)
    try await stage.launch()
    try await stage.queue.add(.coins)
    try await stage.queue.add(.theme)
    try await stage.queue.add(.gold)
    var shown: [TransactionID] = []
    for await sheets in desk.openSheets() {
      #expect(sheets.count <= 1)
      guard let sheet = sheets.first else { continue }
      shown.append(sheet.transaction.id)
      try desk.confirm(sheet)
      if shown.count == 3 { break }
    }
    #expect(shown == [1, 2, 3])
    let words = try await stage.recorder.wait(for: "purchased 3")
    #expect(words.filter { $0.hasPrefix("purchased") } == ["purchased 1", "purchased 2", "purchased 3"])
    #expect(
      await stage.store.log.filter { $0.hasPrefix("review") || $0.hasPrefix("confirm") } == [
        "review 1", "confirm 1 1", "review 2", "confirm 2 1", "review 3", "confirm 3 1",
      ])
  }

  @Test func `R5: a restore overtakes a payment that waits for the customer`() async throws {
    let desk = PaymentSheetDesk()
    let stage = Stage(desk)
    await stage.store.own(SampleCatalog.theme)
    try await stage.launch()
    try await stage.queue.add(.coins)
    for await sheets in desk.openSheets() where !sheets.isEmpty { break }
    try await stage.queue.restoreCompletedTransactions()
    let words = try await stage.recorder.wait(for: "restoreFinished")
    #expect(!words.contains("purchased 1"))
    try desk.confirm(try #require(desk.sheets.first))
    try await stage.recorder.wait(for: "purchased 1")
  }

  @Test func `R6: a second restore is refused while one runs, and allowed when its end was told`()
    async throws
  {
    let stage = Stage()
    try await stage.launch()
    await stage.held.close(.beginRestore)
    try await stage.queue.restoreCompletedTransactions()
    await #expect(throws: StoreError(.unknown, .restoreInProgress)) {
      try await stage.queue.restoreCompletedTransactions()
    }
    await stage.held.open(.beginRestore)
    try await stage.recorder.wait(for: "restoreFinished")
    try await stage.queue.restoreCompletedTransactions()
    try await stage.recorder.wait(for: "restoreFinished", times: 2)
    #expect(await stage.store.count(of: "beginRestore") == 2)
  }

  @Test func `R6: an observer that hears of a restore's end may start the next one`() async throws {
    let recorder = Recorder { queue, update in
      guard update == .restoreFinished else { return }
      try? await queue.restoreCompletedTransactions()
    }
    let stage = Stage(recorder: recorder)
    try await stage.launch()
    try await stage.queue.restoreCompletedTransactions()
    try await recorder.wait(for: "restoreFinished", times: 3)
    await stage.queue.stop()
  }

  @Test func `R7, R8: a failing restore is told once, by its own update alone`() async throws {
    let stage = Stage()
    await stage.store.own(SampleCatalog.theme)
    try await stage.launch()
    await stage.store.fail(.beginRestore, .offline)
    try await stage.queue.restoreCompletedTransactions()
    try await stage.recorder.wait(for: "restoreFailed networkOffline")
    try await stage.queue.add(.coins)
    try await stage.recorder.wait(for: "purchased 1")
    #expect(
      stage.recorder.words == ["drained", "restoreFailed networkOffline", "purchasing 1", "purchased 1"])
  }

  @Test(arguments: [0, 1, 3])
  func `R8, R9: restored transactions come first, then exactly one end`(count: Int) async throws {
    let stage = Stage()
    for _ in 0..<count { await stage.store.own(SampleCatalog.theme) }
    try await stage.launch()
    try await stage.queue.restoreCompletedTransactions()
    let words = try await stage.recorder.wait(for: "restoreFinished")
    #expect(words == ["drained"] + (0..<count).map { "restored \($0 + 1)" } + ["restoreFinished"])
    #expect(await stage.store.log.suffix(2) == ["beginRestore", "endRestore \(count)"])
  }

  @Test func `R8: a restore whose end the ledger cannot take down has failed`() async throws {
    let stage = Stage()
    await stage.store.own(SampleCatalog.theme)
    try await stage.launch()
    await stage.store.fail(.endRestore, .ledger)
    try await stage.queue.restoreCompletedTransactions()
    let words = try await stage.recorder.wait(for: "restoreFailed ledgerUnavailable")
    #expect(words == ["drained", "restored 1", "restoreFailed ledgerUnavailable"])
  }

  @Test func `R10: what is unfinished is told again at each launch, and what is finished never`() async throws
  {
    let stage = Stage()
    await stage.store.leave(SampleCatalog.coins, .purchased)
    await stage.store.leave(SampleCatalog.theme, .failed, error: .unavailable)
    try await stage.launch()
    #expect(stage.recorder.words == ["purchased 1", "failed 2", "drained"])
    try await stage.queue.finish(1)
    try await stage.recorder.wait(for: "removed 1")
    await stage.queue.stop()

    let next = Recorder()
    let queue = PaymentQueue(
      store: stage.store, presenter: Customer.agrees, environment: stage.clock.environment())
    await queue.add(next)
    #expect(try await next.wait(for: "drained") == ["failed 2", "drained"])
  }

  @Test func `R11: nothing is told without an observer, and all of it when one is added`() async throws {
    let stage = Stage()
    await stage.store.leave(SampleCatalog.coins, .purchased)
    try await stage.queue.launch()
    try await stage.queue.add(.theme)
    #expect(stage.recorder.words.isEmpty)
    await stage.queue.add(stage.recorder)
    let words = try await stage.recorder.wait(for: "purchased 2")
    #expect(words == ["purchased 1", "drained", "purchasing 2", "purchased 2"])

    await stage.queue.remove(stage.recorder)
    try await stage.queue.finish(1)
    #expect(!stage.recorder.words.contains("removed 1"))
    await stage.queue.add(stage.recorder)
    try await stage.recorder.wait(for: "removed 1")
  }

  @Test func `R12: several observers are all told every update`() async throws {
    let stage = Stage()
    let second = Recorder()
    try await stage.launch()
    await stage.queue.add(second)
    try await stage.queue.add(.coins)
    for observer in [stage.recorder, second] { try await observer.wait(for: "purchased 1") }
    #expect(second.words == ["purchasing 1", "purchased 1"])
  }

  @Test func `R13: observers are not kept alive, and one that is gone is no observer`() async throws {
    let stage = Stage()
    weak var gone: Recorder?
    do {
      let observer = Recorder()
      gone = observer
      await stage.queue.add(observer)
      try await observer.wait(for: "drained")
    }
    try await waiting(for: "the observer to be freed") { [weak gone] in
      while gone != nil { await Task.yield() }
    }
    try await stage.queue.add(.coins)
    await stage.queue.add(stage.recorder)
    #expect(try await stage.recorder.wait(for: "purchased 1") == ["purchasing 1", "purchased 1"])
  }

  @Test func `R15: adding an observer twice tells it once, and removing an unknown one does no harm`()
    async throws
  {
    let stage = Stage()
    await stage.queue.remove(stage.recorder)
    await stage.queue.add(stage.recorder)
    await stage.queue.add(stage.recorder)
    try await stage.queue.add(.coins)
    #expect(
      try await stage.recorder.wait(for: "purchased 1") == ["drained", "purchasing 1", "purchased 1"])
    await stage.queue.remove(stage.recorder)
    await stage.queue.remove(stage.recorder)
  }

  @Test func `R16: purchasing and deferred transactions cannot be finished`() async throws {
    let desk = PaymentSheetDesk()
    let stage = Stage(desk)
    await stage.store.script(SampleCatalog.theme, .settled(.deferred))
    try await stage.launch()
    try await stage.queue.add(.theme)
    try await stage.recorder.wait(for: "deferred 1")
    try await stage.queue.add(.coins)
    for id: TransactionID in [1, 2] {
      await #expect(throws: StoreError(.clientInvalid, .notFinishable, subject: id.description)) {
        try await stage.queue.finish(id)
      }
    }
    #expect(await stage.queue.transactions.map(\.state) == [.deferred, .purchasing])
    await stage.queue.stop()
  }

  @Test func `R17: finishing twice, or what is unknown, does no harm`() async throws {
    let stage = Stage()
    try await stage.launch()
    try await stage.queue.add(.coins)
    try await stage.recorder.wait(for: "purchased 1")
    try await stage.queue.finish(1)
    try await stage.queue.finish(1)
    try await stage.recorder.wait(for: "removed 1")
    try await stage.queue.finish(1)
    try await stage.queue.finish(99)
    try await stage.queue.add(.coins)
    try await stage.recorder.wait(for: "purchased 2")
    #expect(stage.recorder.words.count { $0.hasPrefix("removed") } == 1)
  }

  @Test func `R18: a finished transaction leaves the list after the delay, and is told then`() async throws {
    let stage = Stage(finishDelay: .milliseconds(300))
    try await stage.launch()
    try await stage.queue.add(.coins)
    try await stage.recorder.wait(for: "purchased 1")
    try await stage.queue.finish(1)
    await stage.clock.waitForSleepers()
    #expect(await stage.queue.transactions.map(\.id) == [1])
    #expect(!stage.recorder.words.contains("removed 1"))
    stage.clock.advance(by: .milliseconds(300))
    try await stage.recorder.wait(for: "removed 1")
    #expect(await stage.queue.transactions.isEmpty)
  }

  @Test func `a finish that the ledger refuses leaves the transaction unfinished and can be tried again`()
    async throws
  {
    let stage = Stage()
    try await stage.launch()
    try await stage.queue.add(.coins)
    try await stage.recorder.wait(for: "purchased 1")
    await stage.store.fail(.finish, .ledger)
    await #expect(throws: StoreError.ledger) { try await stage.queue.finish(1) }
    #expect(await stage.queue.transactions.map(\.id) == [1])
    try await stage.queue.finish(1)
    try await stage.recorder.wait(for: "removed 1")
  }
}
