import StoreCrypto

/// The app and the device that receipts are issued for and have to fit (R192, R193).
public struct ReceiptHolder: Hashable, Sendable {
  public let bundleID: String
  /// CFBundleVersion.
  public let version: String
  /// As identifierForVendor: 16 bytes.
  public let device: [UInt8]

  /// A device is known by its seed: the same one gives the same device.
  public init(bundleID: String, seed: UInt64) {
    self.bundleID = bundleID
    version = "1"
    var device = Array(Hash.sha256(Array("device \(seed)".utf8)).prefix(16))
    // A UUID of version 4.
    device[6] = device[6] & 0x0F | 0x40
    device[8] = device[8] & 0x3F | 0x80
    self.device = device
  }

  /// What a receipt has to fit that is theirs.
  public var expectation: ReceiptExpectation {
    ReceiptExpectation(bundleID: bundleID, version: version, device: device, environment: .sandbox)
  }
}
