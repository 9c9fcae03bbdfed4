import Purchasing
import StoreModel
import StoreTesting
import Testing

/// Rules R19 to R32 of the payment queue: what a transaction carries, and how it starts and stops.
struct TransactionContractTests {
  @Test func `R19: restored transactions are still listed at the restore's end, although finished`()
    async throws
  {
    let listed = Log<[TransactionID]>()
    let recorder = Recorder { queue, update in
      if case .updatedTransactions(let transactions) = update {
        for transaction in transactions { try? await queue.finish(transaction.id) }
      }
      if update == .restoreFinished { listed.append(await queue.transactions.map(\.id)) }
    }
    let stage = Stage(recorder: recorder)
    await stage.store.own(SampleCatalog.theme, SampleCatalog.gold)
    try await stage.launch()
    try await stage.queue.restoreCompletedTransactions()
    try await recorder.wait(for: "removed 2")
    #expect(listed.items == [[1, 2]])
    #expect(await stage.store.unfinished.isEmpty)
    #expect(
      recorder.words == [
        "drained", "restored 1", "restored 2", "restoreFinished", "removed 1", "removed 2",
      ])
    #expect(await stage.queue.transactions.isEmpty)
  }

  @Test func `R20: a failed transaction carries an error, also when the ledger is the reason`() async throws {
    let stage = Stage(Customer.declines)
    await stage.store.fail(.review, nil, .ledger)
    try await stage.launch()
    try await stage.queue.add(.coins)
    try await stage.queue.add(.theme)
    try await stage.recorder.wait(for: "failed 2")
    #expect(
      await stage.queue.transactions.map(\.error) == [
        StoreError(.paymentCancelled, .cancelledAtSheet), .ledger,
      ])
    #expect(StoreError.domain == "SKErrorDomain")
  }

  @Test func `R21, R22, R24: only purchased and restored transactions have an identifier and a date`()
    async throws
  {
    let stage = Stage()
    await stage.store.script(SampleCatalog.coins, .sheet)
    await stage.store.script(SampleCatalog.theme, .settled(.failed, .unavailable))
    await stage.store.script(SampleCatalog.gold, .settled(.deferred))
    await stage.store.script(SampleCatalog.atlas, .settled(.restored))
    try await stage.launch()
    for payment: Payment in [.coins, .theme, .gold, .atlas] { try await stage.queue.add(payment) }
    try await stage.recorder.wait(for: "restored 4")
    for case .updatedTransactions(let transactions) in stage.recorder.log.items {
      for transaction in transactions {
        let isThere = transaction.state == .purchased || transaction.state == .restored
        #expect((transaction.transactionIdentifier != nil) == isThere)
        #expect((transaction.date != nil) == isThere)
        #expect((transaction.original != nil) == (transaction.state == .restored))
      }
    }
  }

  @Test func `R23: the payment on a transaction equals the payment added`() async throws {
    let stage = Stage()
    try await stage.launch()
    let payment = Payment(productID: SampleCatalog.coins, quantity: 3, applicationUsername: "someone")
    #expect(try await stage.queue.add(payment).payment == payment)
    try await stage.recorder.wait(for: "purchased 1")
    #expect(await stage.queue.transactions.map(\.payment) == [payment])
  }

  @Test func `R31: a device that may not pay says so, and a payment that is added anyway fails`() async throws
  {
    let stage = Stage()
    await stage.store.setPaymentsAllowed(false)
    let refused = StoreError(.paymentNotAllowed, .paymentsRefused)
    await stage.store.script(SampleCatalog.coins, .settled(.failed, refused))
    try await stage.launch()
    #expect(await stage.queue.canMakePayments() == false)
    try await stage.queue.add(.coins)
    try await stage.recorder.wait(for: "failed 1")
    #expect(await stage.queue.transactions.map(\.error) == [refused])
  }

  @Test func `R32: a state that this version does not know passes through unchanged`() async throws {
    let stage = Stage()
    let transaction = try await stage.queue.add(.coins)
    try await stage.launch()
    let strange = try #require(
      await stage.store.setState(TransactionState(rawValue: 10), of: transaction.id))
    await stage.queue.receive([strange])
    try await stage.recorder.wait(for: "state 10 1")
    #expect(await stage.queue.transactions.map(\.state.rawValue) == [10])
  }

  @Test func `R200: a new storefront is told, and pending payments stay as they are`() async throws {
    let desk = PaymentSheetDesk()
    let stage = Stage(desk)
    try await stage.launch()
    try await stage.queue.add(.coins)
    for await sheets in desk.openSheets() where !sheets.isEmpty { break }
    await stage.queue.storefrontDidChange(to: "DEU")
    try await stage.recorder.wait(for: "storefront DEU")
    try desk.confirm(try #require(desk.sheets.first))
    try await stage.recorder.wait(for: "purchased 1")
  }

  @Test func `K17: a price that changed under the sheet is asked again, and only the new one is charged`()
    async throws
  {
    let customer = Customer.agrees
    let stage = Stage(customer)
    await stage.store.script(SampleCatalog.coins, .changingPrice)
    try await stage.launch()
    try await stage.queue.add(.coins)
    try await stage.recorder.wait(for: "purchased 1")
    #expect(customer.sheets.items.map(\.price.plainAmount) == ["1", "2"])
    #expect(await stage.store.log.filter { $0.hasPrefix("confirm") } == ["confirm 1 1", "confirm 1 2"])
  }

  @Test func `a payment that the ledger cannot take in throws and leaves nothing`() async throws {
    let stage = Stage()
    try await stage.launch()
    await stage.store.fail(.begin, .ledger)
    await #expect(throws: StoreError.ledger) { try await stage.queue.add(.coins) }
    #expect(await stage.queue.transactions.isEmpty)
    try await stage.queue.add(.coins)
    #expect(try await stage.recorder.wait(for: "purchased 1") == ["drained", "purchasing 1", "purchased 1"])
  }

  @Test func `a launch that failed is tried again, and no payment slips in before it`() async throws {
    let stage = Stage()
    await stage.store.leave(SampleCatalog.theme, .purchased)
    await stage.store.fail(.relaunch, .ledger)
    await #expect(throws: StoreError.ledger) { try await stage.queue.launch() }
    try await stage.queue.add(.coins)
    await stage.queue.add(stage.recorder)
    #expect(try await stage.recorder.wait(for: "purchased 2").prefix(2) == ["purchased 1", "drained"])
    #expect(await stage.store.log.prefix(3) == ["relaunch", "relaunch", "begin coins"])
  }

  @Test func `stopping closes an open sheet without a charge, and the purchase comes back failed`()
    async throws
  {
    let desk = PaymentSheetDesk()
    let stage = Stage(desk)
    try await stage.launch()
    try await stage.queue.add(.coins)
    for await sheets in desk.openSheets() where !sheets.isEmpty { break }
    await stage.queue.stop()
    #expect(desk.sheets.isEmpty)
    #expect(await stage.store.log.last == "review 1")
    await #expect(throws: StoreError(.clientInvalid, .notRunning)) { try await stage.queue.add(.theme) }
    #expect(try await stage.store.relaunch().map(\.error?.reason) == [.closedBeforeConfirmation])
  }
}
