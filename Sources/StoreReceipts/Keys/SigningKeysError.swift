import FoundationEssentials
import StoreCrypto

/// Why the keys of a store cannot be had.
public enum SigningKeysError: Error, Hashable, Sendable {
  case cannotMake(CryptoError)
  case cannotRead(path: String, reason: String)
  case cannotWrite(path: String, reason: String)
  /// Others than the owner may read the file or write it.
  case tooOpen(path: String, mode: Int)
  case damaged(path: String, reason: String)
}

extension SigningKeysError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .cannotMake(let error): "The store's keys cannot be made: \(error)."
    case .cannotRead(let path, let reason): "The store's keys in \(path) cannot be read: \(reason)."
    case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)."
    case .tooOpen(let path, let mode):
      "The store's keys in \(path) are open to others (mode \(String(mode, radix: 8)))."
    case .damaged(let path, let reason): "The store's keys in \(path) are damaged: \(reason)."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .cannotMake: "Check the installation of OpenSSL."
    case .cannotRead: "Check that the file can be read."
    case .cannotWrite: "Free some disk space, or choose a folder that can be written."
    case .tooOpen(let path, _): "Run 'chmod 600 \(path)', and make new keys if others may have read them."
    case .damaged(let path, _):
      "Put the file back from a copy, or remove \(path): new keys are made, and every client needs the new roots."
    }
  }
}
