import FoundationEssentials
import SQLite

/// Why the ledger could not be opened, read or written. Nothing was changed.
///
/// Texts name the file, the table and the key, never a value that was being stored.
public struct LedgerError: Error, Hashable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// A newer storefront wrote it.
    case newerVersion
    /// A database, but another program's.
    case otherApplication
    case notADatabase
    case damaged
    case isADirectory
    /// The folder or the file may not be created or written.
    case notWritable
    case diskFull
    /// Another process held it for longer than the ledger waits.
    case busy
    case failed
  }

  public let kind: Kind
  /// The file, or `:memory:`.
  public let path: String
  /// Where in the file, or what the database said; may be empty.
  public let detail: String

  public init(_ kind: Kind, path: String, detail: String = "") {
    self.kind = kind
    self.path = path
    self.detail = detail
  }
}

extension LedgerError {
  init(_ error: SQLiteError) {
    let kind: Kind =
      switch error.reason {
      case .diskFull: .diskFull
      case .notWritable: .notWritable
      case .busy: .busy
      case .damaged: .damaged
      case .notADatabase: .notADatabase
      case .takenKey, .other: .failed
      }
    self.init(kind, path: error.path, detail: error.detail)
  }

  /// What `body` gives; whatever it throws leaves as a `LedgerError` about the file at `path`.
  static func translating<Value>(_ path: String, _ body: () throws -> Value) throws(LedgerError) -> Value {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw LedgerError(error)
    } catch let error as LedgerError {
      throw error
    } catch {
      throw LedgerError(.failed, path: path, detail: "\(error)")
    }
  }
}

// MARK: - LocalizedError

extension LedgerError: LocalizedError {
  /// What is wrong and where, as one plain sentence.
  public var errorDescription: String? {
    let sentence =
      switch kind {
      case .newerVersion: "The ledger \(path) was written by a newer storefront"
      case .otherApplication: "\(path) is another program's database, not a storefront ledger"
      case .notADatabase: "\(path) is not a storefront ledger"
      case .damaged: "The ledger \(path) is damaged"
      case .isADirectory: "\(path) is a folder, not a ledger file"
      case .notWritable: "The ledger \(path) cannot be created or written"
      case .diskFull: "There is no space left to write the ledger \(path)"
      case .busy: "Another process is using the ledger \(path)"
      case .failed: "The ledger \(path) failed"
      }
    return detail.isEmpty ? sentence + "." : "\(sentence) (\(detail))."
  }

  /// What to do next, as one plain sentence.
  public var recoverySuggestion: String? {
    switch kind {
    case .newerVersion: "Update storefront, or choose another file with --state."
    case .otherApplication, .notADatabase: "Choose another file with --state; this one was left as it is."
    case .damaged: "Put back a copy, or choose another file with --state; this one was left as it is."
    case .isADirectory: "Name a file inside it with --state."
    case .notWritable: "Choose a writable file with --state, or use --ephemeral."
    case .diskFull: "Free disk space, then try again."
    case .busy: "Try again when the other process is done."
    case .failed: "Try again, or choose another file with --state."
    }
  }
}
