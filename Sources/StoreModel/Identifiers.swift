/// A product's public id, as the developer wrote it in the catalogue.
public struct ProductID: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension ProductID: ExpressibleByStringLiteral, CustomStringConvertible, Comparable {
  public init(stringLiteral value: String) { self.init(value) }
  public var description: String { rawValue }
  public static func < (left: ProductID, right: ProductID) -> Bool { left.rawValue < right.rawValue }
}

/// A transaction's id: unique in one ledger, rising in the order of creation, never reused.
///
/// Text and JSON carry it as a decimal string, as the App Store's payloads do.
public struct TransactionID: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }
}

extension TransactionID: CustomStringConvertible, Comparable, LosslessStringConvertible {
  public init?(_ text: String) {
    guard let value = Int64(text), value > 0 else { return nil }
    self.init(rawValue: value)
  }
  public var description: String { String(rawValue) }
  public static func < (left: TransactionID, right: TransactionID) -> Bool { left.rawValue < right.rawValue }
}

extension TransactionID: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let value = TransactionID(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is not a transaction id."))
    }
    self = value
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A journal entry's place in the one journal of a ledger: 1, 2, 3, … without gaps.
public struct EventID: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  public let rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }
  public var description: String { String(rawValue) }
  public static func < (left: EventID, right: EventID) -> Bool { left.rawValue < right.rawValue }
}

/// A customer's account with the store. A ledger starts with one, `tester`.
public struct AccountID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public var description: String { rawValue }

  public static let tester = AccountID(rawValue: "tester")
}

/// A subscription group's id.
public struct GroupID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public var description: String { rawValue }
}
