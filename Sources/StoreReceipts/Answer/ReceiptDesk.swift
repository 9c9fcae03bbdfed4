import FoundationEssentials
import JSONSyntax
import StoreModel

/// The store's side of verifyReceipt: a request comes in, an answer goes out. No network here.
public struct ReceiptDesk: Sendable {
  private let environment: AppStoreEnvironment
  private let verifier: ReceiptVerifier
  private let sharedSecret: String?
  private let history: @Sendable (AppReceipt) throws -> ReceiptAnswer.History?

  /// `environment` is production or sandbox: which of the two addresses this is. `history` tells what the store
  /// knows of the customer's subscriptions; when it throws, the answer is 21009. A receipt with subscriptions is
  /// answered only to who knows the secret.
  public init(
    environment: AppStoreEnvironment, verifier: ReceiptVerifier, sharedSecret: String?,
    history: @escaping @Sendable (AppReceipt) throws -> ReceiptAnswer.History?
  ) {
    self.environment = environment
    self.verifier = verifier
    self.sharedSecret = sharedSecret
    self.history = history
  }

  /// The answer to a request with this HTTP method and body. Never traps, whatever the bytes.
  public func answer(method: String, body: [UInt8], at now: Timestamp) -> ReceiptAnswer {
    func refusal(_ status: ReceiptStatus) -> ReceiptAnswer {
      ReceiptAnswer(status, environment: environment, at: now)
    }
    guard method == "POST" else { return refusal(.notPost) }
    guard let request = try? JSONDocument(parsing: body).root.object,
      let data = request["receipt-data"]?.string,
      let container = try? ReceiptContainer(Array(data.utf8))
    else { return refusal(.malformed) }
    guard let receipt = try? verifier.verify(container, expecting: ReceiptExpectation()).receipt else {
      return refusal(.notAuthenticated)
    }
    switch (environment, receipt.environment) {
    case (.production, .sandbox): return refusal(.isSandbox)
    case (.sandbox, .production): return refusal(.isProduction)
    default: break
    }
    let needsSecret = receipt.purchases.contains { $0.kind == .autoRenewable }
    let password = request["password"]?.string
    if let sharedSecret, needsSecret || password != nil, password != sharedSecret {
      return refusal(.wrongSecret)
    }
    do {
      return ReceiptAnswer(
        receipt, environment: environment, at: now, history: try history(receipt),
        excludesOld: request["exclude-old-transactions"]?.bool == true)
    } catch {
      return refusal(.dataAccess)
    }
  }
}
