import Purchasing
import StoreModel
import StoreReceipts

/// One row of the Receipt screen.
public enum ReceiptItem: Hashable, Sendable {
  /// What the receipt says of the app.
  case attributes
  /// Who signed it, and why it is believed or not.
  case trust
  /// What is new in it.
  case change
  /// A purchase in it, by the number of its transaction.
  case purchase(String)
}

/// What the screen knows of the receipt on this device.
///
/// It is read when somebody looks and again when something has happened meanwhile, never before.
public struct ReceiptState: Hashable, Sendable {
  /// Nil until it has been read.
  var reading: ReceiptReading?
  var isReading = false
  /// What was read may be out of date.
  var isStale = true
  /// Why the app did not accept it, while purchases wait for that.
  var rejection: StoreError?
  /// The rows that the filter leaves. Nil until there are any: even an empty list would cost each start something.
  var rows: SectionedList<ReceiptItem>?

  /// Nil when there is none that can be read.
  var report: ReceiptReport? { if case .read(let report) = reading { report } else { nil } }

  /// The rows in sections, the newest purchase first.
  var list: SectionedList<ReceiptItem> {
    guard let report else { return SectionedList() }
    return SectionedList([
      .init(title: "", ids: [.attributes, .trust, .change]),
      .init(title: "Purchases", ids: report.purchases.map { .purchase($0.transactionID) }),
    ])
  }

  var rowCount: Int { report.map { 3 + $0.purchases.count } ?? 0 }
}
