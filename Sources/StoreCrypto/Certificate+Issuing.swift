import COpenSSL

/// What a certificate says of its subject, apart from the key.
public struct CertificateProfile: Sendable {
  public enum Role: Sendable {
    case root
    /// Signs leaves only: path length 0.
    case intermediate
    case leaf
  }

  public var commonName: String
  public var organization: String
  public var role: Role
  /// Object identifiers of extensions that only say that they are there: their value is NULL.
  public var markers: [String]
  /// Makes the markers critical, which verifiers have to refuse: for tests.
  public var areMarkersCritical = false
  /// Seconds since 1970 in UTC.
  public var validity: ClosedRange<Int64>

  public init(
    commonName: String, organization: String, role: Role, markers: [String] = [], validity: ClosedRange<Int64>
  ) {
    self.commonName = commonName
    self.organization = organization
    self.role = role
    self.markers = markers
    self.validity = validity
  }
}

extension Certificate {
  /// Makes a certificate for `key`, signed with SHA-384 by an EC issuer and with SHA-256 by an RSA one.
  ///
  /// Without `issuer` it signs itself. The serial number is random. Both authorities carry subject key
  /// identifiers and key usage, and what they issue carries the authority's, since strict verifiers ask for
  /// them.
  public static func issue(
    _ profile: CertificateProfile, for key: PrivateKey,
    by issuer: (certificate: Certificate, key: PrivateKey)? = nil
  ) throws(CryptoError) -> Certificate {
    guard let handle = X509_new() else { throw .last("make a certificate") }
    let certificate = Certificate(owning: handle)
    guard X509_set_version(handle, 2) == 1, X509_set_pubkey(handle, key.handle) == 1,
      ASN1_TIME_set(X509_getm_notBefore(handle), Int(profile.validity.lowerBound)) != nil,
      ASN1_TIME_set(X509_getm_notAfter(handle), Int(profile.validity.upperBound)) != nil
    else { throw .last("make a certificate") }
    try certificate.setRandomSerialNumber()
    try certificate.setNames(profile, issuer: issuer?.certificate)
    try certificate.addExtensions(profile, issuer: issuer?.certificate ?? certificate)
    let signer = issuer?.key ?? key
    let isEC = EVP_PKEY_get_base_id(signer.handle) == EVP_PKEY_EC
    guard X509_sign(handle, signer.handle, isEC ? EVP_sha384() : EVP_sha256()) > 0 else {
      throw .last("sign a certificate")
    }
    return certificate
  }

  private func setRandomSerialNumber() throws(CryptoError) {
    guard let number = BN_new() else { throw .last("make a serial number") }
    defer { BN_free(number) }
    // 63 bits with the highest set: positive, never zero, the same length in every certificate.
    guard BN_rand(number, 63, 0, 0) == 1,
      BN_to_ASN1_INTEGER(number, X509_get_serialNumber(handle)) != nil
    else { throw .last("make a serial number") }
  }

  private func setNames(_ profile: CertificateProfile, issuer: Certificate?) throws(CryptoError) {
    guard let name = X509_NAME_new() else { throw .last("make a name") }
    defer { X509_NAME_free(name) }
    for (field, text) in [("C", "US"), ("O", profile.organization), ("CN", profile.commonName)] {
      guard X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8, text, -1, -1, 0) == 1 else {
        throw .last("make a name")
      }
    }
    let issuerName = issuer.map { X509_get_subject_name($0.handle) } ?? name
    guard X509_set_subject_name(handle, name) == 1, X509_set_issuer_name(handle, issuerName) == 1 else {
      throw .last("make a name")
    }
  }

  private func addExtensions(_ profile: CertificateProfile, issuer: Certificate) throws(CryptoError) {
    let authority = "critical,keyCertSign,cRLSign"
    switch profile.role {
    case .root:
      try add(NID_basic_constraints, "critical,CA:TRUE", issuer)
      try add(NID_key_usage, authority, issuer)
      try add(NID_subject_key_identifier, "hash", issuer)
    case .intermediate:
      try add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0", issuer)
      try add(NID_key_usage, authority, issuer)
      try add(NID_subject_key_identifier, "hash", issuer)
      try add(NID_authority_key_identifier, "keyid:always", issuer)
    case .leaf:
      try add(NID_basic_constraints, "critical,CA:FALSE", issuer)
      try add(NID_key_usage, "critical,digitalSignature", issuer)
      try add(NID_subject_key_identifier, "hash", issuer)
      try add(NID_authority_key_identifier, "keyid:always", issuer)
    }
    for marker in profile.markers { try addMarker(marker, isCritical: profile.areMarkersCritical) }
  }

  private func add(_ kind: Int32, _ value: String, _ issuer: Certificate) throws(CryptoError) {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, issuer.handle, handle, nil, nil, 0)
    guard let addition = X509V3_EXT_conf_nid(nil, &context, kind, value) else {
      throw .last("make an extension")
    }
    defer { X509_EXTENSION_free(addition) }
    guard X509_add_ext(handle, addition, -1) == 1 else { throw .last("add an extension") }
  }

  private func addMarker(_ identifier: String, isCritical: Bool) throws(CryptoError) {
    guard let object = OBJ_txt2obj(identifier, 1), let value = ASN1_OCTET_STRING_new() else {
      throw .last("make an extension")
    }
    defer {
      ASN1_OBJECT_free(object)
      ASN1_OCTET_STRING_free(value)
    }
    let null: [UInt8] = [0x05, 0x00]
    guard ASN1_OCTET_STRING_set(value, null, 2) == 1,
      let addition = X509_EXTENSION_create_by_OBJ(nil, object, isCritical ? 1 : 0, value)
    else { throw .last("make an extension") }
    defer { X509_EXTENSION_free(addition) }
    guard X509_add_ext(handle, addition, -1) == 1 else { throw .last("add an extension") }
  }
}
