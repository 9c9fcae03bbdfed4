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
    /// Those that wait for the customer to sign in, or not to.
    var signIns: [Int: CheckedContinuation<Void, Never>] = [:]
    var signInCount = 0
    var signInReaders: [AsyncStream<Bool>.Continuation] = []
    var signsInBy: (@Sendable () async -> Void)?

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

  // MARK: - Signing in

  /// True while the store asks the customer to sign in.
  public var asksToSignIn: Bool { state.withLock { !$0.signIns.isEmpty } }

  /// Whether the store asks to sign in: now, and after each change.
  public func signInRequests() -> AsyncStream<Bool> {
    let (stream, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { state in
      continuation.yield(!state.signIns.isEmpty)
      state.signInReaders.append(continuation)
    }
    return stream
  }

  /// Signs in whenever the store asks, for who cannot ask a person.
  public func signIn(by signIn: @escaping @Sendable () async -> Void) {
    state.withLock { $0.signsInBy = signIn }
  }

  /// The customer has signed in, or has said no: whoever waits goes on.
  ///
  /// Throws `noSignInAsked` when nobody waits.
  public func answerSignIn() throws(StoreError) {
    let waiting = state.withLock { state in
      defer { state.signIns = [:] }
      return state.signIns.sorted { $0.key < $1.key }.map(\.value)
    }
    guard !waiting.isEmpty else { throw StoreError(.clientInvalid, .noSignInAsked) }
    tellSignInReaders(false)
    for continuation in waiting { continuation.resume() }
  }

  private func tellSignInReaders(_ asks: Bool) {
    for reader in state.withLock({ $0.signInReaders }) { reader.yield(asks) }
  }

  public func askToSignIn() async {
    if let signsInBy = state.withLock({ $0.signsInBy }) { return await signsInBy() }
    let number = state.withLock { state in
      state.signInCount += 1
      return state.signInCount
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.signIns[number] = continuation }
        tellSignInReaders(true)
        // Cancelled before it was there: nobody else would let it go.
        if Task.isCancelled { giveUpSignIn(number) }
      }
    } onCancel: {
      giveUpSignIn(number)
    }
  }

  private func giveUpSignIn(_ number: Int) {
    guard let waiting = state.withLock({ $0.signIns.removeValue(forKey: number) }) else { return }
    tellSignInReaders(asksToSignIn)
    waiting.resume()
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
