import JSONSyntax
import StoreModel
import StoreReceipts

/// What `receipt show` tells of an app receipt.
struct ReceiptCard: Encodable {
  struct Attribute: Encodable {
    let number: Int64
    let version: Int64
    /// Nil for an attribute whose meaning is not known.
    let name: String?
    /// Nil for a purchase.
    let value: String?
    /// The attributes of a purchase; nil for everything else.
    let purchase: [Attribute]?
  }

  let kind = "receipt"
  let attributes: [Attribute]
  let certificates: [CertificateCard]

  init(_ container: ReceiptContainer) throws(ReceiptError) {
    attributes = try container.attributes().map { (attribute) throws(ReceiptError) in
      let inner = attribute.name == "purchase" ? try? ReceiptContainer.attributes(in: attribute.value) : nil
      return Attribute(attribute, purchase: inner?.map { Attribute($0, purchase: nil) })
    }.sorted { $0.number < $1.number }
    certificates = container.certificates.map(CertificateCard.init)
  }

  var text: String {
    var lines = ["App receipt", ""]
    lines +=
      TextTable([["NUMBER", "ATTRIBUTE", "VALUE"]] + attributes.filter { $0.purchase == nil }.map(\.row))
      .lines
    let purchases = attributes.compactMap(\.purchase)
    for (index, purchase) in purchases.enumerated() {
      lines += ["", "Purchase \(index + 1) of \(purchases.count)", ""]
      lines += TextTable(purchase.sorted { $0.number < $1.number }.map(\.row)).lines
    }
    lines += ["", "Certificates that came along", ""] + CertificateCard.lines(certificates)
    return (lines + ["", CertificateCard.notVerified]).joined(separator: "\n")
  }
}

extension ReceiptCard.Attribute {
  fileprivate init(_ attribute: ReceiptAttribute, purchase: [ReceiptCard.Attribute]?) {
    self.init(
      number: attribute.number, version: attribute.version, name: attribute.name,
      value: purchase == nil ? attribute.text ?? attribute.value.hexadecimal : nil, purchase: purchase)
  }

  fileprivate var row: [String] { [String(number), name ?? "-", value ?? ""] }
}

/// What `receipt show` tells of a signed token.
struct TokenCard: Encodable {
  let kind: String
  let algorithm: String
  let certificates: [CertificateCard]
  let payload: JSONObject
  /// The compact form; nil where the reader gave it himself.
  var token: String?

  init(_ token: SignedToken) throws(TokenError) {
    kind = token.kind?.rawValue ?? "token"
    algorithm = try token.algorithm()
    // A token that somebody else made may bring none, or damaged ones: its payload can be shown all the same.
    certificates = ((try? token.certificates()) ?? []).map(CertificateCard.init)
    payload = token.payload
  }

  var text: String {
    let title = TokenKind(rawValue: kind)?.name ?? "token"
    var lines = [
      title.prefix(1).uppercased() + title.dropFirst() + ", signed with \(algorithm.singleLine)", "",
    ]
    lines +=
      TextTable(
        payload.members.map {
          [$0.key, $0.value.words, TokenReading.Member(name: $0.key, $0.value).date?.description ?? ""]
        }
      ).lines
    if !certificates.isEmpty {
      lines += ["", "Certificates that came along", ""] + CertificateCard.lines(certificates)
    }
    return (lines + ["", CertificateCard.notVerified]).joined(separator: "\n")
  }
}

extension CertificateCard {
  static let notVerified = "Nothing was verified: 'storefront receipt verify FILE' does that."

  static func lines(_ certificates: [CertificateCard]) -> [String] {
    TextTable(
      certificates.map {
        [
          $0.name, $0.key,
          "\($0.validFrom.description.prefix(10)) to \($0.validUntil.description.prefix(10))",
        ]
      }
    ).lines
  }
}

extension JSONValue {
  /// The value on one line.
  fileprivate var words: String {
    switch content {
    case .null: "null"
    case .bool(let flag): String(flag)
    case .number(let digits): digits
    case .string(let text): text.utf8.count > 200 ? text.prefix(60) + "… (\(text.utf8.count) bytes)" : text
    case .array(let items): items.map(\.words).joined(separator: ", ")
    case .object(let object): object.members.map { "\($0.key): \($0.value.words)" }.joined(separator: "; ")
    }
  }
}
