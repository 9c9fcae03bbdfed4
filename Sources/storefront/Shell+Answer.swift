import StoreModel
import StoreReceipts
import StoreSimulator

extension Shell {
  /// Sends a receipt to verifyReceipt as an app's server does, and prints the answer as it comes.
  func answerReceipt(_ bytes: [UInt8]) async throws -> ExitStatus {
    let store = try await OpenStore(self).store
    let receipt = (try? ReceiptContainer.binary(bytes)) ?? bytes
    let secret: String
    if let given = invocation.value(.secret) {
      secret = given
    } else {
      secret = try await store.sharedSecret()
    }
    let excludesOld = invocation.has(.excludeOld)
    let answer: AnswerReading
    if invocation.has(.production) {
      let request = ReceiptClient.request(receipt, secret: secret, excludesOld: excludesOld)
      answer = try AnswerReading(try await store.answer(to: request, at: .production).json())
    } else {
      answer = try await store.verifyReceipt(receipt, secret: secret, excludesOld: excludesOld)
    }
    console.print(String(decoding: answer.body, as: UTF8.self))
    guard let status = answer.status, status != .valid else { return .done }
    console.complain(explanation(of: status))
    return .refused
  }

  private func explanation(of status: ReceiptStatus) -> String {
    let known = StoreFailure(String(status.rawValue)).explanation
    let next =
      switch status {
      case .isSandbox: "Ask without --production: the receipt is one of the sandbox."
      case .wrongSecret: "'storefront keys secret' tells the right one."
      case .notAuthenticated: "Send a receipt that this store signed; 'storefront receipt verify' tells more."
      case .malformed: "Send an app receipt, binary or base64."
      default: known?.next ?? "Try again."
      }
    return "\(status.rawValue): \(known?.cause ?? "The service has trouble.") \(next)"
  }
}
