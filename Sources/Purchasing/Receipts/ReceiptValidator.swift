import FoundationEssentials
import StoreCrypto
import StoreModel
import StoreReceipts
import Synchronization

/// Says whether a receipt can be believed, and what it holds.
public protocol ReceiptValidator: Sendable {
  /// Throws `receiptInvalid` with the first thing that is wrong; `receiptMissing` for a receipt of another app, which
  /// is as good as none; anything else when it could not be judged at all.
  func validate(_ receipt: [UInt8], at now: Timestamp) async throws(StoreError) -> ValidatedReceipt

  /// The same for somebody who wants to know who signed it, or what exactly is wrong.
  func verdict(on receipt: [UInt8], at now: Timestamp) async -> ReceiptReport.Verdict
}

extension ReceiptValidator {
  /// From a judge that tells no chain.
  public func verdict(on receipt: [UInt8], at now: Timestamp) async -> ReceiptReport.Verdict {
    do throws(StoreError) {
      _ = try await validate(receipt, at: now)
      return .valid([])
    } catch { return .invalid(ReceiptFault(error)) }
  }
}

/// A receipt that was found valid.
public struct ValidatedReceipt: Hashable, Sendable {
  /// One purchase in it.
  public struct Item: Hashable, Sendable {
    public let transactionID: String
    public let productID: ProductID
    /// When a subscription's time ends; nil for what does not end.
    public let expiresAt: Timestamp?
    /// Refunded, or replaced by another plan.
    public let isTakenBack: Bool

    public init(transactionID: String, productID: ProductID, expiresAt: Timestamp?, isTakenBack: Bool) {
      self.transactionID = transactionID
      self.productID = productID
      self.expiresAt = expiresAt
      self.isTakenBack = isTakenBack
    }
  }

  public let items: [Item]
  private let transactionIDs: Set<String>

  public init(_ items: [Item]) {
    self.items = items
    transactionIDs = Set(items.map(\.transactionID))
  }

  public func holds(_ id: TransactionID) -> Bool { transactionIDs.contains(id.description) }

  /// The products that it entitles to at `instant`: what was refunded, replaced or has expired does not count (R195).
  public func products(at instant: Timestamp) -> Set<ProductID> {
    Set(
      items.lazy.filter { item in !item.isTakenBack && item.expiresAt.map { instant < $0 } ?? true }
        .map(\.productID))
  }
}

/// Validates on the device itself, against the one root that it trusts (R184 to R198).
///
/// The chain that a store signs with is judged once, not at every purchase.
public final class LocalReceiptValidator: ReceiptValidator {
  private let root: @Sendable () async throws -> Certificate
  private let holder: @Sendable () async -> ReceiptHolder
  /// For the root that was trusted last: a store has one, and the verifier remembers its chain.
  private let verifier = Mutex<(root: Certificate, verifier: ReceiptVerifier)?>(nil)

  /// `holder` is the app and the device of now.
  public init(
    root: @escaping @Sendable () async throws -> Certificate,
    holder: @escaping @Sendable () async -> ReceiptHolder
  ) {
    self.root = root
    self.holder = holder
  }

  public func validate(_ receipt: [UInt8], at now: Timestamp) async throws(StoreError) -> ValidatedReceipt {
    let verified = try await verified(receipt, now)
    do throws(ReceiptError) {
      return ValidatedReceipt(try verified.get().receipt.purchases.map(ValidatedReceipt.Item.init))
    } catch {
      if case .wrongBundle = error { throw StoreError(.unknown, .receiptMissing) }
      throw StoreError(.unknown, .receiptInvalid, subject: error.inWords)
    }
  }

  public func verdict(on receipt: [UInt8], at now: Timestamp) async -> ReceiptReport.Verdict {
    do throws(StoreError) {
      return switch try await verified(receipt, now) {
      case .success(let verified): .valid(verified.chain.map(ReceiptReport.Signer.init))
      case .failure(let error): .invalid(ReceiptFault(error))
      }
    } catch { return .invalid(ReceiptFault(error)) }
  }

  /// Throws when it cannot be judged at all.
  private func verified(
    _ receipt: [UInt8], _ now: Timestamp
  ) async throws(StoreError) -> Result<VerifiedReceipt, ReceiptError> {
    let trusted: Certificate
    do { trusted = try await root() } catch {
      throw StoreError(.unknown, .receiptUnavailable, subject: error.sentences)
    }
    var expectation = await holder().expectation
    expectation.now = now
    let judge = verifier.withLock { known in
      if let known, known.root == trusted { return known.verifier }
      let verifier = ReceiptVerifier(roots: [trusted])
      known = (trusted, verifier)
      return verifier
    }
    return Result { () throws(ReceiptError) in try judge.verify(receipt, expecting: expectation) }
  }
}

/// Has the store judge the receipt, by the answers of verifyReceipt (R160 to R163, R172 to R183).
public struct RemoteReceiptValidator: ReceiptValidator {
  private let ask: @Sendable (_ receipt: [UInt8]) async throws -> AnswerReading

  /// `ask` sends the receipt to the store, as `ReceiptClient` does, and reads its answer.
  public init(_ ask: @escaping @Sendable (_ receipt: [UInt8]) async throws -> AnswerReading) {
    self.ask = ask
  }

  public init(_ client: ReceiptClient) { self.init { try await client.verify($0) } }

  /// A store that cannot be reached is no verdict: what `ask` throws is passed on.
  public func validate(_ receipt: [UInt8], at now: Timestamp) async throws(StoreError) -> ValidatedReceipt {
    let answer: AnswerReading
    do { answer = try await ask(receipt) } catch let error as StoreError { throw error } catch {
      throw StoreError(.unknown, .receiptUnavailable, subject: error.sentences)
    }
    guard answer.isValid else {
      let status = answer.status.map { "status \($0.rawValue)" } ?? "no status"
      throw StoreError(
        .unknown, .receiptInvalid, subject: "The store does not accept the receipt: \(status).")
    }
    // What the latest info says of a purchase is newer than what the receipt says.
    var items: [String: ValidatedReceipt.Item] = [:]
    for item in answer.purchases + (answer.latest ?? []) {
      items[item.transactionID] = ValidatedReceipt.Item(item)
    }
    return ValidatedReceipt(items.values.sorted { $0.transactionID < $1.transactionID })
  }
}

extension ValidatedReceipt.Item {
  fileprivate init(_ purchase: InAppPurchase) {
    self.init(
      transactionID: purchase.transactionID, productID: ProductID(purchase.productID),
      expiresAt: purchase.expirationDate, isTakenBack: purchase.cancellationDate != nil)
  }

  fileprivate init(_ item: AnswerReading.Item) {
    self.init(
      transactionID: item.transactionID, productID: ProductID(item.productID), expiresAt: item.expiresDate,
      isTakenBack: item.isCancelled || item.isUpgraded)
  }
}
