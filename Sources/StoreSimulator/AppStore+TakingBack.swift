import StoreLedger
import StoreModel

/// Refunds, the end of a family's sharing, and both taken back: purchases that entitle to nothing, or to it again.
extension AppStore {
  func refund(_ id: TransactionID, _ refund: StoreAction.Refund, _ command: Command)
    async throws(StoreError)
  {
    let row = try read { try $0.known(id) }
    let product = row.value.productID
    let (entry, outcome) = try await admit(command, StageItem(row.value), at: .refund)
    if case .fail(let error) = outcome {
      try await write { ledger in
        _ = try ledger.append(
          .refundFailed(transaction: id, product: product, error), at: environment.now(), cause: entry)
      }
      throw error
    }
    switch refund {
    case .full: try await revoke(id, command, entry) { _, _ in Revocation(.refund, percentage: 100) }
    case .prorated:
      try await revoke(id, command, entry) { Revocation(.prorated, percentage: $0.percentageLeft(at: $1)) }
    case .declined:
      try await write { ledger in
        guard try ledger.known(id).value.canBeTakenBack else {
          throw StoreError(.clientInvalid, .notRefundable, subject: id.description)
        }
        let cause = try entry ?? ledger.append(.command(command), at: environment.now(), cause: nil)
        _ = try ledger.append(
          .refundDeclined(transaction: id, product: product), at: environment.now(), cause: cause)
      }
    }
  }

  /// Ends the family's sharing. Throws `notShared` for what the catalogue does not let a family share.
  func stopSharing(_ id: TransactionID, _ command: Command) async throws(StoreError) {
    let product = try read { try $0.known(id) }.value.productID
    if let product = catalog.product(product), !product.isFamilyShareable {
      throw StoreError(.clientInvalid, .notShared, subject: id.description)
    }
    try await revoke(id, command) { _, _ in Revocation(.family, percentage: 0) }
  }

  private func revoke(
    _ id: TransactionID, _ command: Command, _ entry: EventID? = nil,
    _ revocation: (Transaction, Timestamp) -> Revocation
  ) async throws(StoreError) {
    let product = try await write { ledger in
      let row = try ledger.known(id)
      guard row.value.canBeTakenBack else {
        throw StoreError(.clientInvalid, .notRefundable, subject: id.description)
      }
      let now = environment.now()
      var transaction = row.value
      transaction.revokedAt = now
      transaction.revocation = revocation(row.value, now)
      let cause = try entry ?? ledger.append(.command(command), at: now, cause: nil)
      let event = try ledger.append(.revoked(transaction), at: now, cause: cause)
      try ledger.update(transaction, lastEvent: event)
      return transaction.productID
    }
    send(.revoked([product]))
  }

  func reverse(_ id: TransactionID, _ command: Command) async throws(StoreError) {
    let transaction = try await write { ledger in
      var transaction = try ledger.known(id).value
      guard transaction.revokedAt != nil else {
        throw StoreError(.clientInvalid, .notRevoked, subject: id.description)
      }
      transaction.revokedAt = nil
      transaction.revocation = nil
      let now = environment.now()
      let cause = try ledger.append(.command(command), at: now, cause: nil)
      let event = try ledger.append(.revocationReversed(transaction), at: now, cause: cause)
      try ledger.update(transaction, lastEvent: event)
      return transaction
    }
    send(.transactions([transaction]))
  }
}

extension Transaction {
  /// A paid purchase that the store has not taken back.
  fileprivate var canBeTakenBack: Bool { state == .purchased && revokedAt == nil }

  /// How much of its price a prorated refund gives back: a subscription's by the time that is left, else half.
  fileprivate func percentageLeft(at now: Timestamp) -> Int {
    guard let date, let expiresAt, expiresAt > date else { return 50 }
    let whole = expiresAt.milliseconds - date.milliseconds
    let left = max(0, expiresAt.milliseconds - now.milliseconds)
    return Int(left * 100 / whole)
  }
}
