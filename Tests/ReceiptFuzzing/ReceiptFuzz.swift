import FoundationEssentials
import StoreModel
import StoreReceipts

/// Feeds damaged receipts and tokens to everything that reads them. A trap or a sanitizer ends the process; anything
/// else that goes wrong is thrown.
///
/// The same seed gives the same damage, apart from what keys and signatures add: those are new in each run.
public struct ReceiptFuzz {
  /// Something was accepted that nobody signed.
  public struct Accepted: Error, CustomStringConvertible {
    public let description: String
  }

  private let receipts: [[UInt8]]
  private let payloads: [[UInt8]]
  private let tokens: [[UInt8]]
  private let tokenPayloads: [[UInt8]]
  private let answers: [[UInt8]]
  private let receiptVerifier: ReceiptVerifier
  private let tokenVerifier: TokenVerifier
  private let desk: ReceiptDesk
  private let genuine: AppReceipt
  private let transaction: SignedTransaction
  private var damage: Damage

  /// `more` are receipts of others to begin with.
  public init(seed: UInt64, more: [[UInt8]] = []) throws {
    let keys = try SigningKeys.generate()
    let now = Timestamp(milliseconds: 1_796_040_000_000)
    var receipt = AppReceipt()
    receipt.receiptType = "ProductionSandbox"
    receipt.bundleID = "com.example.sampler"
    receipt.applicationVersion = "4"
    receipt.creationDate = now
    receipt.purchases = (1...3).map {
      InAppPurchase(
        productID: "coins.\($0)", transactionID: String($0), purchaseDate: now, originalTransactionID: "1",
        originalPurchaseDate: now, kind: .autoRenewable, expirationDate: now, webOrderLineItemID: 7,
        isTrial: true)
    }
    let whole = try ReceiptIssuer(keys).issue(receipt, device: [1, 2, 3, 4, 5, 6])
    let opened = try ReceiptContainer(whole)
    var transaction = SignedTransaction()
    (transaction.bundleID, transaction.environment) = ("com.example.sampler", .sandbox)
    (transaction.signedDate, transaction.price, transaction.isUpgraded) = (now, 4990, false)
    let token = Array(try TokenIssuer(keys).issue(transaction).utf8)
    let answer = ReceiptAnswer(
      receipt, environment: .sandbox, at: now,
      history: ReceiptAnswer.History(
        latest: receipt.purchases.map { ReceiptAnswer.Latest($0) }, pending: [], receipt: whole),
      excludesOld: false)
    receipts = [whole] + more
    payloads = [opened.payload] + more.compactMap { try? ReceiptContainer($0).payload }
    tokens = [token]
    let numbers = ["9223372036854775807", "-9223372036854775808", "1e400", "-0", "253402300800000", "null"]
    tokenPayloads =
      [Array(try SignedToken(token).payloadText.utf8)]
      + numbers.map { Array(#"{"signedDate":\#($0),"price":\#($0),"data":{"expiresDate":\#($0)}}"#.utf8) }
    answers = [answer.json()]
    genuine = try opened.receipt()
    self.transaction = transaction
    receiptVerifier = ReceiptVerifier(roots: [keys.receipts.root])
    tokenVerifier = TokenVerifier(roots: [keys.tokens.root])
    desk = ReceiptDesk(
      environment: .sandbox, verifier: receiptVerifier, sharedSecret: nil, history: { _ in nil })
    damage = Damage(seed: seed)
  }

  /// One damaged input of each kind.
  public mutating func round() throws {
    let receipt = damage.damaged(receipts)
    if let verified = try? receiptVerifier.verify(receipt, expecting: ReceiptExpectation()),
      verified.receipt != genuine
    {
      throw Accepted(description: "a receipt that says something else: \(receipt.hexadecimal)")
    }
    if let container = try? ReceiptContainer(receipt) { _ = try? container.attributes() }

    if let read = try? AppReceipt(payload: damage.damaged(payloads)) { _ = read.environment }
    let attributes = try? ReceiptContainer.attributes(in: damage.damaged(payloads)[...])
    for attribute in attributes ?? [] { _ = attribute.text }

    let token = damage.damaged(tokens)
    let text = String(decoding: token, as: UTF8.self)
    if let read = try? tokenVerifier.transaction(text, expecting: TokenExpectation()), read != transaction {
      throw Accepted(description: "a token that says something else: \(text)")
    }
    if let parsed = try? SignedToken(token) { _ = try? parsed.certificates() }

    // Damaged before it is encoded: nobody signed it, and a person may look at all of it.
    let said = damage.damaged(tokenPayloads)
    if let reading = try? TokenReading(Self.unsigned(said)) {
      for member in reading.payload { _ = (member.value, member.date?.description) }
    }
    if let parsed = try? SignedToken(Self.unsigned(said).utf8) { _ = (parsed.kind, parsed.payloadText) }
    _ = try? tokenVerifier.verify(Self.unsigned(said), expecting: TokenExpectation())

    let answer = damage.damaged(answers)
    if let reading = try? AnswerReading(answer) { _ = reading.purchase(of: "coins.1") }
    _ = desk.answer(method: "POST", body: answer, at: Timestamp(milliseconds: 0)).json()
  }
}

extension ReceiptFuzz {
  /// A token of this payload with a header that brings no certificates.
  fileprivate static func unsigned(_ payload: [UInt8]) -> String {
    [Array(#"{"alg":"ES256","x5c":[]}"#.utf8), payload, [1, 2, 3]].map {
      Data($0).base64EncodedString(options: [.base64URLAlphabet, .omitPaddingCharacter])
    }.joined(separator: ".")
  }
}

/// Damages bytes in the ways that readers stumble over; the same seed damages alike.
private struct Damage {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func damaged(_ corpus: [[UInt8]]) -> [UInt8] {
    var bytes = corpus[below(corpus.count)]
    for _ in 0...below(4) where !bytes.isEmpty {
      let place = below(bytes.count)
      switch below(8) {
      case 0: bytes[place] ^= 1 << UInt8(below(8))
      case 1: bytes[place] = UInt8(below(256))
      // The lengths that readers get wrong.
      case 2: bytes[place] = [0x00, 0x7F, 0x80, 0x81, 0x84, 0x88, 0xFE, 0xFF][below(8)]
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(40)))
      case 4: bytes.insert(contentsOf: (0...below(20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }, at: place)
      case 5: bytes.removeLast(bytes.count - place)
      case 6:
        bytes.insert(
          contentsOf: bytes[place..<min(bytes.count, place + 1 + below(200))], at: below(bytes.count))
      default:
        let other = corpus[below(corpus.count)]
        guard !other.isEmpty else { continue }
        let start = below(other.count)
        bytes.replaceSubrange(place..., with: other[start..<min(other.count, start + 1 + below(2000))])
      }
    }
    return bytes
  }

  private mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
