/// One value of ASN.1 in BER, as it stands in the bytes that hold it.
struct BERElement {
  /// Class, constructed flag and number in one octet; numbers above 30 do not occur in receipts.
  let tag: UInt8
  let content: ArraySlice<UInt8>
  /// Where its tag stands. No slice of the whole: each one more costs a count of references, of which reading a
  /// receipt mostly consists.
  let start: Int
}

/// Why bytes are no ASN.1 that receipts are made of.
package struct BERError: Error, Equatable {
  /// Begins in lower case and ends without a point.
  package let message: String
  /// Bytes from the start of the payload.
  package let offset: Int
}

/// Reads values one after the other. Takes time in proportion to the bytes and never reads beyond them.
struct BERReader {
  static let integer: UInt8 = 0x02
  static let octetString: UInt8 = 0x04
  static let utf8String: UInt8 = 0x0C
  static let ia5String: UInt8 = 0x16
  static let sequence: UInt8 = 0x30
  static let set: UInt8 = 0x31
  /// Holds one value, under the number 0.
  static let explicit: UInt8 = 0xA0

  private static let depthLimit = 32

  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  var isAtEnd: Bool { index == bytes.endIndex }

  /// The next value, nil at the end.
  mutating func next() throws(BERError) -> BERElement? {
    isAtEnd ? nil : try next(depth: 0)
  }

  /// The next value, which must have this tag.
  mutating func next(_ tag: UInt8, _ what: String) throws(BERError) -> BERElement {
    guard let element = try next() else {
      throw BERError(message: "\(what) is missing", offset: index)
    }
    guard element.tag == tag else {
      throw BERError(
        message: "\(what) should have tag \(tag), not \(element.tag)", offset: element.start)
    }
    return element
  }

  private mutating func next(depth: Int) throws(BERError) -> BERElement {
    let start = index
    guard depth < Self.depthLimit else {
      throw BERError(message: "values are nested too deep", offset: start)
    }
    let tag = try octet()
    guard tag & 0x1F != 0x1F else { throw BERError(message: "the tag is none of a receipt's", offset: start) }
    guard let length = try length() else {
      guard tag & 0x20 != 0 else {
        throw BERError(message: "a primitive value has no length", offset: start)
      }
      return try indefinite(tag, from: start, depth: depth)
    }
    guard length <= bytes.endIndex - index else {
      throw BERError(message: "the value is longer than what holds it", offset: start)
    }
    let content = bytes[index..<index + length]
    index += length
    return BERElement(tag: tag, content: content, start: start)
  }

  /// A value of unknown length ends with two zero octets on its own level.
  private mutating func indefinite(_ tag: UInt8, from start: Int, depth: Int) throws(BERError) -> BERElement {
    let first = index
    while true {
      guard bytes.endIndex - index >= 2 else {
        throw BERError(message: "the value never ends", offset: start)
      }
      if bytes[index] == 0, bytes[index + 1] == 0 { break }
      _ = try next(depth: depth + 1)
    }
    let content = bytes[first..<index]
    index += 2
    return BERElement(tag: tag, content: content, start: start)
  }

  /// Nil for the indefinite form.
  private mutating func length() throws(BERError) -> Int? {
    let start = index
    let first = try octet()
    if first < 0x80 { return Int(first) }
    if first == 0x80 { return nil }
    var length = 0
    for _ in 0..<(first & 0x7F) {
      guard length < 1 << 40 else { throw BERError(message: "the length is absurd", offset: start) }
      length = length << 8 | Int(try octet())
    }
    return length
  }

  private mutating func octet() throws(BERError) -> UInt8 {
    guard index < bytes.endIndex else { throw BERError(message: "the bytes break off", offset: index) }
    defer { index += 1 }
    return bytes[index]
  }
}

extension BERElement {
  /// The value of an INTEGER of at most 64 bits.
  func integer() throws(BERError) -> Int64 {
    guard tag == BERReader.integer, (1...8).contains(content.count), let first = content.first else {
      throw BERError(message: "this is no integer of 64 bits", offset: start)
    }
    var value: Int64 = first & 0x80 == 0 ? 0 : -1
    for octet in content { value = value << 8 | Int64(octet) }
    return value
  }

  /// The text of a UTF8String or IA5String.
  func text() throws(BERError) -> String {
    guard tag == BERReader.utf8String || tag == BERReader.ia5String,
      let text = String(validating: content, as: UTF8.self)
    else {
      throw BERError(message: "this is no text", offset: start)
    }
    return text
  }
}
