import StoreModel

// Finishing, and what leaves the list after it.
extension PaymentQueue {
  /// Finishes a transaction for good, on disk when this returns.
  ///
  /// It leaves `transactions` later, and `removedTransactions` tells so (R18): never while a restore
  /// that brought it has not ended (R19). Finishing twice, or what is unknown, is harmless (R17).
  /// Throws `notFinishable` for purchasing and deferred transactions (R16), or what the ledger threw;
  /// it is unfinished then.
  public func finish(_ id: TransactionID, command: Command? = nil) async throws(StoreError) {
    try await finish([id], command: command)
  }

  /// Finishes several as one: all of them, or none when this throws.
  public func finish(_ ids: [TransactionID], command: Command? = nil) async throws(StoreError) {
    guard !isStopped else { throw StoreError(.clientInvalid, .notRunning) }
    for id in ids where open[id]?.state == .purchasing || open[id]?.state == .deferred {
      throw StoreError(.clientInvalid, .notFinishable, subject: id.description)
    }
    let new = removals.claim(ids)
    guard !new.isEmpty else { return }
    do throws(StoreError) {
      for id in new where unsettled.contains(id) {
        _ = try await store.cancel(id)
        unsettled.remove(id)
      }
      _ = try await store.finish(new, command: command)
    } catch {
      removals.release(new)
      throw error
    }
    removals.release(new.filter { open[$0] == nil })
    let due = environment.uptime() + finishDelay
    for id in new where open[id] != nil { removals.append(id, due: due) }
    if finishDelay == .zero {
      postRemovals(dueBy: environment.uptime())
    } else if removalLane == nil, !isStopped {
      removalLane = Task(executorPreference: environment.executor) { await self.waitForRemovals() }
    }
  }

  private func waitForRemovals() async {
    while let due = removals.nextDue {
      let left = due - environment.uptime()
      if left > .zero {
        do { try await environment.sleep(left) } catch { break }
      }
      postRemovals(dueBy: environment.uptime())
    }
    removalLane = nil
  }

  private func postRemovals(dueBy uptime: Duration) {
    for id in removals.leaving(at: uptime, isRestored: { open[$0]?.state == .restored }) {
      post(.removal(id))
    }
  }
}
