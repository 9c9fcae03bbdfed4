import StoreCrypto

/// What Apple's own certificates are known by.
public enum AppleMarks {
  /// The extension of a leaf that signs receipts and tokens.
  public static let leafMarker = "1.2.840.113635.100.6.11.1"
  /// The extension of the authority that issues such leaves.
  public static let intermediateMarker = "1.2.840.113635.100.6.2.1"

  /// SHA-256 of Apple's roots: Apple Root CA, G2 and G3. A fingerprint is enough, since receipts and tokens bring
  /// the certificate itself along.
  private static let rootFingerprints: Set<String> = [
    "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024",
    "c2b9b042dd57830e7d117dac55ac8ae19407d38e41d88f3215bc3a890444a050",
    "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179",
  ]

  static func isAppleRoot(_ certificate: Certificate) -> Bool {
    guard let fingerprint = try? certificate.fingerprint() else { return false }
    return rootFingerprints.contains(fingerprint.hexadecimal)
  }
}
