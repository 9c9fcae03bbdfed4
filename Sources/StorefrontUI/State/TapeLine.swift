import Purchasing
import StoreModel
import StoreScript

/// One call between the payment queue and the app, in the order in which they came.
public struct TapeLine: Hashable, Sendable {
  public let number: Int
  /// The newest entry of the journal when it was made.
  let after: EventID
  /// As a script expects it: `updatedTransactions(product=coins,state=purchased)`.
  let words: String
  /// A callback of the queue; else what the app does.
  let isCallback: Bool

  /// So many are kept.
  static let limit = 500
}

/// A call as the screen is told of it.
public struct HeardCall: Hashable, Sendable {
  let after: EventID
  let words: String
  let isCallback: Bool

  init(words: String, isCallback: Bool, after: EventID) {
    self.words = words
    self.isCallback = isCallback
    self.after = after
  }

  package init(_ call: PurchaseCall, after: EventID) {
    self.after = after
    words = EntryDetails(call).pattern
    isCallback = if case .callback = call { true } else { false }
  }
}

extension ShopState {
  mutating func take(_ call: HeardCall) {
    callCount += 1
    tape.append(
      TapeLine(number: callCount, after: call.after, words: call.words, isCallback: call.isCallback))
    if tape.count > TapeLine.limit { tape.removeFirst(tape.count - TapeLine.limit) }
  }
}
