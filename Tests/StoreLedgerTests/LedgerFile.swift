import Foundation
import StoreLedger
import StoreModel

/// A ledger file in a folder of the test's own, gone when the value is.
final class LedgerFile {
  let folder: URL
  var path: String { folder.appendingPathComponent("ledger.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("storefront-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ bytes: some Sequence<UInt8>) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

  func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

  func edit(_ change: (inout [UInt8]) -> Void) throws {
    var bytes = try bytes()
    change(&bytes)
    try write(bytes)
  }

  /// What opening throws; nil when it opens.
  func refusal() -> LedgerError? {
    do {
      _ = try SQLiteLedger(path: path)
      return nil
    } catch { return error }
  }

  /// A ledger with some history, closed again.
  func fill(_ count: Int) throws {
    let ledger = try SQLiteLedger(path: path)
    _ = try ledger.write { ledger in
      for number in 1...count { try ledger.add(.sample(Int64(number))) }
    }
  }
}

extension Timestamp {
  static let noon = Timestamp(milliseconds: 1_796_040_000_000)
}

extension Transaction {
  static func sample(
    _ id: Int64, product: ProductID = "coins", type: ProductType = .consumable,
    state: TransactionState = .purchased,
    group: GroupID? = nil, expiresAt: Timestamp? = nil, isFinished: Bool = true
  ) -> Transaction {
    Transaction(
      id: TransactionID(rawValue: id), payment: Payment(productID: product), productType: type,
      storefront: "USA",
      groupID: group, state: state, createdAt: .noon, date: .noon.advanced(byMilliseconds: id),
      expiresAt: expiresAt, isFinished: isFinished)
  }
}

extension LedgerWriter {
  func add(_ transaction: Transaction) throws {
    let event = try append(.purchased(transaction), at: .noon, cause: nil)
    try insert(transaction, lastEvent: event)
  }
}
