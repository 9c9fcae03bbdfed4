import StoreCrypto
import Synchronization

/// The keys of one store, had when they are first needed: making them takes up to a second, and most runs sign nothing.
///
/// Any number of stores may share one, from any thread.
public final class KeyRing: Sendable {
  private let folder: String?
  private let made = Mutex<SigningKeys?>(nil)

  /// Whether having them for the first time may take up to a second.
  public var takesLong: Bool { folder != nil }

  /// Keeps the keys in `folder`; in memory, for as long as this value lives, when that is nil.
  public init(folder: String?) { self.folder = folder }

  /// The root that receipts are trusted under, without the private keys when these have not been needed yet.
  public func receiptRoot() async throws(SigningKeysError) -> Certificate {
    let root = try made.withLock { (made) throws(SigningKeysError) -> Certificate? in
      if let made { return made.receipts.root }
      return try folder.flatMap { (folder) throws(SigningKeysError) in try SigningKeys.receiptRoot(in: folder)
      }
    }
    if let root { return root }
    return try await keys().receipts.root
  }

  /// The keys, the same each time. What failed is tried again at the next call.
  ///
  /// Async so that it leaves the caller's actor, and no actor itself: a script counts on everything it waits for
  /// being on its own executor, also where stores on other threads share the ring.
  public func keys() async throws(SigningKeysError) -> SigningKeys {
    try made.withLock { (made) throws(SigningKeysError) in
      if let made { return made }
      let keys: SigningKeys
      if let folder {
        keys = try SigningKeys.open(in: folder)
      } else {
        do throws(CryptoError) { keys = try SigningKeys.ephemeral() } catch { throw .cannotMake(error) }
      }
      made = keys
      return keys
    }
  }
}
