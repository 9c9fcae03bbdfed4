/// The state of a download, by `SKDownload`'s numbers.
public enum DownloadState: Int, Sendable, Codable, CaseIterable {
  case waiting = 0
  case active = 1
  case paused = 2
  case finished = 3
  case failed = 4
  case cancelled = 5

  /// Waiting, active and paused downloads still hold their transaction open (R148).
  public var isPending: Bool { self == .waiting || self == .active || self == .paused }

  /// The states that may follow this one. Failed and cancelled downloads may be asked for again.
  public var successors: Set<DownloadState> {
    switch self {
    case .waiting: [.active, .paused, .failed, .cancelled]
    case .active: [.waiting, .paused, .finished, .failed, .cancelled]
    case .paused: [.waiting, .active, .failed, .cancelled]
    case .finished: [.waiting]
    case .failed, .cancelled: [.waiting]
    }
  }
}

/// One product's hosted content on its way to this device.
///
/// A product has at most one download at a time; it is named by the product. Progress is told but not
/// journalled: after a restart it is read from the partial file.
public struct Download: Hashable, Sendable, Codable {
  public let productID: ProductID
  /// The transaction that waits for it; nil when it was asked for later, from the library.
  public var transactionID: TransactionID?
  public let contentVersion: String
  /// Size of the content in bytes.
  public let expectedContentLength: Int64
  public var state: DownloadState
  /// Bytes that are on disk.
  public var receivedLength: Int64
  /// Bytes a second over the last second; nil while unknown or not active.
  public var bytesPerSecond: Int64?
  /// Where the content is; nil until finished (R150).
  public var contentPath: String?
  /// Why it failed, in a plain sentence; nil unless failed.
  public var failure: String?

  public init(
    productID: ProductID, transactionID: TransactionID?, contentVersion: String,
    expectedContentLength: Int64, state: DownloadState = .waiting, receivedLength: Int64 = 0,
    bytesPerSecond: Int64? = nil, contentPath: String? = nil, failure: String? = nil
  ) {
    self.productID = productID
    self.transactionID = transactionID
    self.contentVersion = contentVersion
    self.expectedContentLength = expectedContentLength
    self.state = state
    self.receivedLength = receivedLength
    self.bytesPerSecond = bytesPerSecond
    self.contentPath = contentPath
    self.failure = failure
  }

  /// 0 to 1, whatever the numbers say (X29).
  public var progress: Double {
    guard expectedContentLength > 0 else { return state == .finished ? 1 : 0 }
    return min(max(Double(receivedLength) / Double(expectedContentLength), 0), 1)
  }

  /// Whole seconds left, rounded up; nil when unknown (`SKDownloadTimeRemainingUnknown`).
  public var secondsRemaining: Int64? {
    guard state == .active, let rate = bytesPerSecond, rate > 0 else { return nil }
    let left = max(expectedContentLength - receivedLength, 0)
    return (left + rate - 1) / rate
  }
}
