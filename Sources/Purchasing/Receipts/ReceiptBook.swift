import FoundationEssentials
import StoreModel
import StoreReceipts

/// The receipt on this device, who judges it, and what it last entitled to.
///
/// The queue puts receipts in, the handler validates them; both act for the one app. May be used from any task.
public actor ReceiptBook {
  public nonisolated let storage: any ReceiptStorage
  /// What there is to go by while no receipt can be validated.
  public nonisolated let fallback: FallbackList
  let validator: any ReceiptValidator
  /// The receipt that was judged last and what it was found to hold: a burst is judged once (C14).
  private var last: (receipt: [UInt8], held: ValidatedReceipt)?

  public init(storage: any ReceiptStorage, validator: any ReceiptValidator, fallback: FallbackList) {
    self.storage = storage
    self.validator = validator
    self.fallback = fallback
  }

  /// A device that judges by itself: it trusts the root of `keys` and expects the app and device that `holder` says.
  /// What `catalog` sells and can be owned is kept in `listFile`, or for as long as this value lives.
  public init(
    storage: any ReceiptStorage, keys: KeyRing, holder: @escaping @Sendable () async -> ReceiptHolder,
    catalog: Catalog, listFile: String?
  ) {
    self.init(
      storage: storage,
      validator: LocalReceiptValidator(root: { try await keys.receiptRoot() }, holder: holder),
      fallback: FallbackList(path: listFile) { id in
        catalog.product(id).map { $0.type != .consumable } ?? false
      })
  }

  /// Validates the receipt that is there, and keeps what it entitles to. A receipt that is missing or not valid leaves
  /// the fallback list as it is (R124).
  ///
  /// Throws `receiptMissing`, or what the validator throws.
  public func validate(at now: Timestamp) async throws(StoreError) -> ValidatedReceipt {
    let held = try await judge(at: now)
    fallback.replace(with: held.products(at: now))
    return held
  }

  /// As `validate`, for somebody who only looks: nothing is kept.
  public func judge(at now: Timestamp) async throws(StoreError) -> ValidatedReceipt {
    let receipt = try read()
    if let last, last.receipt == receipt { return last.held }
    let held = try await validator.validate(receipt, at: now)
    last = (receipt, held)
    return held
  }

  /// Puts a new receipt in the place of the old one.
  ///
  /// The old one is kept to compare with when something has happened since: however often somebody refreshes, what is
  /// kept is the receipt before the last event. One that cannot be read is not kept.
  public nonisolated func replace(with receipt: [UInt8]) throws(StoreError) {
    let old = try? storage.read()
    let keepsOld = old.map { ReceiptDifference.isOfAnotherEvent(receipt, than: $0) } ?? false
    do throws(ReceiptError) { try storage.replace(with: receipt, keepsOld: keepsOld) } catch {
      throw StoreError(.unknown, .receiptUnavailable, subject: error.inWords)
    }
  }

  /// Throws `receiptMissing` when there is no receipt (R158).
  public nonisolated func read() throws(StoreError) -> [UInt8] {
    do throws(ReceiptError) { return try storage.read() } catch {
      if case .missing = error { throw StoreError(.unknown, .receiptMissing) }
      throw StoreError(.unknown, .receiptInvalid, subject: error.inWords)
    }
  }
}
