import StoreModel

// Delivery: one lane, which tells observers what the others have posted.
extension PaymentQueue {
  func post(_ parcel: Parcel) {
    parcels.append(parcel)
    startDelivery()
  }

  func startDelivery() {
    guard deliveryLane == nil, !isStopped, !parcels.isEmpty, !observers.isEmpty else { return }
    deliveryLane = Task(executorPreference: environment.executor) { await self.deliver() }
  }

  private func deliver() async {
    while !Task.isCancelled, !observers.isEmpty, let parcel = parcels.first {
      if isReceiptDue, parcel.needsReceipt {
        await renewReceipt()
        // Observers may have left meanwhile.
        continue
      }
      _ = parcels.popFirst()
      switch parcel {
      case .update(.updatedTransactions(let transactions)):
        let passed = await passing(transactions)
        if !passed.isEmpty { await tell(.updatedTransactions(passed)) }
      case .update(let update): await tell(update)
      case .passed(let transactions):
        // Some may have been finished and removed while they waited.
        let current = transactions.filter { open[$0.id] != nil }
        if !current.isEmpty { await tell(.updatedTransactions(current)) }
      case .removal(let id): await tell(.removedTransactions(remove(id)))
      case .restoreEnd(let end, let isPassed): await tell(end, isPassed: isPassed)
      case .intent(let payment, let event): await ask(about: payment, event)
      case .receipt: break
      }
    }
    deliveryLane = nil
  }

  /// Puts a receipt on this device that holds what is about to be told (R25): one for a whole burst (C14), since the
  /// store's receipt holds all that is on disk.
  private func renewReceipt() async {
    isReceiptDue = false
    guard let receipts else { return }
    // What cannot be had or kept now, the handler finds missing and asks for.
    try? await receipts.renew(from: store)
  }

  /// Takes a finished transaction, and those whose removal was posted right after it, out of the list.
  private func remove(_ id: TransactionID) -> [Transaction] {
    var removed = [id]
    while case .removal(let next) = parcels.first {
      removed.append(next)
      _ = parcels.popFirst()
    }
    removals.release(removed)
    return removed.compactMap { id in
      guard var transaction = open.removeValue(forKey: id) else { return nil }
      transaction.isFinished = true
      return transaction
    }
  }

  func tell(_ update: QueueUpdate) async {
    for id in observers.ids {
      // Others may have been detached while one was told.
      guard let observer = observers[id] else { continue }
      await observer.paymentQueue(self, didReceive: update)
    }
  }
}
