import StoreCrypto

/// What the store signs of one thing, each token read back and verified against the store's own root: nobody is shown
/// one that clients would refuse.
public struct SignedTokens: Hashable, Sendable {
  /// A transaction's token, then for a subscription its renewal info; an app transaction alone; a notification, then
  /// what it holds.
  public let tokens: [TokenReading]
  /// Who vouches for them, the leaf first.
  public let signers: [String]

  /// Throws what cannot be signed, or why it would not be accepted.
  public init(
    _ transaction: SignedTransaction, renewalInfo: SignedRenewalInfo?, for holder: ReceiptHolder,
    by keys: SigningKeys
  ) throws {
    let issuer = try TokenIssuer(keys)
    let renewal = try renewalInfo.map { try issuer.issue($0) }
    try self.init([try issuer.issue(transaction)] + [renewal].compactMap(\.self), for: holder, by: keys)
  }

  public init(_ appTransaction: SignedAppTransaction, for holder: ReceiptHolder, by keys: SigningKeys) throws
  {
    try self.init([try TokenIssuer(keys).issue(appTransaction)], for: holder, by: keys)
  }

  /// A notification, then what it carries: the transaction, and for a subscription its renewal info.
  public init(
    _ notification: SignedNotification, of transaction: SignedTransaction, renewalInfo: SignedRenewalInfo?,
    for holder: ReceiptHolder, by keys: SigningKeys
  ) throws {
    let issuer = try TokenIssuer(keys)
    var (notification, transaction, renewalInfo) = (notification, transaction, renewalInfo)
    // They go to a server: only what a device asked for is bound to it.
    (transaction.deviceVerification, transaction.deviceVerificationNonce) = (nil, nil)
    renewalInfo?.deviceVerification = nil
    renewalInfo?.deviceVerificationNonce = nil
    notification.data?.signedTransaction = try issuer.issue(transaction)
    notification.data?.signedRenewalInfo = try renewalInfo.map { try issuer.issue($0) }
    try self.init([try issuer.issue(notification)], for: holder, by: keys)
  }

  /// Tokens that nobody signed, for pictures.
  package init(_ tokens: [TokenReading], signers: [String] = []) {
    self.tokens = tokens
    self.signers = signers
  }

  /// Tokens of any kind that were signed already, each followed by those that its payload holds.
  ///
  /// Throws why one of them would not be accepted.
  public init(_ texts: [String], for holder: ReceiptHolder, by keys: SigningKeys) throws {
    let verifier = TokenVerifier(roots: [keys.tokens.root])
    var signers: [String] = []
    var tokens: [TokenReading] = []
    func take(_ text: String) throws {
      signers = try verifier.verify(text, expecting: holder.tokenExpectation).map(\.name)
      let token = try TokenReading(text)
      tokens.append(token)
      for text in token.inside { try take(text) }
    }
    for text in texts { try take(text) }
    self.signers = signers
    self.tokens = tokens
  }

  /// The token of this kind, if there is one.
  public subscript(kind: TokenKind) -> TokenReading? { tokens.first { $0.kind == kind } }
}

extension ReceiptHolder {
  /// What a token has to fit that is theirs.
  public var tokenExpectation: TokenExpectation {
    TokenExpectation(bundleID: bundleID, environment: .sandbox, device: deviceID)
  }
}
