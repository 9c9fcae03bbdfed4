import COpenSSL
import StoreModel
import StoreReceipts

/// Receipts and tokens, against what libcrypto alone needs with the same keys (P12).
@MainActor
enum ReceiptSubject {
  private static let now = Timestamp(milliseconds: 1_796_040_000_000)

  static func measure(_ report: Report) async throws {
    let folder = try TemporaryFolder()
    let keys = try SigningKeys.open(in: folder.path)
    let bare = try BareOpenSSL(keyFile: SigningKeys.file(in: folder.path))
    try await measureReceipts(report, keys, bare)
    try await measureTokens(report, keys, bare)
  }

  // MARK: Receipts

  private static func measureReceipts(_ report: Report, _ keys: SigningKeys, _ bare: BareOpenSSL) async throws
  {
    let issuer = ReceiptIssuer(keys)
    let verifier = ReceiptVerifier(roots: [keys.receipts.root])
    guard let store = bare.store(trusting: bare.receipts) else { throw BenchFailure("no store") }
    defer { X509_STORE_free(store) }
    let device = [UInt8](repeating: 7, count: 16)
    let expectation = ReceiptExpectation(bundleID: "com.example.sampler", device: device)
    var issuing: [Int: Duration] = [:]
    var verifying: [Int: Duration] = [:]
    for (count, rounds, repeats) in [(1, 7, 60), (100, 7, 30), (1000, 7, 8), (10_000, 7, 2)] {
      let receipt = receipt(purchases: count)
      let message = try issuer.issue(receipt, device: device)
      let payload = try ReceiptContainer(message).payload
      guard bare.content(of: message, trusting: store) == payload else {
        throw BenchFailure("libcrypto does not accept our receipt")
      }
      let times = try await Stopwatch.interleaved(
        rounds: rounds,
        { try Stopwatch.work { for _ in 0..<repeats { _ = try issuer.issue(receipt, device: device) } } },
        { Stopwatch.work { for _ in 0..<repeats { _ = bare.message(payload) } } },
        {
          try Stopwatch.work {
            for _ in 0..<repeats { _ = try verifier.verify(message, expecting: expectation) }
          }
        },
        { Stopwatch.work { for _ in 0..<repeats { _ = bare.content(of: message, trusting: store) } } })
      let words = count == 1 ? "1 purchase" : "\(count) purchases"
      // The floor signs and verifies the bytes of the payload and knows nothing of what they mean.
      report.addSpeed(
        "P12", "issue a receipt, \(words)", ours: times[0], floor: times[1], per: repeats,
        goal: count == 1 ? .atLeast(0.85) : .watched)
      report.addSpeed(
        "P12", "verify and read a receipt, \(words)", ours: times[2], floor: times[3], per: repeats,
        goal: count == 1 ? .atLeast(0.85) : .watched)
      issuing[count] = times[0] / repeats
      verifying[count] = times[2] / repeats
    }
    addGrowth(report, "issuing", issuing)
    addGrowth(report, "verifying", verifying)
  }

  /// What each purchase costs among 10,000 against among 1,000, over a receipt with one: among fewer the signature is
  /// nearly all, and its noise would be all that is compared.
  private static func addGrowth(_ report: Report, _ what: String, _ times: [Int: Duration]) {
    guard let one = times[1], let thousand = times[1000], let most = times[10_000] else { return }
    let (few, many) = ((thousand - one) / 999, (most - one) / 9999)
    report.add(
      "P12", "\(what): each of 10,000 purchases, against of 1,000", ours: many, floor: few,
      goal: .atMost(1.25))
  }

