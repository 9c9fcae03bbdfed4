import JSONSyntax
import StoreCrypto

/// What a token is about, as its payload shows: tokens do not say it themselves.
public enum TokenKind: String, Sendable, CaseIterable {
  case transaction, renewalInfo, appTransaction, notification

  /// The kind in words.
  public var name: String {
    switch self {
    case .transaction: "signed transaction"
    case .renewalInfo: "signed renewal info"
    case .appTransaction: "signed app transaction"
    case .notification: "signed notification"
    }
  }
}

extension SignedToken {
  /// Nil for the payload of something else.
  public var kind: TokenKind? {
    if payload["notificationType"] != nil { return .notification }
    if payload["receiptType"] != nil { return .appTransaction }
    if payload["autoRenewStatus"] != nil || payload["autoRenewProductId"] != nil { return .renewalInfo }
    return payload["transactionId"] != nil || payload["productId"] != nil ? .transaction : nil
  }

  /// The certificates that the header brings along, trusted or not, leaf first.
  public func certificates() throws(TokenError) -> [Certificate] {
    var certificates: [Certificate] = []
    for (place, text) in try certificateTexts().enumerated() {
      certificates.append(try TokenVerifier.certificate(text, place: place))
    }
    return certificates
  }
}

extension TokenVerifier {
  /// Verifies a token of whatever kind it is; the chain that was trusted, leaf first.
  public func verify(
    _ text: String, expecting expectation: TokenExpectation
  ) throws(TokenError) -> [Certificate] {
    let token = try SignedToken(text.utf8)
    let chain = try chain(of: token)
    switch token.kind {
    case .transaction: _ = try transaction(text, expecting: expectation)
    case .renewalInfo: _ = try renewalInfo(text, expecting: expectation)
    case .appTransaction: _ = try appTransaction(text, expecting: expectation)
    case .notification: _ = try notification(text, expecting: expectation)
    // A transaction may leave out everything that tells it from something else.
    case nil: _ = try transaction(text, expecting: expectation)
    }
    return chain
  }
}
