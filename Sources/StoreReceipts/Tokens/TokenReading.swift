import FoundationEssentials
import JSONSyntax
import StoreCrypto
import StoreModel

/// A signed token taken apart for people: the header, the payload member by member, and the text itself.
///
/// Nothing here says whether it can be trusted: see `TokenVerifier`.
public struct TokenReading: Hashable, Sendable {
  /// One member of the payload.
  public struct Member: Hashable, Sendable {
    public let name: String
    /// The value as JSON writes it, text without its quotation marks.
    public let value: String
    /// The instant of a member that is a date: milliseconds since 1970 in the token.
    public let date: Timestamp?

    package init(_ name: String, _ value: String, date: Timestamp? = nil) {
      self.name = name
      self.value = value
      self.date = date
    }
  }

  /// The compact form: three parts with points between them.
  public let compact: String
  /// Nil for a payload of some other kind.
  public let kind: TokenKind?
  public let algorithm: String
  /// The names of the certificates in the header, leaf first.
  public let certificates: [String]
  /// Sorted by name; of a notification, the members of its parts too.
  public let payload: [Member]

  /// A token that nobody signed, for pictures.
  package init(compact: String, kind: TokenKind, certificates: [String], payload: [Member]) {
    self.compact = compact
    self.kind = kind
    algorithm = "ES256"
    self.certificates = certificates
    self.payload = payload
  }

  /// Throws what cannot be read of it.
  public init(_ compact: String) throws(TokenError) {
    let token = try SignedToken(compact.utf8)
    self.compact = compact
    kind = token.kind
    algorithm = try token.algorithm()
    certificates = try token.certificates().map(\.name)
    let isNotification = token.kind == .notification
    payload = token.payload.members.flatMap { member in
      isNotification ? Member.inside(member.key, member.value) : [Member(name: member.key, member.value)]
    }.sorted { $0.name < $1.name }
  }
}

extension TokenReading.Member {
  /// The members of an object by their paths, as `data.status`; a token in it is named by its length, since it is read
  /// by itself.
  fileprivate static func inside(_ name: String, _ json: JSONValue) -> [Self] {
    if let object = json.object { return object.members.flatMap { inside("\(name).\($0.key)", $0.value) } }
    if let text = json.string, SignedToken.isLikely(Array(text.utf8)), text.hasPrefix("eyJ") {
      return [Self(name, "signed, \(text.utf8.count) characters")]
    }
    return [Self(name: name, json)]
  }

  init(name: String, _ json: JSONValue) {
    self.name = name
    value = json.string ?? JSONText(json).text
    // So payloads name their dates; a date of another kind has text in it.
    date = name.hasSuffix("Date") ? json.integer.map { Timestamp(milliseconds: Int64($0)) } : nil
  }
}
