import FoundationEssentials
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Who else uses this ledger: a lock on a file beside it, given back by the system when a process ends.
///
/// Processes with purchases under way share it; the one that clears up what an earlier run left holds
/// it alone, so that it never takes another's open sheet for a leftover.
final class LedgerLease: Sendable {
  private let path: String
  private let descriptor = Mutex<Int32?>(nil)

  /// Nothing is created until the lease is used.
  init(path: String) { self.path = path }

  deinit {
    descriptor.withLock { if let descriptor = $0 { close(descriptor) } }
  }

  /// True when nobody else holds it; otherwise this one shares it from now on.
  func claimAlone() throws(LedgerError) -> Bool {
    let descriptor = try openFile()
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    try lockShared(descriptor)
    return false
  }

  /// Shares it from now on. Waits for another's clearing up, which is one commit.
  func share() throws(LedgerError) {
    try lockShared(try openFile())
  }

  private func lockShared(_ descriptor: Int32) throws(LedgerError) {
    while flock(descriptor, LOCK_SH) != 0 {
      guard errno == EINTR else { throw failure() }
    }
  }

  private func openFile() throws(LedgerError) -> Int32 {
    let opened = descriptor.withLock { descriptor -> Int32? in
      if descriptor == nil {
        let new = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if new >= 0 { descriptor = new }
      }
      return descriptor
    }
    guard let opened else { throw failure() }
    return opened
  }

  private func failure() -> LedgerError {
    LedgerError(.notWritable, path: path, detail: String(cString: strerror(errno)))
  }
}
