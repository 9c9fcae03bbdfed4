import StoreModel

// What the store sends by itself: nobody in this app asked for it.
extension PaymentQueue {
  /// Takes what the store sends by itself: an approved or declined deferred purchase, a renewal, an
  /// interrupted purchase that was completed later (R201).
  public func receive(_ transactions: [Transaction]) { receive(.transactions(transactions)) }

  func startArrivalLane() {
    guard arrivalLane == nil, !isStopped else { return }
    // Weak, since this lane waits for as long as the store lives.
    arrivalLane = Task(executorPreference: environment.executor) { [weak self, store] in
      for await arrival in store.arrivals {
        guard let self else { return }
        await self.downloads?.hear(arrival)
        await self.receive(arrival)
      }
    }
  }

  private func receive(_ arrival: StoreArrival) {
    guard !isStopped else { return }
    switch arrival {
    case .transactions(let transactions): if !transactions.isEmpty { update(transactions) }
    case .revoked(let products):
      isReceiptDue = true
      post(.update(.revokedEntitlements(products)))
    case .intent(let payment, let event): post(.intent(payment, event))
    case .storefront(let storefront): storefrontDidChange(to: storefront)
    case .download, .othersLeft: break
    case .withdrawn(let ids):
      isReceiptDue = true
      for id in ids where open[id] != nil { post(.removal(id)) }
      post(.receipt)
    }
  }

  /// Adds the App Store's payment itself when an observer wants it (R98).
  func ask(about payment: Payment, _ intent: EventID) async {
    var isWanted = false
    for id in observers.ids {
      guard let observer = observers[id] else { continue }
      if await observer.paymentQueue(self, shouldAddStorePayment: payment) { isWanted = true }
    }
    // A payment that the ledger cannot take in is lost, as when the customer closes the page.
    if isWanted { _ = try? await add(payment, from: .intent(intent)) }
  }
}
