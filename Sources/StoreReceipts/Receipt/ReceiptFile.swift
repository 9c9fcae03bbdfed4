import Synchronization

/// Where a device keeps the app's receipt, and the one before it.
///
/// May be used from any thread; one at a time replaces.
public protocol ReceiptStorage: Sendable {
  /// Throws `missing` when there is none: on a fresh install that is a normal state (R27).
  func read() throws(ReceiptError) -> [UInt8]
  /// The receipt that was kept when another one took its place; throws `missing` when none was.
  func readPrevious() throws(ReceiptError) -> [UInt8]
  /// A reader finds the old receipt or the new one, never a part.
  ///
  /// - Parameter keepsOld: whether the old one can be read with `readPrevious` from now on. If not, that answers what it
  ///   did before.
  func replace(with receipt: [UInt8], keepsOld: Bool) throws(ReceiptError)
}

extension ReceiptStorage {
  public func replace(with receipt: [UInt8]) throws(ReceiptError) {
    try replace(with: receipt, keepsOld: true)
  }
}

/// The file that holds a receipt, as `appStoreReceiptURL` names it: the name is always known, the file may be
/// missing (R26). The receipt before it is kept beside it.
public struct ReceiptFile: ReceiptStorage, Hashable {
  public let path: String
  public var previousPath: String { path + ".previous" }

  public init(_ path: String) { self.path = path }

  public func read() throws(ReceiptError) -> [UInt8] { try Self.read(path) }

  public func readPrevious() throws(ReceiptError) -> [UInt8] { try Self.read(previousPath) }

  /// Not put on disk by force: after a power failure the ledger still knows what the receipt has to hold, and the next
  /// launch issues it again before anything is delivered.
  public func replace(with receipt: [UInt8], keepsOld: Bool) throws(ReceiptError) {
    // Another process may be at it too; the earlier receipt is for people alone.
    if keepsOld { try? DurableFile.keep(path, as: previousPath) }
    do throws(FileFailure) {
      try DurableFile.replace(path, receipt, mode: 0o644, isDurable: false)
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  private static func read(_ path: String) throws(ReceiptError) -> [UInt8] {
    do throws(FileFailure) {
      if try DurableFile.mode(of: path) != nil {
        return try DurableFile.read(path, limit: ReceiptContainer.sizeLimit)
      }
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    throw .missing(path: path)
  }
}

/// A receipt that lasts as long as this value.
public final class ReceiptInMemory: ReceiptStorage {
  private let receipts = Mutex<(current: [UInt8]?, previous: [UInt8]?)>((nil, nil))

  public init() {}

  public func read() throws(ReceiptError) -> [UInt8] {
    guard let receipt = receipts.withLock({ $0.current }) else { throw .missing(path: "memory") }
    return receipt
  }

  public func readPrevious() throws(ReceiptError) -> [UInt8] {
    guard let receipt = receipts.withLock({ $0.previous }) else { throw .missing(path: "memory") }
    return receipt
  }

  public func replace(with receipt: [UInt8], keepsOld: Bool) {
    receipts.withLock { $0 = (receipt, keepsOld ? $0.current : $0.previous) }
  }

  public func replace(with receipt: [UInt8]) { replace(with: receipt, keepsOld: true) }
}
