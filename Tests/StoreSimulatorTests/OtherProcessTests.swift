import Foundation
import StoreLedger
import StoreModel
import StoreSimulator
import StoreTesting
import Testing

/// Two processes with one ledger, each with a store of its own that listens (issue 6).
@Suite(.serialized, .timeLimit(.minutes(2)))
struct OtherProcessTests {
  /// A child's terminal and the organizer's: two stores on one file.
  private final class Family {
    let folder: TestFolder
    let child: TestShop
    let parent: TestShop
    private let listening: [Task<Void, Never>]

    init() async throws {
      folder = try TestFolder()
      let (child, parent) = (try TestShop(path: folder.file()), try TestShop(path: folder.file()))
      (self.child, self.parent) = (child, parent)
      for shop in [child, parent] { #expect(try await shop.store.relaunch() == []) }
      listening = [child, parent].map { shop in Task { await Self.listen(shop) } }
    }

    /// The kernel gives a user so many listeners, and tests that run beside this one may have all of them for a moment.
    private static func listen(_ shop: TestShop) async {
      while !Task.isCancelled {
        do {
          return try await shop.store.listen()
        } catch {
          guard "\(error)".contains("Too many open files") else { return }
          await Task.yield()
        }
      }
    }

    deinit { for task in listening { task.cancel() } }

    /// What the child's store has for its app next.
    func childHears() async throws -> StoreArrival? { try await next(child) }
    func parentHears() async throws -> StoreArrival? { try await next(parent) }

    private func next(_ shop: TestShop) async throws -> StoreArrival? {
      try await waiting(for: "something to arrive") {
        for await arrival in shop.store.arrivals where arrival != .othersLeft { return arrival }
        return nil
      }
    }

    func deferred() async throws -> TransactionID {
      try await parent.store.perform(.store(.role(.tester, .child)))
      let transaction = try await child.buy(SampleCatalog.theme)
      #expect(transaction.state == .deferred)
      return transaction.id
    }
  }

  @Test func `what is approved elsewhere arrives where it was begun, and only there (R201)`() async throws {
    let family = try await Family()
    let id = try await family.deferred()
    try await family.parent.store.perform(.store(.approve(id)))
    let bought = try #require(try await family.child.store.transaction(id))
    #expect(bought.state == .purchased)
    #expect(try await family.childHears() == .transactions([bought]))
    // The first thing that the parent's app hears of is not the purchase.
    try await family.parent.store.perform(.store(.refund(id, .full)))
    #expect(try await family.parentHears() == .revoked([SampleCatalog.theme]))
    #expect(try await family.childHears() == .revoked([SampleCatalog.theme]))
  }

  @Test func `what is declined elsewhere arrives where it was begun`() async throws {
    let family = try await Family()
    let id = try await family.deferred()
    try await family.parent.store.perform(.store(.decline(id)))
    let refused = try #require(try await family.child.store.transaction(id))
    #expect(refused.error?.reason == .askToBuyDeclined)
    #expect(try await family.childHears() == .transactions([refused]))
  }

  @Test func `when the process that began it has ended, the one that approves it delivers it`() async throws {
    let folder = try TestFolder()
    let parent = try TestShop(path: folder.file())
    try await parent.store.perform(.store(.role(.tester, .child)))
    let id = try await TestShop.life(on: folder.file()) { try await $0.buy(SampleCatalog.theme).id }
    try await parent.store.perform(.store(.approve(id)))
    let bought = try #require(try await parent.store.transaction(id))
    let arrival = try await waiting(for: "the purchase") {
      for await arrival in parent.store.arrivals { return StoreArrival?.some(arrival) }
      return nil
    }
    #expect(arrival == .transactions([bought]))
  }

  @Test func `a launch takes over what a process left that has ended, and nothing that is open (R10)`()
    async throws
  {
    let folder = try TestFolder()
    let first = try TestShop(path: folder.file())
    let open = try await first.buy(SampleCatalog.coins)
    let left = try await TestShop.life(on: folder.file()) { try await $0.buy(SampleCatalog.coins).id }
    let second = try TestShop(path: folder.file())
    #expect(try await second.store.relaunch().map(\.id) == [left])
    // It is the second's now; what it lets go by finishing it comes back nowhere.
    #expect(try await TestShop(path: folder.file()).store.relaunch() == [])
    _ = try await second.store.finish(left, command: nil)
    #expect(try await first.store.transaction(open.id)?.isFinished == false)
    #expect(try await first.store.relaunch().map(\.id) == [open.id])
  }

