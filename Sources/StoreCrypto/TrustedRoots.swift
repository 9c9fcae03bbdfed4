import COpenSSL

/// Why a chain of certificates is not trusted.
public struct ChainError: Error, Hashable, Sendable {
  public enum Kind: Sendable {
    /// No trusted root is reached.
    case untrusted
    case expired
    case notYetValid
    case revoked
    case other
  }

  public let kind: Kind
  /// libcrypto's own words: `unable to get local issuer certificate`.
  public let reason: String
  /// The name of the certificate at fault.
  public let certificate: String
}

/// The roots that somebody trusts, and the judge of chains.
///
/// May be used by several threads at once.
// Unchecked: the store is filled before anyone else sees it, and libcrypto locks it afterwards.
public final class TrustedRoots: @unchecked Sendable {
  public let certificates: [Certificate]
  private let store: OpaquePointer

  /// An empty list trusts nothing.
  public init(_ certificates: [Certificate]) {
    guard let store = X509_STORE_new() else { preconditionFailure("No memory for a store of certificates.") }
    self.certificates = certificates
    self.store = store
    for certificate in certificates { X509_STORE_add_cert(store, certificate.handle) }
  }

  deinit { X509_STORE_free(store) }

  /// The chain from `leaf` to a trusted root, both included, valid at that instant (seconds since 1970, UTC).
  ///
  /// Signatures, dates, key usage and basic constraints are judged by libcrypto; revocation is not.
  public func chain(
    from leaf: Certificate, through others: [Certificate], at instant: Int64
  ) throws(ChainError) -> [Certificate] {
    guard let context = X509_STORE_CTX_new(), let untrusted = OPENSSL_sk_new_null() else {
      preconditionFailure("No memory to judge a chain.")
    }
    defer {
      X509_STORE_CTX_free(context)
      OPENSSL_sk_free(untrusted)
      ERR_clear_error()
    }
    for other in others { OPENSSL_sk_push(untrusted, UnsafeRawPointer(other.handle)) }
    guard X509_STORE_CTX_init(context, store, leaf.handle, untrusted) == 1 else {
      throw ChainError(kind: .other, reason: "libcrypto cannot begin", certificate: leaf.name)
    }
    X509_STORE_CTX_set_time(context, 0, Int(instant))
    let isTrusted = withExtendedLifetime(others) { X509_verify_cert(context) == 1 }
    guard isTrusted else { throw Self.error(context, leaf) }
    let chain = X509_STORE_CTX_get0_chain(context)
    return (0..<max(0, OPENSSL_sk_num(chain))).compactMap { index in
      guard let handle = OPENSSL_sk_value(chain, index) else { return nil }
      X509_up_ref(OpaquePointer(handle))
      return Certificate(owning: OpaquePointer(handle))
    }
  }

  private static func error(_ context: OpaquePointer, _ leaf: Certificate) -> ChainError {
    let code = X509_STORE_CTX_get_error(context)
    let kind: ChainError.Kind =
      switch code {
      case X509_V_ERR_CERT_HAS_EXPIRED: .expired
      case X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid
      case X509_V_ERR_CERT_REVOKED: .revoked
      case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
        X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
        X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        .untrusted
      default: .other
      }
    var name = leaf.name
    if let current = X509_STORE_CTX_get_current_cert(context) {
      X509_up_ref(current)
      name = Certificate(owning: current).name
    }
    return ChainError(
      kind: kind, reason: String(cString: X509_verify_cert_error_string(Int(code))), certificate: name)
  }
}
