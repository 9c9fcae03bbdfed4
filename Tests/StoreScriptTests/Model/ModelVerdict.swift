import Purchasing
import StoreModel
import StoreTesting

/// Holds a run against what has to be true of every run.
///
/// 1. Money: each charge is one purchased transaction at that price, and somebody has agreed to it.
/// 2. Each purchase is delivered at most once, and nothing else is; in the end exactly once, and finished.
/// 3. Nothing is finished before it was validated, delivered and its content has ended; deferred ones never are.
/// 4. Nothing is told of a transaction after its removal was.
/// 5. No update is invented, and none is lost: in the end the app has been told what became of everything.
///    What nothing took from it comes to its end without another launch.
/// 6. The app ends when it is told to, whatever was going on.
struct ModelVerdict {
  var journal: [JournalEntry]
  var transactions: [Transaction]
  var queued: [Transaction]
  var lives: [ModelRun.Life]
  var reversed: Set<TransactionID> = []
  var hangs = 0
  /// Unfinished when everything was let go, before the app was started again.
  var left: Set<TransactionID> = []

  /// What does not hold, in words.
  var broken: [String] {
    var book = Book(journal)
    let told = book.read(lives, reversed: reversed)
    for transaction in transactions { book.check(transaction, told: told[transaction.id] ?? []) }
    for transaction in queued where transaction.state != .deferred {
      book.note("5: \(transaction.state) \(transaction.id) is still in the queue")
    }
    book.check(left: left)
    if hangs > 0 { book.note("6: the app did not end") }
    return book.broken
  }

  /// What the journal says of each transaction.
  private struct Book {
    var broken: [String] = []
    private var states: [TransactionID: Set<TransactionState>] = [:]
    private var charges: [TransactionID: [Price?]] = [:]
    private var deliveries: [TransactionID: Int] = [:]
    private var finishes: [TransactionID: Int] = [:]
    /// Finished by a person, who may do so before anything arrived.
    private var byPerson: Set<TransactionID> = []
    private var deleted: Set<TransactionID> = []
    /// What failed or got lost on its way comes back at the next launch only.
    private var lost: Set<TransactionID> = []

    mutating func note(_ text: String) { broken.append(text) }

    init(_ journal: [JournalEntry]) {
      var agreed: Set<TransactionID> = []
      for entry in journal {
        switch entry.event {
        case .command(.confirm(let id)), .command(.store(.approve(let id))): agreed.insert(id)
        case .purchasing(let transaction), .failed(let transaction), .deferred(let transaction),
          .restored(let transaction):
          states[transaction.id, default: []].insert(transaction.state)
        case .purchased(let transaction):
          let id = transaction.id
          states[id, default: []].insert(.purchased)
          charges[id, default: []].append(transaction.price)
          if !agreed.contains(id), !Self.isBoughtElsewhere(entry, journal) {
            note("1: purchased \(id), and nobody agreed")
          }
        case .contentDelivered(let id, _, _):
          deliveries[id, default: 0] += 1
          if states[id]?.isDisjoint(with: [.purchased, .restored]) ?? true {
            note("2: delivered \(id), which is not purchased or restored")
          }
        case .finished(let id, _):
          finishes[id, default: 0] += 1
          if let cause = entry.cause, case .command(.finish) = journal[Int(cause.rawValue) - 1].event {
            byPerson.insert(id)
          } else if states[id]?.isDisjoint(with: [.purchased, .restored]) == false, deliveries[id] == nil {
            note("3: finished \(id) before it was delivered")
          }
        case .deleted(let id, _): deleted.insert(id)
        case .conditionMet(let condition, let item):
          if condition.effect == .drop || condition.effect == .fail, let id = item.transaction {
            lost.insert(id)
          }
        default: break
        }
      }
      for (id, prices) in charges where prices.count > 1 { note("1: charged \(id) \(prices.count) times") }
      for (id, count) in deliveries where count > 1 { note("2: delivered \(id) \(count) times") }
      for (id, count) in finishes where count > 1 { note("2: finished \(id) \(count) times") }
    }

