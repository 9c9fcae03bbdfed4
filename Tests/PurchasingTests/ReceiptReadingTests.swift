import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import Purchasing

/// What somebody who looks is told of the receipt on the device.
struct ReceiptReadingTests {
  private static let now = Timestamp(milliseconds: 1_796_040_000_000)
  private let keys = KeyRing(folder: nil)
  private let holder = ReceiptHolder(bundleID: "com.example.sampler", seed: 1)
  private let storage = ReceiptInMemory()

  private var book: ReceiptBook {
    ReceiptBook(
      storage: storage,
      validator: LocalReceiptValidator(
        root: { [keys] in try await keys.keys().receipts.root }, holder: { [holder] in holder }),
      fallback: FallbackList { _ in true })
  }

  private func receipt(_ ids: [Int64], device: UInt64 = 1, at seconds: Int64 = 0) async throws -> [UInt8] {
    let holder = ReceiptHolder(bundleID: holder.bundleID, seed: device)
    var receipt = AppReceipt()
    (receipt.receiptType, receipt.bundleID) = ("ProductionSandbox", holder.bundleID)
    receipt.applicationVersion = holder.version
    receipt.creationDate = Self.now.advanced(byMilliseconds: seconds * 1000)
    receipt.purchases = ids.map {
      InAppPurchase(
        productID: "p\($0)", transactionID: "\($0)",
        purchaseDate: Self.now.advanced(byMilliseconds: $0 * 1000),
        originalTransactionID: "\($0)", originalPurchaseDate: Self.now, kind: .nonConsumable)
    }
    return try ReceiptIssuer(try await keys.keys()).issue(receipt, device: holder.device)
  }

  private func report() async throws -> ReceiptReport {
    guard case .read(let report) = await book.reading(at: Self.now) else {
      throw StoreError(.unknown, .receiptMissing)
    }
    return report
  }

  @Test func `R27, C15: on a fresh install there is none, which is no fault`() async {
    #expect(await book.reading(at: Self.now) == .missing)
  }

  @Test func `the first one has nothing before it, the next one says what is new, gone and the same`()
    async throws
  {
    storage.replace(with: try await receipt([1, 2]))
    #expect(try await report().change == .first)
    storage.replace(with: try await receipt([2, 30]))
    let report = try await report()
    guard case .difference(let difference) = report.change else {
      Issue.record("\(report.change)")
      return
    }
    #expect(
      difference.added.map(\.transactionID) == ["30"] && difference.removed.map(\.transactionID) == ["1"])
    #expect(difference.changed.isEmpty)
    #expect(report.purchases.map(\.transactionID) == ["30", "2"], "the newest first")
    #expect(report.record(of: "30").contains { $0.number == 1703 && $0.text == "30" })
    #expect(report.record(of: "1").isEmpty && report.purchase("1") == nil)
    #expect(report.attributes.map(\.number) == report.attributes.map(\.number).sorted())
    #expect(report.attributes.allSatisfy { !$0.isPurchase })
  }

  private func added() async throws -> [String]? {
    guard case .difference(let difference) = try await report().change else { return nil }
    return difference.added.map(\.transactionID)
  }

  @Test func `issue 5: however often it is refreshed, it is compared with the one before the last event`()
    async throws
  {
    let book = book
    try book.replace(with: try await receipt([1]))
    #expect(try await report().change == .first)
    try book.replace(with: try await receipt([1, 2], at: 60))
    for minute in 2..<5 { try book.replace(with: try await receipt([1, 2], at: Int64(minute) * 60)) }
    #expect(try await added() == ["2"])
    #expect(try await report().previousDate == Self.now)
    #expect(try await report().creationDate == Self.now.advanced(byMilliseconds: 240_000))
    try book.replace(with: try await receipt([1, 2, 3], at: 300))
    #expect(try await added() == ["3"])
  }

  @Test func `a damaged file is not kept to compare with: the one before it still is`() async throws {
    let book = book
    try book.replace(with: try await receipt([1]))
    try book.replace(with: try await receipt([1, 2]))
    storage.replace(with: Array("damaged".utf8), keepsOld: false)
    try book.replace(with: try await receipt([1, 2], at: 60))
    #expect(try await added() == ["2"])
  }

  @Test func `R186: a valid one names its chain, leaf first`() async throws {
    storage.replace(with: try await receipt([1]))
    guard case .valid(let chain) = try await report().verdict else {
      Issue.record("it is not valid")
      return
    }
    #expect(chain.count == 3 && chain.last?.name == "Storefront Receipt Root")
  }

  @Test
  func `R184: one of another device, one that was damaged and no receipt at all: each failure by its name`()
    async throws
  {
    func fault() async throws -> String? {
      switch await book.reading(at: Self.now) {
      case .missing: nil
      case .unreadable(let fault): "unreadable \(fault.name)"
      case .read(let report): if case .invalid(let fault) = report.verdict { fault.name } else { nil }
      }
    }
    storage.replace(with: try await receipt([1], device: 2))
    #expect(try await fault() == "wrongHash")
    var damaged = try await receipt([1])
    damaged[damaged.count - 5] ^= 1
    storage.replace(with: damaged)
    #expect(try await fault() == "badSignature")
    storage.replace(with: Array("no receipt".utf8))
    #expect(try await fault() == "unreadable notBase64")
    storage.replace(with: try await receipt([1]))
    guard case .unreadable(let before) = try await report().change else {
      Issue.record("what was there before could be read")
      return
    }
    #expect(before.name == "notBase64")
    #expect(try await report().purchases.count == 1, "what was before it does not hide it")
  }

  @Test func `a judge that says only yes or no tells no chain`() async {
    storage.replace(with: Array("forged".utf8))
    #expect(await NotedReceipts().verdict(on: Array("1".utf8), at: Self.now) == .valid([]))
    let verdict = await NotedReceipts().verdict(on: Array("forged".utf8), at: Self.now)
    guard case .invalid(let fault) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(fault.name == "receiptInvalid" && fault.message == "Another signed it.")
  }

  @Test func `C14: a chain is judged once, and another root's is judged anew`() async throws {
    let roots = Log<Int>()
    let other = KeyRing(folder: nil)
    let validator = LocalReceiptValidator(
      root: { [keys] in
        roots.append(1)
        return try await (roots.items.count > 2 ? other : keys).keys().receipts.root
      }, holder: { [holder] in holder })
    let bytes = try await receipt([1])
    for _ in 0..<2 { #expect(try await validator.validate(bytes, at: Self.now).holds(1)) }
    await #expect(throws: StoreError.self) { try await validator.validate(bytes, at: Self.now) }
  }
}
