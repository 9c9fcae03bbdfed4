import COpenSSL

/// Why libcrypto would not do something: what was tried, and the reason it gave.
///
/// Neither ever holds key material or content, so that it can be shown and logged.
public struct CryptoError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, such as `read the certificate`.
  public let action: String
  /// libcrypto's own words, such as `wrong tag`; empty when it gave none.
  public let reason: String

  public init(_ action: String, reason: String = "") {
    self.action = action
    self.reason = reason
  }

  public var description: String { reason.isEmpty ? "cannot \(action)" : "cannot \(action): \(reason)" }

  /// The newest error of this thread; empties libcrypto's list of them.
  static func last(_ action: String) -> CryptoError {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    let reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? ""
    return CryptoError(action, reason: reason)
  }
}
