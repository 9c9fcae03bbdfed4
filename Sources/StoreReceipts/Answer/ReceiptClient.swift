import FoundationEssentials
import JSONSyntax

/// The app's side of verifyReceipt: asks production first, and the other store when it says so.
///
/// May be used by several tasks at once: which store answered one call says nothing about the next (C17).
public struct ReceiptClient: Sendable {
  /// Posts `body` to the store of that environment; the body of its answer. Whatever it throws is the caller's.
  public typealias Post =
    @Sendable (_ environment: AppStoreEnvironment, _ body: [UInt8]) async throws -> [UInt8]

  private let sharedSecret: String?
  private let post: Post

  public init(sharedSecret: String? = nil, post: @escaping Post) {
    self.sharedSecret = sharedSecret
    self.post = post
  }

  /// What the store says of the receipt.
  ///
  /// 21007 is answered by asking the sandbox and 21008 by asking production, each at most once in a call: two
  /// stores that send one to each other end with the second one's answer (C17). Throws `AnswerError`, and what
  /// `post` throws.
  public func verify(_ receipt: [UInt8], excludesOld: Bool = false) async throws -> AnswerReading {
    let body = Self.request(receipt, secret: sharedSecret, excludesOld: excludesOld)
    var asked: Set<AppStoreEnvironment> = []
    var next = AppStoreEnvironment.production
    while true {
      asked.insert(next)
      let answer = try AnswerReading(try await post(next, body))
      let other: AppStoreEnvironment? =
        switch answer.status {
        case .isSandbox: .sandbox
        case .isProduction: .production
        default: nil
        }
      guard let other, !asked.contains(other) else { return answer }
      next = other
    }
  }

  /// What is posted; the secret only when there is one (R160).
  public static func request(_ receipt: [UInt8], secret: String?, excludesOld: Bool) -> [UInt8] {
    var writer = JSONLineWriter()
    writer.member("receipt-data", Data(receipt).base64EncodedString())
    writer.member("password", secret)
    if excludesOld { writer.member("exclude-old-transactions", true) }
    return writer.bytes
  }
}
