import FoundationEssentials
import JSONSyntax

/// A compact JWS that was taken apart but not yet verified.
public struct SignedToken: Sendable {
  /// Tokens larger than this are not read; real ones have 4 KiB.
  public static let sizeLimit = 256 << 10

  /// The header's part as it was written.
  let headerText: String
  /// What is signed: header and payload as they were written, with the point between them.
  let signedBytes: [UInt8]
  let signature: [UInt8]
  private let payloadBytes: [UInt8]
  private let payloadDocument: JSONDocument

  /// Takes `text` apart and reads the payload. White space around the token is passed over.
  public init(_ text: some Collection<UInt8>) throws(TokenError) {
    guard text.count <= Self.sizeLimit else { throw .tooLarge(bytes: text.count, limit: Self.sizeLimit) }
    let space: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    var bytes = Array(text)
    while let last = bytes.last, space(last) { bytes.removeLast() }
    bytes.removeFirst(bytes.prefix(while: space).count)
    // From the end, since the header is by far the longest part.
    let point = UInt8(ascii: ".")
    guard let last = bytes.lastIndex(of: point), let first = bytes[..<last].lastIndex(of: point),
      !bytes[..<first].contains(point)
    else { throw .notThreeParts(count: bytes.count { $0 == point } + 1) }
    guard let payload = Base64URL.bytes(bytes[(first + 1)..<last]) else {
      throw .badEncoding(part: "payload")
    }
    guard let signature = Base64URL.bytes(bytes[(last + 1)...]) else { throw .badEncoding(part: "signature") }
    headerText = String(decoding: bytes[..<first], as: UTF8.self)
    self.signature = signature
    payloadBytes = payload
    payloadDocument = try Self.object(payload, "payload")
    bytes.removeSubrange(last...)
    signedBytes = bytes
  }

  /// Whether bytes look like a token rather than a receipt: text with exactly two points.
  public static func isLikely(_ bytes: [UInt8]) -> Bool {
    bytes.first != 0x30 && bytes.count { $0 == UInt8(ascii: ".") } == 2
  }

  /// The payload as JSON text, as it was signed.
  public var payloadText: String { String(decoding: payloadBytes, as: UTF8.self) }

  /// The header as JSON text.
  public func headerJSON() throws(TokenError) -> String { String(decoding: try headerBytes(), as: UTF8.self) }

  /// The members of the payload.
  public var payload: JSONObject { payloadDocument.root.object ?? JSONObject.empty }

  /// The certificates of the header, leaf first, as they were written: standard base64 of DER.
  func certificateTexts() throws(TokenError) -> [String] {
    let header = try header()
    guard let list = header["x5c"]?.array, !list.isEmpty else { throw .missingCertificates }
    let texts = list.compactMap(\.string)
    guard texts.count == list.count else { throw .wrongType(member: "x5c", expected: "a list of texts") }
    return texts
  }

  /// How it says that it is signed; empty when it does not say.
  public func algorithm() throws(TokenError) -> String { try header()["alg"]?.string ?? "" }

  func header() throws(TokenError) -> JSONObject {
    try Self.object(try headerBytes(), "header").root.object ?? JSONObject.empty
  }

  private func headerBytes() throws(TokenError) -> [UInt8] {
    guard let header = Base64URL.bytes(headerText.utf8) else { throw .badEncoding(part: "header") }
    return header
  }

  private static func object(_ bytes: [UInt8], _ part: String) throws(TokenError) -> JSONDocument {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw .badJSON(part: part, reason: "\(error)")
    }
    guard document.root.object != nil else {
      throw .badJSON(part: part, reason: "it is \(document.root.kind)")
    }
    // Two readers could take different values of a doubled member: nobody signs such a thing honestly.
    guard document.duplicateKeyOffsets.isEmpty else {
      throw .badJSON(part: part, reason: "a member is there twice")
    }
    return document
  }
}
