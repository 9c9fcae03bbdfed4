import StoreCrypto

/// Signs app receipts.
public struct ReceiptIssuer: Sendable {
  private let keys: SigningKeys.Chain

  public init(_ keys: SigningKeys) { self.keys = keys.receipts }

  /// The receipt in DER, as a store would put it on the device.
  ///
  /// The same content for the same device gives the same bytes: the signature is RSA without signed attributes.
  /// `device` is 16 bytes of identifierForVendor or 6 of a MAC address; without one the receipt keeps the hash
  /// that it has.
  public func issue(_ receipt: AppReceipt, device: [UInt8]?) throws(CryptoError) -> [UInt8] {
    try SignedMessage.sign(
      receipt.payload(device: device), by: keys.leaf, with: keys.key,
      including: [keys.intermediate, keys.root])
  }
}
