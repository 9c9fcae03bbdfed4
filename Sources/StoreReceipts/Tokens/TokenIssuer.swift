import FoundationEssentials
import JSONSyntax
import StoreCrypto

/// Signs tokens: compact JWS with ES256 and three certificates in the header.
///
/// May be used by several tasks at once. ECDSA takes a random number each time, so that the same payload gives
/// another signature each time; header and payload stay the same.
public struct TokenIssuer: Sendable {
  private let key: PrivateKey
  /// The header's part with its point, which is the same in every token.
  private let header: [UInt8]

  public init(_ keys: SigningKeys) throws(CryptoError) { try self.init(keys.tokens) }

  init(_ chain: SigningKeys.Chain) throws(CryptoError) {
    var certificates: [String] = []
    for certificate in [chain.leaf, chain.intermediate, chain.root] {
      certificates.append(Data(try certificate.der()).base64EncodedString())
    }
    var writer = JSONLineWriter()
    writer.member("alg", "ES256")
    writer.member("x5c", certificates)
    self.init(key: chain.key, header: writer.bytes)
  }

  /// Signs with any header, for keys that are known in another way.
  init(key: PrivateKey, header: [UInt8]) {
    self.key = key
    self.header = Array((Base64URL.text(header) + ".").utf8)
  }

  /// The payload as it is, signed. Dates that a client judges the certificates by are the caller's.
  public func issue(_ payload: some TokenPayload) throws(CryptoError) -> String { try issue(payload.json()) }

  func issue(_ json: [UInt8]) throws(CryptoError) -> String {
    let signed = header + Array(Base64URL.text(json).utf8)
    let signature = try key.signature(of: signed, as: .raw)
    return String(decoding: signed, as: UTF8.self) + "." + Base64URL.text(signature)
  }
}
