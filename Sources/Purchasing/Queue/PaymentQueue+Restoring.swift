import StoreModel

// Restores: one at a time, each with one end, which comes after its last item.
extension PaymentQueue {
  /// Starts a restore; its transactions and its end are told to observers.
  ///
  /// Throws `restoreInProgress` while another runs (R6).
  public func restoreCompletedTransactions(applicationUsername: String = "") async throws(StoreError) {
    guard !isStopped else { throw StoreError(.clientInvalid, .notRunning) }
    guard !isRestoring else { throw StoreError(.unknown, .restoreInProgress) }
    isRestoring = true
    do throws(StoreError) {
      try await launch()
    } catch {
      isRestoring = false
      throw error
    }
    guard !isStopped else { throw StoreError(.clientInvalid, .notRunning) }
    removals.restoreBegins()
    restoreLane = Task(executorPreference: environment.executor) { await self.restore(applicationUsername) }
  }

  private func restore(_ applicationUsername: String) async {
    do throws(StoreError) {
      let restored = try await store.beginRestore(applicationUsername: applicationUsername) { [presenter] in
        await presenter.askToSignIn()
      }
      if !restored.isEmpty { update(restored) }
      post(.restoreEnd(.brought(restored.count), isPassed: false))
    } catch {
      post(.restoreEnd(.failed(error), isPassed: true))
    }
  }

  /// Ends a restore when its transactions were told (R9), and tells which of the two ends it was (R8).
  func tell(_ end: RestoreEnd, isPassed: Bool) async {
    guard heldRestores == 0 else {
      heldRestoreEnd = end
      return
    }
    guard let end = isPassed ? end : await passing(end) else { return }
    var update = QueueUpdate.restoreFinished
    do throws(StoreError) {
      switch end {
      case .brought(let count): try await store.endRestore(count: count, error: nil)
      case .failed(let error): throw error
      case .broken(let count, let error):
        try await store.endRestore(count: count, error: error)
        throw error
      }
    } catch {
      update = .restoreFailed(error)
    }
    // An observer that hears of the end may start the next one.
    isRestoring = false
    await tell(update)
    for id in removals.restoreEnds() { post(.removal(id)) }
  }

  /// The restore's end goes on when all that it brought has passed.
  func restoredItemPassed() {
    heldRestores -= 1
    guard heldRestores == 0, let end = heldRestoreEnd else { return }
    heldRestoreEnd = nil
    post(.restoreEnd(end, isPassed: false))
  }
}
