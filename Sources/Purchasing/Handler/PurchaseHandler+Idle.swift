import StoreModel

// Being idle: nothing is left to do that goes on by itself.
extension PurchaseHandler {
  /// Returns when everything that earlier runs left was taken up, and nothing is left to do that goes on
  /// by itself: no call waits for its answer, and each transaction is finished, or was left to the app, or
  /// waits for a paused download. Returns at once when the handler does not run, or stops.
  public func waitUntilIdle() async {
    while isRunning {
      let seen = roundsWorked
      if await isIdle { return }
      // What has happened while that was looked up may have been the last thing.
      if seen == roundsWorked, isRunning { await withCheckedContinuation { idleWaiters.append($0) } }
    }
  }

  /// What waits for something that does not come by itself.
  private var waiting: Set<TransactionID> { Set(held.keys).union(asides.values.flatMap(\.ids)) }

  private var isIdle: Bool {
    get async {
      guard worker == nil, inbox.isEmpty, let downloads = state.awaitedDownloads(besides: waiting)
      else { return false }
      for product in downloads where await !queue.isDownloadPaused(of: product) { return false }
      return true
    }
  }

  /// Lets those who wait look again.
  func noteRound() {
    roundsWorked += 1
    let waiters = idleWaiters
    idleWaiters = []
    for waiter in waiters { waiter.resume() }
  }
}
