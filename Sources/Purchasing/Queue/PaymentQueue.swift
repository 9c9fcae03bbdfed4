import StoreModel

/// The device's payment queue: it takes payments, asks the customer, and tells observers what came of it.
///
/// It works in lanes. One takes payments in turn, one runs a restore, and one delivers what both have
/// posted; every lane ends when it has nothing to do. What follows holds by construction:
///
/// - Calls return before anything is told of them (R1), and updates are told one at a time, each to
///   every observer, in the order in which they happened (R2).
/// - Payments are taken one after the other, in the order added (R4); a restore does not wait for
///   them (R5).
/// - While no observer is attached updates wait (R11). Observers are held weakly (R13).
/// - Everything that is told is on disk before. What is not finished comes back at the next launch (R10).
///
/// Its lanes keep the queue alive while they have work; the owner ends them with `stop`.
public actor PaymentQueue {
  /// What is not yet finished and removed, oldest first.
  public var transactions: [Transaction] { open.values.sorted { $0.id < $1.id } }

  let store: any StoreService
  let presenter: any PaymentSheetPresenter
  let downloads: (any DownloadService)?
  let receipts: ReceiptBook?
  let environment: StoreEnvironment
  let finishDelay: Duration

  var open: [TransactionID: Transaction] = [:]
  /// Payments that the ledger could not settle: told as failed here, still `purchasing` there.
  var unsettled: Set<TransactionID> = []

  var observers = QueueObservers()
  var parcels = FirstInFirstOut<Parcel>()
  private var payments = FirstInFirstOut<Transaction>()
  var removals = Removals()

  /// True while something is to be delivered that the receipt on this device may not hold.
  var isReceiptDue = false
  var isRestoring = false
  private(set) var isStopped = false
  private var isLaunched = false
  private var launchLane: Task<StoreError?, Never>?
  var deliveryLane: Task<Void, Never>?
  private var paymentLane: Task<Void, Never>?
  var restoreLane: Task<Void, Never>?
  var removalLane: Task<Void, Never>?
  private var downloadLane: Task<Void, Never>?
  var arrivalLane: Task<Void, Never>?
  /// What waits at a stage on its way to observers, by its ticket's number.
  var stageLanes: [Int: Task<Void, Never>] = [:]
  /// Transactions of the running restore that wait at a stage; its end waits for them (R9).
  var heldRestores = 0
  var heldRestoreEnd: RestoreEnd?

  /// Receipts go to `receipts`; without it none are asked for. `finishDelay` is the time that a finished transaction stays in the list, on the `uptime` clock (R18).
  public init(
    store: any StoreService, presenter: any PaymentSheetPresenter, downloads: (any DownloadService)? = nil,
    receipts: ReceiptBook? = nil, environment: StoreEnvironment, finishDelay: Duration = .zero
  ) {
    self.receipts = receipts
    self.store = store
    self.presenter = presenter
    self.downloads = downloads
    self.environment = environment
    self.finishDelay = finishDelay
  }

  /// False when this device may not pay; a payment that is added anyway fails (R31).
  public func canMakePayments() async -> Bool {
    await store.canMakePayments()
  }

  // MARK: - Starting and stopping

  /// Takes over what earlier runs left and posts it for delivery, once a launch (R10).
  ///
  /// The first observer, payment or restore does the same; call it to hear why it failed. After it
  /// threw it may be called again.
  public func launch() async throws(StoreError) {
    guard !isStopped else { throw StoreError(.clientInvalid, .notRunning) }
    guard !isLaunched else { return }
    if let error = await startLaunch().value { throw error }
  }

  /// Ends all lanes and waits for them. Nothing is told afterwards, and no call is taken.
  ///
  /// A purchase whose sheet is open is given up without a charge; what was not told or not finished
  /// comes back at the next launch. Must not be called by an observer from inside its callback.
  public func stop() async {
    isStopped = true
    _ = await cancelled(launchLane)?.value
    let lanes =
      [paymentLane, restoreLane, removalLane, downloadLane, arrivalLane, deliveryLane]
      + stageLanes.values.map { $0 }
    for lane in lanes.map(cancelled) { await lane?.value }
  }

  private func cancelled<Success>(_ lane: Task<Success, Never>?) -> Task<Success, Never>? {
    lane?.cancel()
    return lane
  }

  private func startLaunch() -> Task<StoreError?, Never> {
    if let launchLane { return launchLane }
    let lane = Task(executorPreference: environment.executor) { await self.takeOver() }
    launchLane = lane
    return lane
  }

  private func takeOver() async -> StoreError? {
    do throws(StoreError) {
      try await downloads?.launch()
      let unfinished = try await store.relaunch()
      isLaunched = true
      if !unfinished.isEmpty { update(unfinished) }
      post(.update(.drained))
      startDownloadLane()
      startArrivalLane()
    } catch {
      launchLane = nil
      return error
    }
    return nil
  }

  // MARK: - Observers

  /// Attaches an observer, without holding it (R13). Attaching it twice is attaching it once (R15).
  public func add(_ observer: any PaymentQueueObserver) { add([observer]) }

  /// Attaches several at once, so that each is told all that waits.
  public func add(_ several: [any PaymentQueueObserver]) {
    guard !isStopped else { return }
    let new = several.filter { observers.add($0) }
    guard !new.isEmpty else { return }
    if !isLaunched { _ = startLaunch() }
    startDelivery()
  }

  /// Detaches an observer; a callback that has begun still ends. Harmless for an unknown one (R15).
  public func remove(_ observer: any PaymentQueueObserver) { observers.remove(observer) }

  // MARK: - Payments

  /// Adds a payment and answers its `purchasing` transaction; what becomes of it is told to observers.
  ///
  /// Throws, with nothing changed, when the ledger cannot take it in.
  @discardableResult
  public func add(_ payment: Payment) async throws(StoreError) -> Transaction {
    try await add(payment, from: .app)
  }

  func add(_ payment: Payment, from origin: PaymentOrigin) async throws(StoreError) -> Transaction {
    try await launch()
    let transaction = try await store.begin(payment, from: origin)
    guard !isStopped else { throw StoreError(.clientInvalid, .notRunning) }
    update([transaction])
    payments.append(transaction)
    if paymentLane == nil {
      paymentLane = Task(executorPreference: environment.executor) { await self.takePayments() }
    }
    return transaction
  }

  private func takePayments() async {
    while !Task.isCancelled, let transaction = payments.popFirst() {
      await settle(transaction)
    }
    paymentLane = nil
  }

  private func settle(_ transaction: Transaction) async {
    do throws(StoreError) {
      if await !store.isSignedIn { await presenter.askToSignIn() }
      guard !Task.isCancelled else { return }
      var review = try await store.review(transaction.id)
      while case .sheet(let sheet) = review {
        let outcome = await store.pass(.sheet, StageItem(transaction))
        guard !Task.isCancelled else { return }
        if case .fail(let error) = outcome {
          review = .settled(try await store.refuse(transaction.id, error))
          continue
        }
        let answer = await presenter.present(sheet)
        guard !Task.isCancelled else { return }
        switch answer {
        case .confirm(let price): review = try await store.confirm(transaction.id, price: price)
        case .cancel: review = .settled(try await store.cancel(transaction.id))
        }
      }
      if case .settled(let settled) = review { update([settled]) }
    } catch {
      guard !Task.isCancelled else { return }
      // Every payment gets an answer (R3), also when the ledger could not take it down.
      var failed = transaction
      failed.state = .failed
      failed.error = error
      unsettled.insert(transaction.id)
      update([failed])
    }
  }

  func update(_ transactions: [Transaction]) {
    for transaction in transactions { open[transaction.id] = transaction }
    if transactions.contains(where: { $0.transactionIdentifier != nil }) { isReceiptDue = true }
    post(.update(.updatedTransactions(transactions)))
  }

  // MARK: - Downloads

  /// What brings content. Throws `notRunning` after `stop`, and `downloadUnavailable` without one.
  func downloadService() throws(StoreError) -> any DownloadService {
    guard !isStopped else { throw StoreError(.clientInvalid, .notRunning) }
    guard let downloads else {
      throw StoreError(.clientInvalid, .downloadUnavailable, subject: "This app downloads no content.")
    }
    return downloads
  }

  private func startDownloadLane() {
    guard let downloads, downloadLane == nil, !isStopped else { return }
    // Weak, since this lane waits for as long as the downloads live.
    downloadLane = Task(executorPreference: environment.executor) { [weak self] in
      for await download in downloads.updates {
        guard let self else { return }
        await self.tell(download)
      }
    }
  }

  /// Waits until the stream of downloads has ended and all of it is posted.
  package func downloadsWereRead() async { await downloadLane?.value }

  /// Progress that nobody was told yet gives way to newer progress: a slow observer gets the latest.
  private func tell(_ download: Download) {
    if case .update(.updatedDownloads(let earlier)) = parcels.last, let only = earlier.first,
      only.productID == download.productID, only.state == download.state
    {
      parcels.replaceLast(with: .update(.updatedDownloads([download])))
    } else {
      post(.update(.updatedDownloads([download])))
    }
  }

  // MARK: - Storefront

  /// Passes on that the customer's storefront has changed; pending payments stay as they are (R200).
  public func storefrontDidChange(to storefront: Storefront.ID) {
    post(.update(.storefrontChanged(storefront)))
  }
}
