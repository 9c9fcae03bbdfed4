import Purchasing
import StoreLedger
import StoreModel
import StoreReceipts
import Synchronization

/// Kills an app the way `kill -9` does, as seen from its disk: from one moment on nothing that it does arrives there.
///
/// The ledger and the content folder of a run are reached through one switch. Once it is thrown every call fails, so
/// whatever the dead app still decides changes nothing and is told to nobody.
final class KillSwitch: Sendable {
  private struct State {
    var isThrown = false
    /// Thrown by itself once an event of this name is on disk.
    var event: String?
    var onThrow: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var isThrown: Bool { state.withLock { $0.isThrown } }

  /// What it is thrown by; nil when it waits for nothing.
  var event: String? { state.withLock { $0.isThrown ? nil : $0.event } }

  func `throw`() {
    let tell = state.withLock { state -> (@Sendable () -> Void)? in
      defer { state.isThrown = true }
      return state.isThrown ? nil : state.onThrow
    }
    tell?()
  }

  /// Throws the switch right after the next event of this name is on disk; nil waits for none.
  func `throw`(after event: String?) { state.withLock { $0.event = event } }

  /// Says who is told once the switch is thrown, on the thread that throws it.
  func onThrow(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onThrow = body } }

  /// Notes what has just come to the disk.
  fileprivate func note(_ entries: [JournalEntry]) {
    guard let event, entries.contains(where: { $0.event.name == event }) else { return }
    `throw`()
  }
}

/// A ledger that a kill cuts off.
final class KillableLedger: Ledger {
  private let base: any Ledger
  private let kill: KillSwitch

  init(_ base: any Ledger, _ kill: KillSwitch) {
    self.base = base
    self.kill = kill
  }

  var path: String { base.path }

  private func check() throws {
    if kill.isThrown { throw LedgerError(.failed, path: path, detail: "the app was killed") }
  }

  func read<Value: Sendable>(_ body: (any LedgerReader) throws -> Value) throws -> Value {
    try check()
    return try base.read(body)
  }

  func write<Value: Sendable>(_ body: (any LedgerWriter) throws -> Value) throws -> LedgerCommit<Value> {
    try check()
    let commit = try base.write(body)
    kill.note(commit.entries)
    return commit
  }

  /// While an event is waited for a part is a commit by itself: a kill falls between what two decisions wrote, never
  /// behind both.
  func gather<Value: Sendable>(
    _ body: (any LedgerWriter) throws -> Value,
    settled: @escaping @Sendable (Result<[JournalEntry], any Error>) -> Void
  ) throws -> Value {
    try check()
    guard kill.event != nil else { return try base.gather(body, settled: settled) }
    let value = try base.gather(body) { [kill] result in
      if case .success(let entries) = result { kill.note(entries) }
      settled(result)
    }
    base.commit()
    return value
  }

  func commit() { base.commit() }

  func claim(_ id: TransactionID) throws -> Bool {
    try check()
    return try base.claim(id)
  }

  func release(_ id: TransactionID) { base.release(id) }

  func claim(_ entry: EventID) throws -> Bool {
    try check()
    return try base.claim(entry)
  }

  func release(_ entry: EventID) { base.release(entry) }

  var isListenedTo: Bool { base.isListenedTo }

  func news() throws -> LedgerNews? { try base.news() }
}

/// A receipt that a kill cuts off.
final class KillableReceipt: ReceiptStorage {
  private let base: any ReceiptStorage
  private let kill: KillSwitch

  init(_ base: any ReceiptStorage, _ kill: KillSwitch) {
    self.base = base
    self.kill = kill
  }

  func read() throws(ReceiptError) -> [UInt8] { try base.read() }
  func readPrevious() throws(ReceiptError) -> [UInt8] { try base.readPrevious() }

  func replace(with receipt: [UInt8], keepsOld: Bool) throws(ReceiptError) {
    if kill.isThrown { throw .unwritable(path: "", reason: "the app was killed") }
    try base.replace(with: receipt, keepsOld: keepsOld)
  }
}

/// Content files that a kill cuts off.
final class KillableContent: ContentFiles {
  private let base: any ContentFiles
  private let kill: KillSwitch

  init(_ base: any ContentFiles, _ kill: KillSwitch) {
    self.base = base
    self.kill = kill
  }

  private func check() throws(ContentFileError) {
    if kill.isThrown { throw ContentFileError("The app was killed.") }
  }

  func openPartial(_ name: ContentFileName) throws(ContentFileError) -> any PartialFile {
    try check()
    return KillableFile(base: try base.openPartial(name), check: check)
  }

  func partialLength(_ name: ContentFileName) -> Int64 { base.partialLength(name) }

  func isInUse(_ name: ContentFileName) -> Bool { base.isInUse(name) }

  func complete(_ name: ContentFileName) throws(ContentFileError) -> String {
    try check()
    return try base.complete(name)
  }

  func exists(at path: String) -> Bool { base.exists(at: path) }

  func removePartial(_ name: ContentFileName) {
    if !kill.isThrown { base.removePartial(name) }
  }

  func removeContent(at path: String) throws(ContentFileError) {
    try check()
    try base.removeContent(at: path)
  }
}

private final class KillableFile: PartialFile {
  private let base: any PartialFile
  private let check: () throws(ContentFileError) -> Void

  init(base: any PartialFile, check: @escaping () throws(ContentFileError) -> Void) {
    self.base = base
    self.check = check
  }

  var length: Int64 { base.length }

  func read(at offset: Int64, count: Int) throws(ContentFileError) -> [UInt8] {
    try check()
    return try base.read(at: offset, count: count)
  }

  func append(_ bytes: [UInt8]) throws(ContentFileError) {
    try check()
    try base.append(bytes)
  }

  func removeAll() throws(ContentFileError) {
    try check()
    try base.removeAll()
  }

  func synchronize() throws(ContentFileError) {
    try check()
    try base.synchronize()
  }

  func close() { base.close() }
}
