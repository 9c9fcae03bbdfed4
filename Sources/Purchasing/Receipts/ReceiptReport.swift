import FoundationEssentials
import StoreCrypto
import StoreModel
import StoreReceipts

/// What there is to tell a person about the receipt on this device.
public enum ReceiptReading: Hashable, Sendable {
  /// There is none, as on a fresh install (R27).
  case missing
  /// There is a file, but no receipt that can be read.
  case unreadable(ReceiptFault)
  case read(ReceiptReport)
}

/// Why a receipt is not valid, as values for a screen.
public struct ReceiptFault: Hashable, Sendable {
  /// One word for programs: `badSignature`.
  public let name: String
  /// A sentence.
  public let message: String

  public init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  init(_ error: ReceiptError) { self.init(name: error.name, message: error.inWords) }

  init(_ error: StoreError) { self.init(name: error.reason.rawValue, message: error.inWords) }
}

/// A receipt that could be read: all that it says, whether it is valid, and what is new in it.
public struct ReceiptReport: Hashable, Sendable {
  /// A certificate of the chain.
  public struct Signer: Hashable, Sendable {
    public let name: String
    /// The kind of its key: `RSA 2048`.
    public let key: String
    public let validFrom: Timestamp
    public let validUntil: Timestamp

    public init(name: String, key: String, validFrom: Timestamp, validUntil: Timestamp) {
      self.name = name
      self.key = key
      self.validFrom = validFrom
      self.validUntil = validUntil
    }
  }

  public enum Verdict: Hashable, Sendable {
    /// The chain from the leaf to the trusted root; empty when another judge only said yes.
    case valid([Signer])
    case invalid(ReceiptFault)
  }

  /// What is new since the receipt before.
  public enum Change: Hashable, Sendable {
    /// There was none before.
    case first
    case difference(ReceiptDifference)
    case unreadable(ReceiptFault)
  }

  /// By number; purchases are not among them.
  public let attributes: [ReceiptAttribute]
  /// The newest first; the receipt itself sorts them by their bytes.
  public let purchases: [InAppPurchase]
  public let verdict: Verdict
  public let change: Change
  /// When it was signed; nil when it does not say.
  public let creationDate: Timestamp?
  /// When the receipt was signed that it is compared with.
  public let previousDate: Timestamp?
  /// What led to the difference, when somebody has looked it up.
  public var causes: ReceiptCauses?
  private let records: [ArraySlice<UInt8>]
  private let places: [String: Int]

  public init(
    _ container: ReceiptContainer, verdict: Verdict, change: Change, previousDate: Timestamp? = nil
  ) throws(ReceiptError) {
    let all = try container.attributes()
    attributes = all.filter { !$0.isPurchase }.sorted { $0.number < $1.number }
    let receipt = try container.receipt()
    // One that makes no sense is passed over (R196).
    let records = all.filter(\.isPurchase).compactMap { attribute in
      InAppPurchase(record: attribute.value).map { (purchase: $0, bytes: attribute.value) }
    }.sorted { $1.purchase.isOlder(than: $0.purchase) }
    self.records = records.map(\.bytes)
    purchases = records.map(\.purchase)
    places = Dictionary(purchases.enumerated().map { ($1.transactionID, $0) }) { first, _ in first }
    creationDate = receipt.creationDate
    self.verdict = verdict
    self.change = change
    self.previousDate = previousDate
  }

  /// Which of `purchases` is of this transaction, from 0.
  public func place(of transactionID: String) -> Int? { places[transactionID] }

  public func purchase(_ transactionID: String) -> InAppPurchase? {
    places[transactionID].map { purchases[$0] }
  }

  /// What the record of a transaction says, by number; empty for one that is not there.
  public func record(of transactionID: String) -> [ReceiptAttribute] {
    guard let place = places[transactionID] else { return [] }
    return ((try? ReceiptContainer.attributes(in: records[place])) ?? []).sorted { $0.number < $1.number }
  }
}

extension InAppPurchase {
  /// Purchases of one instant go by the numbers of their transactions.
  fileprivate func isOlder(than other: InAppPurchase) -> Bool {
    (purchaseDate, TransactionID(transactionID)?.rawValue ?? 0)
      < (other.purchaseDate, TransactionID(other.transactionID)?.rawValue ?? 0)
  }
}

extension ReceiptReport.Signer {
  init(_ certificate: Certificate) {
    self.init(
      name: certificate.name, key: (try? certificate.publicKey().kind) ?? "unknown",
      validFrom: certificate.validFrom, validUntil: certificate.validUntil)
  }
}

extension ReceiptBook {
  /// Everything about the receipt that is there, for somebody who looks: nothing is kept or changed.
  ///
  /// Reads two files and verifies a signature, so that no screen should wait for it.
  public func reading(at now: Timestamp) async -> ReceiptReading {
    do throws(ReceiptError) {
      let bytes = try storage.read()
      let container = try ReceiptContainer(bytes)
      let verdict = await validator.verdict(on: bytes, at: now)
      let (change, date) = change(to: container)
      return .read(try ReceiptReport(container, verdict: verdict, change: change, previousDate: date))
    } catch {
      if case .missing = error { return .missing }
      return .unreadable(ReceiptFault(error))
    }
  }

  private func change(to container: ReceiptContainer) -> (ReceiptReport.Change, before: Timestamp?) {
    do throws(ReceiptError) {
      let earlier = try ReceiptContainer(try storage.readPrevious())
      let difference = try ReceiptDifference(from: earlier, to: container)
      return (.difference(difference), try earlier.receipt().creationDate)
    } catch {
      if case .missing = error { return (.first, nil) }
      return (.unreadable(ReceiptFault(error)), nil)
    }
  }
}