  @Test func `what is finished, deleted or cleared elsewhere leaves the queue here`() async throws {
    let family = try await Family()
    var ids: [TransactionID] = []
    for _ in 0..<4 { ids.append(try await family.child.buy(SampleCatalog.coins).id) }
    _ = try await family.parent.store.finish(ids[0], command: .finish(ids[0]))
    #expect(try await family.childHears() == .withdrawn([ids[0]]))
    try await family.parent.store.perform(.store(.delete(ids[1])))
    #expect(try await family.childHears() == .withdrawn([ids[1]]))
    try await family.parent.store.perform(.store(.clearHistory(.tester)))
    #expect(try await family.childHears() == .withdrawn([ids[2], ids[3]]))
  }

  @Test func `one that is sent again elsewhere arrives where it is open`() async throws {
    let family = try await Family()
    let open = try await family.child.buy(SampleCatalog.coins)
    try await family.parent.store.perform(.store(.redeliver(open.id)))
    #expect(try await family.childHears() == .transactions([open]))
  }

  @Test func `both deliver, and the customer gets it once`() async throws {
    let family = try await Family()
    let bought = try await family.child.buy(SampleCatalog.coins, quantity: 3)
    var noted = 0
    for shop in [family.child, family.parent] {
      noted += try await shop.store.recordDelivery(of: [bought.id]).count
      _ = try await shop.store.finish(bought.id, command: nil)
    }
    #expect(noted == 1)
    #expect(
      try await family.child.store.library().balances == [.init(productID: SampleCatalog.coins, quantity: 3)])
    #expect(try await family.child.journal().suffix(2).map(\.event.name) == ["contentDelivered", "finished"])
  }

  @Test func `what is set elsewhere takes effect here, and what is held here is released from there`()
    async throws
  {
    let family = try await Family()
    let bought = try await family.child.buy(SampleCatalog.coins)
    #expect(await !family.child.store.isObstructed(at: .delivery))
    try await family.parent.store.perform(.setCondition(StoreCondition(.delivery, .hold, times: 1)))
    try await family.parent.store.perform(.storefront("DEU"))
    #expect(try await family.childHears() == .storefront("DEU"))
    #expect(await family.child.store.isObstructed(at: .delivery))
    guard case .waits(let ticket) = await family.child.store.arrive(StageItem(bought), at: .delivery) else {
      throw TestShopError("nothing is held")
    }
    // The condition is spent: only the child's process knows what it holds.
    #expect(try await family.parent.store.conditions() == [])
    try await family.parent.store.perform(.release(.delivery, bought.id))
    let outcome = try await waiting(for: "the release") { [child = family.child] in
      await child.store.wait(for: ticket)
    }
    #expect(outcome == .pass)
    let released = try await family.child.journal().last
    #expect(released?.event == .released(.delivery, StageItem(bought)))
    let command = try await family.parent.journal().last { $0.event.name == "command" }
    #expect(released?.cause == command?.id)
  }

  @Test func `P15: while both write at full rate, every entry is told once, in order`() async throws {
    let family = try await Family()
    let count = 50
    let stream = try await family.child.store.entries()
    // Another process has threads of its own: one that waits for its turn keeps nobody here from ending theirs.
    let other = try SQLiteLedger(path: family.folder.file())
    let writing = Thread {
      for number in 0..<Int64(4 * count) {
        do {
          _ = try other.write { ledger in
            try ledger.append(.networkChanged(isOn: true), at: Timestamp(milliseconds: number), cause: nil)
          }
        } catch { Issue.record("\(error)") }
      }
    }
    writing.start()
    for _ in 0..<count { try await family.child.buyAndFinish(SampleCatalog.coins) }
    let all = Int64(9 * count)
    let told = try await waiting(for: "\(all) entries") {
      var told: [JournalEntry] = []
      for await entry in stream {
        told.append(entry)
        if told.count == all { break }
      }
      return told
    }
    #expect(told.map(\.id.rawValue) == (1...all).map { $0 })
    let journal = try await family.child.journal()
    #expect(told == journal)
    let others = told.filter { $0.event == .networkChanged(isOn: true) }
    #expect(others.map(\.time.milliseconds) == (0..<Int64(4 * count)).map { $0 })
  }

  @Test func `without a bell, what others wrote is told when something is done here`() async throws {
    let family = try await Family()
    let stream = try await family.child.store.entries()
    try FileManager.default.removeItem(atPath: family.folder.file() + ".lock")
    await #expect(throws: StoreError.self) { try await family.child.store.listen() }
    try await family.parent.store.perform(.network(isOn: false))
    try await family.child.store.perform(.network(isOn: true))
    let told = try await waiting(for: "four entries") {
      var told: [String] = []
      for await entry in stream {
        told.append(entry.event.name)
        if told.count == 4 { break }
      }
      return told
    }
    #expect(told == ["command", "networkChanged", "command", "networkChanged"])
  }
}