  private static func receipt(purchases count: Int) -> AppReceipt {
    var receipt = AppReceipt()
    receipt.receiptType = "ProductionSandbox"
    receipt.bundleID = "com.example.sampler"
    receipt.applicationVersion = "4"
    receipt.creationDate = now
    receipt.originalApplicationVersion = "1.0"
    receipt.purchases = (0..<count).map { index in
      let date = now.advanced(byMilliseconds: Int64(index) * 300_000)
      return InAppPurchase(
        productID: "com.example.monthly", transactionID: String(1_000_000_692_879_214 + index),
        purchaseDate: date, originalTransactionID: "1000000692878476", originalPurchaseDate: now,
        kind: .autoRenewable, expirationDate: date.advanced(byMilliseconds: 300_000),
        webOrderLineItemID: 1_000_000_054_042_695 + Int64(index), isTrial: false, isIntroductory: false)
    }
    return receipt
  }

  // MARK: Tokens

  private static func measureTokens(_ report: Report, _ keys: SigningKeys, _ bare: BareOpenSSL) async throws {
    let issuer = try TokenIssuer(keys)
    let verifier = TokenVerifier(roots: [keys.tokens.root])
    guard let store = bare.store(trusting: bare.tokens) else { throw BenchFailure("no store") }
    defer { X509_STORE_free(store) }
    let transaction = transaction
    let token = try issuer.issue(transaction)
    let signed = Array(token.utf8.prefix(token.utf8.count - 87))
    let signature = bare.signature(of: signed)
    let chain = bare.encodedTokenChain()
    let expectation = TokenExpectation(bundleID: "com.example.sampler", environment: .sandbox)
    let seconds = Int(now.milliseconds / 1000)
    guard bare.accepts(signature, of: signed), bare.acceptsChain(chain, trusting: store, at: seconds) else {
      throw BenchFailure("libcrypto does not accept its own signature")
    }
    let repeats = 200
    let times = try await Stopwatch.interleaved(
      rounds: 7,
      { try Stopwatch.work { for _ in 0..<repeats { _ = try issuer.issue(transaction) } } },
      { Stopwatch.work { for _ in 0..<repeats { _ = bare.signature(of: signed) } } },
      {
        try Stopwatch.work {
          for _ in 0..<repeats { _ = try verifier.transaction(token, expecting: expectation) }
        }
      },
      { Stopwatch.work { for _ in 0..<repeats { _ = bare.accepts(signature, of: signed) } } },
      {
        try Stopwatch.work {
          for _ in 0..<repeats {
            _ = try TokenVerifier(roots: [keys.tokens.root]).transaction(token, expecting: expectation)
          }
        }
      },
      {
        Stopwatch.work {
          for _ in 0..<repeats {
            _ = bare.acceptsChain(chain, trusting: store, at: seconds)
            _ = bare.accepts(signature, of: signed)
          }
        }
      })
    report.addSpeed(
      "P12", "sign a transaction, against ES256 alone", ours: times[0], floor: times[1], per: repeats,
      goal: .watched)
    report.addSpeed(
      "P12", "verify a transaction, chain known", ours: times[2], floor: times[3], per: repeats,
      goal: .atLeast(0.8))
    report.addSpeed(
      "P12", "verify a transaction, chain new", ours: times[4], floor: times[5], per: repeats,
      goal: .atLeast(0.8))
  }

  private static var transaction: SignedTransaction {
    var transaction = SignedTransaction()
    transaction.transactionID = "2000000692879214"
    transaction.originalTransactionID = "2000000692878476"
    transaction.webOrderLineItemID = "2000000054042695"
    transaction.bundleID = "com.example.sampler"
    transaction.productID = "com.example.monthly"
    transaction.subscriptionGroupID = "20662382"
    transaction.purchaseDate = now
    transaction.originalPurchaseDate = now
    transaction.expiresDate = now.advanced(byMilliseconds: 300_000)
    transaction.quantity = 1
    transaction.type = TokenProductType(.autoRenewable)
    transaction.ownership = .purchased
    transaction.signedDate = now
    transaction.environment = .sandbox
    transaction.storefront = "USA"
    transaction.storefrontID = "143441"
    transaction.reason = .renewal
    transaction.price = 4990
    transaction.currency = "USD"
    transaction.appTransactionID = "704289572311513293"
    return transaction
  }
}
