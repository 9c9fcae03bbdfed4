import Foundation
import StoreCatalog
import StoreCrypto
import StoreLedger
import StoreModel
import StoreSimulator

/// All that a ledger says at one moment, and whether it can be true.
struct Books {
  let journal: [JournalEntry]
  let transactions: [Transaction]
  let balances: [ProductID: Int]
  let downloads: [Download]
  let problems: [String]

  init(path: String) throws {
    let ledger = try SQLiteLedger(path: path)
    problems = try ledger.problems()
    (journal, transactions, balances, downloads) = try ledger.read { reader in
      let balances = try reader.balances(account: .tester).map { ($0.productID, $0.quantity) }
      return (
        try reader.journal(after: nil, limit: .max), try reader.transactions(after: nil, limit: .max),
        Dictionary(uniqueKeysWithValues: balances), try reader.downloads()
      )
    }
  }

  /// Reads a copy of a ledger that nobody has cleared up yet, so that the next run finds it as it was left.
  static func copy(of path: String, in folder: String) throws -> Books {
    let copy = folder + "/copy.sqlite"
    for ending in ["", "-wal", "-shm", ".lock"] {
      try? FileManager.default.removeItem(atPath: copy + ending)
    }
    for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: path + ending) {
      try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
    }
    return try Books(path: copy)
  }

  /// Paid for, but not finished: what the next launch has to deliver again.
  var owed: Set<TransactionID> {
    Set(transactions.filter { $0.state == .purchased && !$0.isFinished }.map(\.id))
  }

  /// The transactions that are delivered again in what the journal added after `count` entries.
  func redelivered(after count: Int) -> Set<TransactionID> {
    Set(
      journal.dropFirst(count).compactMap {
        if case .redelivered(let transaction) = $0.event { transaction.id } else { nil }
      })
  }

  /// What the journal's last entry is, for a statistic of moments.
  var lastMoment: String {
    guard let last = journal.last else { return "nothing yet" }
    return switch last.event {
    case .command(let command): "command \(String(describing: command).prefix { $0 != "(" })"
    case .download(let download): "download \(download.state)"
    default: last.event.name
    }
  }

  /// The end of the journal in a line each, for the report of a failure.
  var story: [String] {
    journal.suffix(30).map {
      "\($0.id) after \($0.cause?.description ?? "-"): \($0.event.name) \(Self.subject($0.event))"
    }
  }

  private static func subject(_ event: Event) -> String {
    switch event {
    case .command(let command): String(describing: command)
    case .purchasing(let transaction), .purchased(let transaction), .restored(let transaction),
      .failed(let transaction), .redelivered(let transaction):
      "\(transaction.id) \(transaction.productID)"
    case .contentDelivered(let id, let product, _), .finished(let id, let product): "\(id) \(product)"
    case .download(let download): "\(download.productID) \(download.state)"
    default: ""
    }
  }

  // MARK: - What must hold at any moment

  /// Everything that cannot be true, whenever the program was ended.
  var violations: [String] {
    problems.map { "The file is damaged: \($0)" } + journalViolations + rowViolations + balanceViolations
  }

  private var journalViolations: [String] {
    journal.enumerated().compactMap { index, entry in
      if entry.id.rawValue != Int64(index + 1) { return "Entry \(index + 1) has the id \(entry.id)." }
      if let cause = entry.cause, cause >= entry.id || cause.rawValue < 1 {
        return "Entry \(entry.id) is caused by \(cause), which did not come before it."
      }
      if case .command = entry.event, entry.cause != nil { return "The command \(entry.id) has a cause." }
      guard case .purchased(let transaction) = entry.event else { return nil }
      // Nothing is charged but by an agreement of its own.
      let cause = entry.cause.map { journal[Int($0.rawValue) - 1].event }
      return cause == .command(.confirm(transaction.id))
        ? nil : "Purchase \(transaction.id) was not confirmed: \(String(describing: cause))"
    }
  }

  private var rowViolations: [String] {
    var counts: [TransactionID: [String: Int]] = [:]
    for entry in journal {
      switch entry.event {
      case .purchasing(let transaction), .purchased(let transaction), .restored(let transaction),
        .failed(let transaction):
        counts[transaction.id, default: [:]][entry.event.name, default: 0] += 1
      case .contentDelivered(let id, _, _), .finished(let id, _), .command(.confirm(let id)):
        counts[id, default: [:]][entry.event.name, default: 0] += 1
      default: continue
      }
    }
    var violations = Set(counts.keys).subtracting(transactions.map(\.id)).map {
      "Transaction \($0) has no row."
    }
    for transaction in transactions {
      let count = counts[transaction.id] ?? [:]
      if let (name, number) = count.first(where: { $0.value > 1 }) {
        violations.append("Transaction \(transaction.id) has \(number) times \(name).")
      }
      let states = [
        ("purchased", TransactionState.purchased), ("restored", .restored), ("failed", .failed),
      ]
      for (name, state) in states where (count[name] == 1) != (transaction.state == state) {
        violations.append("Transaction \(transaction.id) is \(transaction.state); the journal: \(count)")
      }
      if (count["finished"] == 1) != transaction.isFinished {
        violations.append("Transaction \(transaction.id): finished \(transaction.isFinished), \(count)")
      }
      if count["contentDelivered"] == 1, transaction.transactionIdentifier == nil {
        violations.append("Transaction \(transaction.id) was delivered and is \(transaction.state).")
      }
      if transaction.state == .purchased, transaction.isFinished, count["contentDelivered"] != 1 {
        violations.append("Transaction \(transaction.id) was finished and not delivered.")
      }
    }
    return violations
  }

  private var balanceViolations: [String] {
    var delivered: [ProductID: Int] = [:]
    let consumables = Set(transactions.filter { $0.productType == .consumable }.map(\.id))
    for case .contentDelivered(let id, let product, let quantity) in journal.map(\.event)
    where consumables.contains(id) {
      delivered[product, default: 0] += quantity
    }
    return delivered == balances ? [] : ["Delivered \(delivered), but the balances are \(balances)."]
  }

  // MARK: - What must hold when all is done

  /// What is still open or missing, once the program was left to end its work.
  ///
  /// `checksums` are the SHA-256 of what the store hosts for each product.
  func openEnds(checksums: [ProductID: String]) -> [String] {
    var bought: [ProductID: Int] = [:]
    for transaction in transactions
    where transaction.state == .purchased && transaction.productType == .consumable {
      bought[transaction.productID, default: 0] += transaction.payment.quantity
    }
    return transactions.filter { !$0.isFinished }.map {
      "Transaction \($0.id) is \($0.state) and not finished."
    }
      + downloads.filter { $0.state != .finished }.map { "\($0.productID) is \($0.state)." }
      + downloads.compactMap { Self.fault(ofContent: $0, wanted: checksums[$0.productID]) }
      + (bought == balances ? [] : ["Bought \(bought), but the balances are \(balances)."])
  }

  /// What is wrong with a file that was downloaded, byte by byte.
  private static func fault(ofContent download: Download, wanted: String?) -> String? {
    guard let path = download.contentPath, let bytes = try? Data(contentsOf: URL(filePath: path)) else {
      return "\(download.productID) has no content."
    }
    let digest = SHA256Digest()
    digest.update(bytes)
    return digest.finish() == wanted ? nil : "The content of \(download.productID) is wrong."
  }
}
