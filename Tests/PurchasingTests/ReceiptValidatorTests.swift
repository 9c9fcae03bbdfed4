import StoreModel
import StoreReceipts
import StoreTesting
import Testing

@testable import Purchasing

/// The two ways to judge a receipt, on receipts that are really signed.
struct ReceiptValidatorTests {
  private static let now = Timestamp(milliseconds: 1_796_040_000_000)
  private let keys = KeyRing(folder: nil)
  private let holder = ReceiptHolder(bundleID: "com.example.sampler", seed: 1)

  private func receipt(_ holder: ReceiptHolder, signedBy keys: KeyRing? = nil) async throws -> [UInt8] {
    var receipt = AppReceipt()
    receipt.receiptType = "ProductionSandbox"
    receipt.bundleID = holder.bundleID
    receipt.applicationVersion = holder.version
    receipt.creationDate = Self.now
    receipt.purchases = [
      InAppPurchase(
        productID: "theme", transactionID: "1", purchaseDate: Self.now, originalTransactionID: "1",
        originalPurchaseDate: Self.now, kind: .nonConsumable)
    ]
    return try ReceiptIssuer(try await (keys ?? self.keys).keys()).issue(receipt, device: holder.device)
  }

  private var local: LocalReceiptValidator {
    LocalReceiptValidator(
      root: { [keys] in try await keys.keys().receipts.root }, holder: { [holder] in holder })
  }

  @Test func `a receipt of this store, app and device is valid and tells what it holds`() async throws {
    let held = try await local.validate(try await receipt(holder), at: Self.now)
    #expect(held.holds(1) && !held.holds(2) && held.products(at: Self.now) == ["theme"])
  }

  @Test func `a receipt of another store or device is not valid, one of another app is none`() async throws {
    func reason(_ bytes: [UInt8]) async -> StoreError.Reason? {
      do throws(StoreError) {
        _ = try await local.validate(bytes, at: Self.now)
        return nil
      } catch { return error.reason }
    }
    #expect(await reason(try await receipt(holder, signedBy: KeyRing(folder: nil))) == .receiptInvalid)
    #expect(
      await reason(try await receipt(ReceiptHolder(bundleID: holder.bundleID, seed: 2))) == .receiptInvalid)
    #expect(
      await reason(try await receipt(ReceiptHolder(bundleID: "com.example.x", seed: 1))) == .receiptMissing)
    #expect(await reason(Array("no receipt".utf8)) == .receiptInvalid)
  }

  @Test func `R161, C17: the store judges: production first, and the sandbox for this call only`()
    async throws
  {
    let root = try await keys.keys().receipts.root
    let asked = Log<AppStoreEnvironment>()
    let remote = RemoteReceiptValidator(
      ReceiptClient(sharedSecret: nil) { environment, body in
        asked.append(environment)
        return ReceiptDesk(
          environment: environment, verifier: ReceiptVerifier(roots: [root]), sharedSecret: nil,
          history: { _ in nil }
        ).answer(method: "POST", body: body, at: Self.now).json()
      })
    let bytes = try await receipt(holder)
    for _ in 0..<2 {
      let held = try await remote.validate(bytes, at: Self.now)
      #expect(held.holds(1) && held.products(at: Self.now) == ["theme"])
    }
    #expect(asked.items == [.production, .sandbox, .production, .sandbox])
    let foreign = try await receipt(holder, signedBy: KeyRing(folder: nil))
    await #expect {
      try await remote.validate(foreign, at: Self.now)
    } throws: {
      ($0 as? StoreError)?.subject == "The store does not accept the receipt: status 21003."
    }
  }

  @Test func `a store that cannot be reached is no verdict`() async throws {
    let remote = RemoteReceiptValidator(ReceiptClient(sharedSecret: nil) { _, _ in throw StoreError.offline })
    await #expect(throws: StoreError.offline) { try await remote.validate([1], at: Self.now) }
  }
}
