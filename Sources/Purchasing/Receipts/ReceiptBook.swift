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
  /// The device's own judge.
  let validator: any ReceiptValidator
  /// The store; without it the device judges in its place.
  private let remote: (any ReceiptValidator)?
  /// The receipt that the device judged last and what it was found to hold: a burst is judged once (C14).
  private var last: (receipt: [UInt8], held: ValidatedReceipt)?

  public init(
    storage: any ReceiptStorage, validator: any ReceiptValidator, remote: (any ReceiptValidator)? = nil,
    fallback: FallbackList
  ) {
    self.storage = storage
    self.validator = validator
    self.remote = remote
    self.fallback = fallback
  }

  /// A device that judges by itself: it trusts the root of `keys` and expects the app and device that `holder` says.
  /// What `catalog` sells and can be owned is kept in `listFile`, or for as long as this value lives.
  public init(
    storage: any ReceiptStorage, keys: KeyRing, holder: @escaping @Sendable () async -> ReceiptHolder,
    remote: (any ReceiptValidator)? = nil, catalog: Catalog, listFile: String?
  ) {
    self.init(
      storage: storage,
      validator: LocalReceiptValidator(root: { try await keys.receiptRoot() }, holder: holder),
      remote: remote,
      fallback: FallbackList(path: listFile) { id in
        catalog.product(id).map { $0.type != .consumable } ?? false
      })
  }

  /// Validates the receipt that is there, and keeps what it entitles to. A receipt that is missing or not valid leaves
  /// the fallback list as it is (R124).
  ///
  /// The store is asked anew each time, since its answer changes without the receipt. Throws `receiptMissing`, or what
  /// the validator throws.
  public func validate(_ validation: HandlerStyle.Validation = .local, at now: Timestamp)
    async throws(StoreError) -> ValidatedReceipt
  {
    while true {
      let receipt = try read()
      let held =
        if validation == .remote, let remote { try await remote.validate(receipt, at: now) } else {
          try await judge(receipt, at: now)
        }
      fallback.replace(with: held.products(at: now))
      // Another process may have put a newer one there, and listed what that holds, before this list was written.
      if (try? read()) == receipt { return held }
    }
  }

  /// As `validate`, for somebody who only looks: nothing is kept.
  public func judge(at now: Timestamp) async throws(StoreError) -> ValidatedReceipt {
    try await judge(try read(), at: now)
  }

  private func judge(_ receipt: [UInt8], at now: Timestamp) async throws(StoreError) -> ValidatedReceipt {
    if let last, last.receipt == receipt { return last.held }
    let held = try await validator.validate(receipt, at: now)
    last = (receipt, held)
    return held
  }

  /// Puts the newest receipt of `store` here: after another process with the same ledger has put its own, what lies here
  /// in the end holds all that either was told of. `first` is one that the store has issued already.
  ///
  /// Throws what the store throws, and `receiptUnavailable` when it cannot be kept.
  nonisolated func renew(from store: any StoreService, first: [UInt8]? = nil) async throws(StoreError) {
    var next = if let first { first } else { try await store.issueReceipt(unless: nil) }
    while let receipt = next {
      try replace(with: receipt)
      next = try await store.issueReceipt(unless: receipt)
    }
  }

  /// Puts a receipt in the place of the old one, whether it is the newest or not: `renew` sees to that.
  ///
  /// The old one is kept to compare with when something has happened since: however often somebody refreshes, what is
  /// kept is the receipt before the last event. One that cannot be read is not kept.
  nonisolated func replace(with receipt: [UInt8]) throws(StoreError) {
    let old = try? storage.read()
    let keepsOld = old.map { ReceiptDifference.isOfAnotherEvent(receipt, than: $0) } ?? false
    do throws(ReceiptError) { try storage.replace(with: receipt, keepsOld: keepsOld) } catch {
      throw StoreError(.unknown, .receiptUnavailable, subject: error.sentences)
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