    private static func isBoughtElsewhere(_ entry: JournalEntry, _ journal: [JournalEntry]) -> Bool {
      guard let cause = entry.cause else { return false }
      return switch journal[Int(cause.rawValue) - 1].event {
      case .command(.store(.create)), .command(.store(.resolve)), .command(.store(.redeem)): true
      default: false
      }
    }

    /// Follows what passed between queue and handler; answers the states that were told of each transaction.
    mutating func read(_ lives: [ModelRun.Life], reversed: Set<TransactionID>)
      -> [TransactionID: [TransactionState]]
    {
      var told: [TransactionID: [TransactionState]] = [:]
      for life in lives {
        var (validated, delivered, removed) = (
          Set<TransactionID>(), Set<TransactionID>(), Set<TransactionID>()
        )
        var downloading: [TransactionID: ProductID] = [:]
        // What is asked for while it is there is there.
        var ended: Set<ProductID> = []
        for call in life {
          switch call {
          case .callback(.updatedTransactions(let transactions)):
            for transaction in transactions {
              let id = transaction.id
              told[id, default: []].append(transaction.state)
              if removed.contains(id), !reversed.contains(id) {
                note("4: told \(transaction.state) \(id) after its removal")
              }
              if states[id]?.contains(transaction.state) != true, !isLeftOpen(transaction) {
                note("5: told \(transaction.state) \(id), which is not in the journal")
              }
            }
          case .callback(.removedTransactions(let transactions)):
            for id in transactions.map(\.id) {
              removed.insert(id)
              if finishes[id] == nil, !deleted.contains(id) {
                note("4: removed \(id), which is not finished")
              }
            }
          case .callback(.updatedDownloads(let downloads)):
            for download in downloads {
              guard !download.state.isPending else {
                ended.remove(download.productID)
                continue
              }
              ended.insert(download.productID)
              downloading = downloading.filter { $0.value != download.productID }
            }
          case .handler(.validateReceipt(let ids)): validated.formUnion(ids)
          case .handler(.reportRejection(let ids, _)): validated.subtract(ids)
          case .handler(.deliver(let transaction)):
            delivered.insert(transaction.id)
            if !validated.contains(transaction.id) { note("3: delivered \(transaction.id), not validated") }
          case .handler(.startDownload(let transaction)) where !ended.contains(transaction.productID):
            downloading[transaction.id] = transaction.productID
          case .handler(.finish(let id)):
            guard let state = told[id]?.last, state != .failed else { continue }
            if state == .deferred || state == .purchasing { note("3: finishes \(id), which is \(state)") }
            if !delivered.contains(id) { note("3: finishes \(id) before its delivery") }
            if downloading[id] != nil { note("3: finishes \(id) before its content has ended") }
          default: continue
          }
        }
      }
      return told
    }

    /// A payment that the ledger could not settle, since the app was killed, is told as failed all the same.
    private func isLeftOpen(_ transaction: Transaction) -> Bool {
      transaction.state == .failed && transaction.error?.reason == .ledgerUnavailable
    }

    mutating func check(left: Set<TransactionID>) {
      for id in left.subtracting(lost) where states[id]?.contains(.deferred) != true {
        note("5: \(id) waits for another launch, and nothing took it away")
      }
    }

    /// How it stands in the end, when nothing goes on any more.
    mutating func check(_ transaction: Transaction, told: [TransactionState]) {
      let (id, state) = (transaction.id, transaction.state)
      let charged = charges[id] ?? []
      if state == .purchased ? charged != [transaction.price] : !charged.isEmpty {
        note("1: \(state) \(id) at \(String(describing: transaction.price)), charged \(charged)")
      }
      switch state {
      case .purchasing: note("5: \(id) is still purchasing")
      case .deferred where finishes[id] != nil: note("3: finished \(id), which is deferred")
      case .deferred: break
      default:
        if finishes[id] != 1 { note("2: \(state) \(id) is not finished") }
        let isDue = state != .failed && !byPerson.contains(id)
        if isDue, deliveries[id] != 1 { note("2: \(state) \(id) is not delivered") }
      }
      if !told.contains(state), !byPerson.contains(id) {
        note("5: the app never heard that \(id) is \(state)")
      }
    }
  }
}
