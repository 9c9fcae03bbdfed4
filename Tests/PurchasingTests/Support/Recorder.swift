import Purchasing
import StoreModel

/// An observer that remembers every update and can act inside its callback.
final class Recorder: PaymentQueueObserver {
  let log = Log<QueueUpdate>()
  private let act: @Sendable (PaymentQueue, QueueUpdate) async -> Void

  init(act: @escaping @Sendable (PaymentQueue, QueueUpdate) async -> Void = { _, _ in }) {
    self.act = act
  }

  func paymentQueue(_ queue: PaymentQueue, didReceive update: QueueUpdate) async {
    log.append(update)
    await act(queue, update)
  }

  /// The updates so far, in words: `purchased 1`, `removed 1`, `restoreFinished`.
  var words: [String] { log.items.flatMap(\.words) }

  /// Waits until the update was told and answers everything told until then, in words.
  @discardableResult
  func wait(for word: String, times: Int = 1) async throws -> [String] {
    try await log.wait(for: word) { $0.flatMap(\.words).count { $0 == word } >= times }.flatMap(\.words)
  }
}

extension QueueUpdate {
  var words: [String] {
    switch self {
    case .updatedTransactions(let transactions): transactions.map { "\($0.state) \($0.id)" }
    case .removedTransactions(let transactions): transactions.map { "removed \($0.id)" }
    case .restoreFinished: ["restoreFinished"]
    case .restoreFailed(let error): ["restoreFailed \(error.reason)"]
    case .updatedDownloads(let downloads): downloads.map { "\($0.productID) \($0.state)" }
    case .storefrontChanged(let storefront): ["storefront \(storefront)"]
    case .revokedEntitlements(let products): products.map { "revoked \($0)" }
    case .drained: ["drained"]
    }
  }
}

/// A customer who gives the same answer to every sheet.
struct Customer: PaymentSheetPresenter {
  static var agrees: Customer { Customer { .confirm(price: $0.price) } }
  static var declines: Customer { Customer { _ in .cancel } }

  let sheets = Log<PaymentSheet>()
  private let answer: @Sendable (PaymentSheet) async -> PaymentSheetAnswer

  init(_ answer: @escaping @Sendable (PaymentSheet) async -> PaymentSheetAnswer) { self.answer = answer }

  func present(_ sheet: PaymentSheet) async -> PaymentSheetAnswer {
    sheets.append(sheet)
    return await answer(sheet)
  }
}

/// Downloads that only note what they were asked.
final class NotedDownloads: DownloadService {
  let log = Log<String>()
  let updates: AsyncStream<Download>
  let tell: AsyncStream<Download>.Continuation

  init() { (updates, tell) = AsyncStream.makeStream(of: Download.self) }

  func launch() { log.append("launch") }
  func isPaused(_ product: ProductID) -> Bool { false }
  func hear(_ arrival: StoreArrival) {}
  func start(_ product: ProductID, transactionID: TransactionID?, command: Command?) {
    log.append("start \(product)")
  }
  func pause(_ product: ProductID, command: Command?) { log.append("pause \(product)") }
  func resume(_ product: ProductID, command: Command?) { log.append("resume \(product)") }
  func cancel(_ product: ProductID, command: Command?) { log.append("cancel \(product)") }
  func delete(_ product: ProductID, command: Command?) { log.append("delete \(product)") }
}

extension TransactionID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self.init(rawValue: value) }
}
