import StoreModel
import Synchronization

/// Where purchase sheets lie until somebody answers them: a screen, a shell command or a script.
///
/// Safe from any task. Each reader of `openSheets` has a stream of its own.
public final class PaymentSheetDesk: PaymentSheetPresenter {
  private struct OpenSheet {
    let sheet: PaymentSheet
    let answer: CheckedContinuation<PaymentSheetAnswer, Never>
  }

  private struct State {
    var sheets: [OpenSheet] = []
    var readers: [Int: AsyncStream<[PaymentSheet]>.Continuation] = [:]
    var readerCount = 0

    func tellReaders() {
      let open = sheets.map(\.sheet)
      for reader in readers.values { reader.yield(open) }
    }
  }

  private let state = Mutex(State())

  public init() {}

  /// The sheets that wait for an answer, the one that was opened first at the front.
  public var sheets: [PaymentSheet] { state.withLock { $0.sheets.map(\.sheet) } }

  /// What is open now, and again after each change; a slow reader sees the latest.
  public func openSheets() -> AsyncStream<[PaymentSheet]> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: [PaymentSheet].self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.readerCount += 1
      state.readers[state.readerCount] = continuation
      continuation.yield(state.sheets.map(\.sheet))
      return state.readerCount
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { state in _ = state.readers.removeValue(forKey: number) }
    }
    return stream
  }

  /// The customer agrees to the sheet that they were shown.
  ///
  /// Throws `sheetChanged` when the store asks something else by now; that sheet stays open (K17).
  /// Throws `noSheetOpen` when no sheet of this transaction is open.
  public func confirm(_ shown: PaymentSheet) throws(StoreError) {
    let id = shown.transaction.id
    try answer(id, .confirm(price: shown.price)) { (open) throws(StoreError) in
      guard open == shown else { throw StoreError(.clientInvalid, .sheetChanged, subject: id.description) }
    }
  }

  /// The customer closes the open sheet of this transaction.
  ///
  /// Throws `noSheetOpen` when no sheet of this transaction is open.
  public func cancel(_ id: TransactionID) throws(StoreError) {
    try answer(id, .cancel) { (_) throws(StoreError) in }
  }

  private func answer(
    _ id: TransactionID, _ answer: PaymentSheetAnswer, unless check: (PaymentSheet) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let open = try take(id, unless: check) else {
      throw StoreError(.clientInvalid, .noSheetOpen, subject: id.description)
    }
    open.answer.resume(returning: answer)
  }

  private func take(
    _ id: TransactionID, unless check: (PaymentSheet) throws(StoreError) -> Void
  ) throws(StoreError) -> OpenSheet? {
    try state.withLock { (state) throws(StoreError) in
      guard let index = state.sheets.firstIndex(where: { $0.sheet.transaction.id == id }) else { return nil }
      try check(state.sheets[index].sheet)
      let open = state.sheets.remove(at: index)
      state.tellReaders()
      return open
    }
  }

  // MARK: - PaymentSheetPresenter

  public func present(_ sheet: PaymentSheet) async -> PaymentSheetAnswer {
    let id = sheet.transaction.id
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.sheets.append(OpenSheet(sheet: sheet, answer: continuation))
          state.tellReaders()
        }
        // Cancelled before the sheet was there: nobody else would close it.
        if Task.isCancelled { close(id) }
      }
    } onCancel: {
      close(id)
    }
  }

  /// Gives the sheet up, if it is still open.
  private func close(_ id: TransactionID) { try? cancel(id) }
}
