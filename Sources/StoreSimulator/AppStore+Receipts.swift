import FoundationEssentials
import StoreCrypto
import StoreLedger
import StoreModel
import StoreReceipts

/// The app receipt: what the ledger says, signed whenever somebody needs it.
///
/// Nothing of it is kept here. So it can never disagree with the ledger, and no purchase pays for a receipt that nobody
/// reads: the device asks for one before it delivers a burst of transactions (R25, C14), and when somebody refreshes.
extension AppStore {
  /// The app and the device that receipts are issued for now.
  public var receiptHolder: ReceiptHolder {
    ReceiptHolder(bundleID: catalog.app.bundleID, seed: environment.seed)
  }

  public func issueReceipt(unless held: [UInt8]?) async throws(StoreError) -> [UInt8]? {
    // Late receipts come by a refresh; what came is kept up to date all the same.
    let condition = try settings().receipts
    guard condition == .normal || condition == .late && held != nil else { return nil }
    if let held, let issued, issued.bytes == held, try isCurrent(issued) { return nil }
    return try await signReceipt().bytes
  }

  /// Whether the books still say what this receipt says.
  private func isCurrent(_ issued: IssuedReceipt) throws(StoreError) -> Bool {
    try read { ledger in
      if try ledger.lastEventID() == issued.lastEvent { return true }
      return try unsignedReceipt(in: ledger).purchases == issued.purchases
    }
  }

  public func refreshReceipt(command: Command?) async throws(StoreError) -> [UInt8]? {
    var entry: EventID?
    let admission: StageOutcome
    if let command {
      (entry, admission) = try await admit(command, StageItem(), at: .receipt)
    } else {
      admission = await pass(.receipt, StageItem())
    }
    // The app has ended meanwhile.
    guard admission != .drop else { throw StoreError(.clientInvalid, .notRunning) }
    let settings = try read { try self.settingsNow(in: $0) }
    let answer: Result<(bytes: [UInt8], purchases: Int), StoreError>
    if !settings.networkIsOn {
      answer = .failure(.offline)
    } else if case .fail(let error) = admission {
      answer = .failure(error)
    } else if settings.receipts == .missing {
      answer = .failure(StoreError(.unknown, .receiptMissing))
    } else {
      do throws(StoreError) { answer = .success(try await signReceipt()) } catch { answer = .failure(error) }
    }
    try await write { ledger in
      let now = environment.now()
      let cause = try entry ?? command.map { try ledger.append(.command($0), at: now, cause: nil) }
      let event: Event =
        switch answer {
        case .success(let receipt): .receiptRefreshed(purchases: receipt.purchases)
        case .failure(let error): .receiptRefreshFailed(error)
        }
      _ = try ledger.append(event, at: now, cause: cause)
    }
    switch answer {
    case .success(let receipt): return receipt.bytes
    case .failure(let error) where error.reason == .receiptMissing: return nil
    case .failure(let error): throw error
    }
  }

  public func recordRejection(of ids: [TransactionID], reason: StoreError) async throws(StoreError) {
    try await write { ledger in
      let rows = try ids.compactMap { try ledger.transaction($0) }
      let event = try ledger.append(
        .receiptRejected(reason), at: environment.now(), cause: rows.last?.lastEvent)
      for row in rows { try ledger.update(row.value, lastEvent: event) }
    }
  }

  /// Has keys that take long made while the customer still reads the sheet.
  func askForKeys() {
    guard !hasAskedForKeys, keys.takesLong else { return }
    hasAskedForKeys = true
    // What goes wrong is told to whoever needs them.
    Task(executorPreference: environment.executor) { [keys] in _ = try? await keys.keys() }
  }

  private func unsignedReceipt(in ledger: any LedgerReader) throws -> AppReceipt {
    AppReceipt(
      of: try ledger.receiptTransactions(account: try settings(in: ledger).account), for: receiptHolder,
      at: environment.now())
  }

  private func signReceipt() async throws(StoreError) -> (bytes: [UInt8], purchases: Int) {
    do {
      let issuer = ReceiptIssuer(try await keys.keys())
      let (receipt, lastEvent) = try read { (try unsignedReceipt(in: $0), try $0.lastEventID()) }
      let bytes = try issuer.issue(receipt, device: receiptHolder.device)
      issued = IssuedReceipt(bytes: bytes, purchases: receipt.purchases, lastEvent: lastEvent)
      return (bytes, receipt.purchases.count)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.unknown, .receiptUnavailable, subject: error.sentences)
    }
  }
}

/// The receipt that a store issued last, and where its books stood then.
struct IssuedReceipt: Sendable {
  let bytes: [UInt8]
  let purchases: [InAppPurchase]
  let lastEvent: EventID?
}
