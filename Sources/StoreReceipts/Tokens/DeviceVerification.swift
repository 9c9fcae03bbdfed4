import FoundationEssentials
import StoreCrypto

/// What ties a token to one device: SHA-384 over the nonce and the device's id, both as lower-case UUID texts.
public enum DeviceVerification {
  /// The value for `deviceVerification`, in base64.
  public static func value(nonce: UUID, device: UUID) -> String {
    let text = nonce.uuidString.lowercased() + device.uuidString.lowercased()
    return Data(Hash.sha384(Array(text.utf8))).base64EncodedString()
  }
}
