import Foundation
import StoreLedger
import StoreModel
import StoreTesting
import Testing

struct LedgerTests {
  @Test func `every field of a transaction survives`() throws {
    let full = Transaction(
      id: TransactionID(rawValue: 1),
      payment: Payment(productID: "p\u{0}ö'\"", quantity: 7, applicationUsername: "a\u{0}b", offerID: "o"),
      productType: .autoRenewable, account: AccountID(rawValue: "other"), storefront: "JPN",
      groupID: GroupID("g"),
      state: TransactionState(rawValue: 77), createdAt: .noon, date: .noon.advanced(byMilliseconds: 1),
      original: .init(
        id: TransactionID(rawValue: 5), date: .noon.advanced(byMilliseconds: 2), productID: "q"),
      price: Price(amount: try #require(Decimal(plain: "123456789012345.678901")), currency: "BHD"),
      expiresAt: .noon.advanced(byMilliseconds: 3), offerID: "offer", offerKind: .winBack,
      error: StoreError(StoreError.Code(rawValue: 42), .other, subject: "s"), isUpgraded: true,
      revokedAt: .noon.advanced(byMilliseconds: 4), isFinished: true)
    let bare = Transaction.sample(2, state: .purchasing, isFinished: false)
    let ledger = try SQLiteLedger.inMemory()
    _ = try ledger.write { ledger throws in
      try ledger.add(full)
      try ledger.add(bare)
    }
    #expect(try ledger.read { try $0.transactions(after: nil, limit: 9) } == [full, bare])

    var changed = full
    changed.state = .purchased
    changed.isUpgraded = false
    changed.error = nil
    changed.price = nil
    changed.original = nil
    changed.offerKind = nil
    changed.isFinished = false
    let last = EventID(rawValue: 9)
    _ = try ledger.write { try $0.update(changed, lastEvent: last) }
    #expect(try ledger.read { try $0.transaction(full.id) } == Recorded(changed, lastEvent: last))
  }

  @Test func `a write that throws leaves nothing, in the journal or in the rows`() throws {
    struct Stop: Error {}
    let ledger = try SQLiteLedger.inMemory()
    _ = try ledger.write { try $0.add(.sample(1)) }
    #expect(throws: Stop.self) {
      _ = try ledger.write { ledger throws in
        try ledger.add(.sample(2))
        try ledger.set("storefront", to: "DEU")
        throw Stop()
      }
    }
    let commit = try ledger.write { ledger throws -> EventID in
      #expect(try ledger.lastTransactionID()?.rawValue == 1)
      #expect(try ledger.settings() == [:])
      return try ledger.append(.restoreStarted, at: .noon, cause: nil)
    }
    #expect(commit.value.rawValue == 2)
    #expect(commit.entries.map(\.event) == [.restoreStarted])
  }

  @Test func `two handles on one file number the journal without gaps`() async throws {
    let file = try LedgerFile()
    let path = file.path
    _ = try SQLiteLedger(path: path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          let ledger = try SQLiteLedger(path: path)
          for _ in 0..<50 {
            _ = try ledger.write { ledger throws in
              let id = (try ledger.lastTransactionID()?.rawValue ?? 0) + 1
              try ledger.add(.sample(id))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let ledger = try SQLiteLedger(path: path)
    let ids = try ledger.read { try $0.journal(after: nil, limit: 1000) }.map(\.id.rawValue)
    #expect(ids == (1...100).map { $0 })
    #expect(try ledger.read { try $0.lastTransactionID() }?.rawValue == 100)
  }

  @Test func `several handles that create one file at once all find it made`() async throws {
    // What lies between the first byte and the commit is short: many rounds, each with a new file.
    for _ in 0..<30 {
      let file = try LedgerFile()
      let path = file.path
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let ledger = try SQLiteLedger(path: path)
            _ = try ledger.write { try $0.append(.restoreStarted, at: .noon, cause: nil) }
          }
        }
        try await group.waitForAll()
      }
      #expect(try SQLiteLedger(path: path).read { try $0.lastEventID() }?.rawValue == 8)
    }
  }

  @Test func `a handle that waits too long for another says that it is busy`() throws {
    let file = try LedgerFile()
    let first = try SQLiteLedger(path: file.path)
    let second = try SQLiteLedger(path: file.path, busyTimeout: .zero)
    _ = try first.write { _ throws in
      let error = #expect(throws: LedgerError.self) { _ = try second.write { _ in } }
      #expect(error?.kind == .busy)
    }
    _ = try second.write { _ in }
  }

