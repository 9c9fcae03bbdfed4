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
  /// Header, payload and signature as they stand in the compact form, without the points.
  public var parts: [Substring] {
    compact.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Substring.init)
  }
  /// Nil for a payload of some other kind.
  public let kind: TokenKind?
  public let algorithm: String
  /// The names of the certificates in the header, leaf first.
  public let certificates: [String]
  /// Sorted by name. Of an object inside, each member is one of its own, with the names joined by a point.
  public let payload: [Member]
  /// The tokens in the payload, in its order: a notification holds the transaction and the renewal info.
  let inside: [String]

  /// A token that nobody signed, for pictures.
  package init(compact: String, kind: TokenKind, certificates: [String], payload: [Member]) {
    self.compact = compact
    self.kind = kind
    algorithm = "ES256"
    self.certificates = certificates
    self.payload = payload
    inside = []
  }

  /// Throws what cannot be read of it.
  public init(_ compact: String) throws(TokenError) {
    let token = try SignedToken(compact.utf8)
    self.compact = compact
    kind = token.kind
    algorithm = try token.algorithm()
    certificates = try token.certificates().map(\.name)
    let members = Self.members(of: token.payload)
    payload = members.sorted { $0.name < $1.name }
    inside = members.map(\.value).filter { $0.hasPrefix("eyJ") && SignedToken.isLikely(Array($0.utf8)) }
  }

  private static func members(of object: JSONObject, in path: String = "") -> [Member] {
    object.members.flatMap { member -> [Member] in
      let name = path + member.key
      guard let inside = member.value.object, !inside.members.isEmpty else {
        return [Member(name: name, member.value)]
      }
      return members(of: inside, in: name + ".")
    }
  }
}

extension TokenReading.Member {
  /// The member of this name, its value taken as it stands.
  public init(name: String, _ json: JSONValue) {
    self.name = name
    value = json.string ?? JSONText(json).text
    // So payloads name their dates; a date of another kind has text in it.
    date = name.hasSuffix("Date") ? json.integer.map { Timestamp(milliseconds: Int64($0)) } : nil
  }
}