  @Test func `a full file throws diskFull and changes nothing`() throws {
    let file = try LedgerFile()
    try file.fill(5)
    let ledger = try SQLiteLedger(path: file.path)
    try ledger.limit(pages: 1)
    let error = #expect(throws: LedgerError.self) {
      _ = try ledger.write { ledger throws in
        for id in 6...2000 { try ledger.add(.sample(Int64(id))) }
      }
    }
    #expect(error?.kind == .diskFull)
    #expect(try ledger.read { try $0.lastTransactionID() }?.rawValue == 5)
    #expect(try ledger.problems() == [])
    try ledger.limit(pages: 100_000)
    _ = try ledger.write { try $0.add(.sample(6)) }
  }

  @Test func `error texts hold no value that was being stored`() throws {
    let ledger = try SQLiteLedger.inMemory()
    let secret = Transaction(
      id: TransactionID(rawValue: 1), payment: Payment(productID: "secret", applicationUsername: "secret"),
      productType: .consumable, storefront: "USA", state: .purchasing, createdAt: .noon)
    let error = #expect(throws: LedgerError.self) {
      _ = try ledger.write { ledger throws in
        try ledger.insert(secret, lastEvent: EventID(rawValue: 1))
        try ledger.insert(secret, lastEvent: EventID(rawValue: 1))
      }
    }
    #expect(error?.errorDescription?.contains("transactions.id") == true)
    #expect(error?.errorDescription?.contains("secret") == false)
  }

  // MARK: Look-ups

  @Test func `pages of transactions go both ways and meet without gap or overlap`() throws {
    let ledger = try SQLiteLedger.inMemory()
    _ = try ledger.write { ledger throws in
      for id in 1...25 { try ledger.add(.sample(Int64(id), product: id % 5 == 0 ? "b" : "a")) }
    }
    try ledger.read { ledger throws in
      var seen: [Int64] = []
      var last: TransactionID?
      while case let page = try ledger.transactions(before: last, limit: 10), !page.isEmpty {
        seen += page.map(\.id.rawValue)
        last = page.last?.id
      }
      #expect(seen == (1...25).reversed())
      let three = TransactionID(rawValue: 3)
      #expect(try ledger.transactions(after: three, limit: 2).map(\.id.rawValue) == [4, 5])
      #expect(try ledger.transactions(before: three, limit: 9).map(\.id.rawValue) == [2, 1])
      #expect(try ledger.transactions(before: three, limit: 0) == [])
      #expect(try ledger.transactions(before: three, limit: -1) == [])
      #expect(
        try ledger.transactions(of: "b", account: .tester, before: TransactionID(rawValue: 20), limit: 2)
          .map(\.id.rawValue) == [15, 10])
      #expect(
        try ledger.transactions(of: "b", account: AccountID(rawValue: "x"), before: nil, limit: 2) == [])
    }
  }

  @Test func `what is owned leaves out what is over, replaced, revoked, restored or consumed`() throws {
    let later = Timestamp.noon.advanced(byMilliseconds: 1000)
    var replaced = Transaction.sample(
      4, product: "d", type: .autoRenewable, group: GroupID("g"), expiresAt: later)
    replaced.isUpgraded = true
    var revoked = Transaction.sample(5, product: "e", type: .nonConsumable)
    revoked.revokedAt = .noon
    let rows: [Transaction] = [
      .sample(1, product: "a"), .sample(2, product: "b", type: .nonConsumable),
      .sample(3, product: "c", type: .autoRenewable, group: GroupID("g"), expiresAt: .noon), replaced,
      revoked,
      .sample(6, product: "f", type: .autoRenewable, group: GroupID("g"), expiresAt: later),
      .sample(7, product: "h", type: .nonConsumable, state: .restored),
      .sample(8, product: "i", type: .nonRenewing),
    ]
    let ledger = try SQLiteLedger.inMemory()
    _ = try ledger.write { ledger in for row in rows { try ledger.add(row) } }
    try ledger.read { ledger throws in
      #expect(try ledger.ownedPurchases(account: .tester, at: .noon).map(\.value.id.rawValue) == [2, 6, 8])
      #expect(
        try ledger.activeSubscriptions(group: GroupID("g"), account: .tester, at: .noon).map(
          \.value.id.rawValue)
          == [6])
      #expect(try ledger.restorablePurchases(account: .tester).map(\.id.rawValue) == [2, 3, 4, 6])
      #expect(try ledger.lastingPurchase(of: "b", account: .tester)?.value.id.rawValue == 2)
      #expect(try ledger.lastingPurchase(of: "e", account: .tester) == nil)
      #expect(try ledger.lastingPurchase(of: "h", account: .tester) == nil)
    }
  }

  @Test func `no look-up reads the whole history`() throws {
    let ledger = try SQLiteLedger.inMemory()
    try ledger.read { ledger throws in
      let id = TransactionID(rawValue: 1)
      _ = try ledger.lastEventID()
      _ = try ledger.lastTransactionID()
      _ = try ledger.journal(after: nil, limit: 1)
      _ = try ledger.journal(before: nil, limit: 1)
      _ = try ledger.transaction(id)
      _ = try ledger.transactions(before: nil, limit: 1)
      _ = try ledger.transactions(after: nil, limit: 1)
      _ = try ledger.transactions(of: "a", account: .tester, before: nil, limit: 1)
      _ = try ledger.unfinishedTransactions()
      _ = try ledger.unfinishedPurchase(of: "a", account: .tester)
      _ = try ledger.ownedPurchases(account: .tester, at: .noon)
      _ = try ledger.activeSubscriptions(group: GroupID("g"), account: .tester, at: .noon)
      _ = try ledger.lastingPurchase(of: "a", account: .tester)
      _ = try ledger.restorablePurchases(account: .tester)
      _ = try ledger.hasUsedIntroductoryOffer(group: GroupID("g"), account: .tester)
      _ = try ledger.balances(account: .tester)
    }
    let plans = try ledger.queryPlans()
    #expect(plans.count >= 15)
    for plan in plans {
      // Walking the small index of what is unfinished is right; any other scan reads everything.
      let scans = plan.steps.filter { $0.hasPrefix("SCAN") && !$0.contains("transactions_unfinished") }
      #expect(scans.isEmpty, "\(plan.sql)")
      let sorts = plan.steps.filter { $0.contains("TEMP B-TREE") }
      #expect(
        sorts.isEmpty || plan.sql.contains("nonRenewing") || plan.sql.contains("group_id"), "\(plan.sql)")
    }
  }

  @Test func `a transaction is open in one process at most, until that lets it go or ends`() throws {
    let (one, two, three) = (
      TransactionID(rawValue: 1), TransactionID(rawValue: 2), TransactionID(rawValue: 3)
    )
    let file = try LedgerFile()
    let first = try SQLiteLedger(path: file.path)
    #expect(try first.claim(one) && first.claim(one) && first.claim(two))
    do {
      let second = try SQLiteLedger(path: file.path)
      #expect(try !second.claim(one) && second.claim(three))
      first.release(one)
      #expect(try second.claim(one) && !first.claim(one) && !first.claim(three))
    }
    #expect(try first.claim(one) && first.claim(three))
    #expect(try SQLiteLedger.inMemory().claim(one))
  }

  @Test func `P15: the bell rings after the commit, when somebody listens, and when a process ends`()
    async throws
  {
    let file = try LedgerFile()
    let here = try SQLiteLedger(path: file.path)
    var there: SQLiteLedger? = try SQLiteLedger(path: file.path)
    #expect(!here.isListenedTo)
    let news = try #require(try here.news())
    #expect(!here.isListenedTo && there?.isListenedTo == true)
    try await waiting(for: "every call of the bell") { [there] in
      var writes = news.writes.makeAsyncIterator()
      for number in 1...20 {
        _ = try there?.write { try $0.add(.sample(Int64(number))) }
        // A call that came late may be the first one heard; what was written is there by then, all the same.
        await writes.next()
        #expect(try here.read { try $0.lastEventID()?.rawValue } == Int64(number))
      }
    }
    there = nil
    try await waiting(for: "the end") { for await _ in news.departures { break } }
  }

  @Test func `who listens hears when the bell is taken away`() async throws {
    let file = try LedgerFile()
    let ledger = try SQLiteLedger(path: file.path)
    let news = try #require(try ledger.news())
    try FileManager.default.removeItem(atPath: file.path + ".lock")
    try await waiting(for: "the end of both") {
      for await _ in news.writes {}
      for await _ in news.departures {}
    }
    _ = try ledger.write { try $0.add(.sample(1)) }
    #expect(try SQLiteLedger.inMemory().news() == nil)
  }
}
