/// Writes one JSON object on one line, member by member.
///
/// Much faster than an encoder, and the members keep the order in which they are written.
public struct JSONLineWriter: Sendable {
  private var buffer: [UInt8] = Array("{".utf8)

  public init() { buffer.reserveCapacity(512) }

  /// The finished line.
  public var line: String { String(decoding: buffer, as: UTF8.self) + "}" }

  /// The finished line as UTF-8.
  public var bytes: [UInt8] { buffer + [UInt8(ascii: "}")] }

  public mutating func object(_ key: String, _ members: (inout JSONLineWriter) -> Void) {
    name(key)
    object(members)
  }

  /// A list of objects.
  public mutating func array<Element>(
    _ key: String, of elements: some Sequence<Element>, _ members: (inout JSONLineWriter, Element) -> Void
  ) {
    name(key)
    buffer.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      object { members(&$0, element) }
    }
    buffer.append(UInt8(ascii: "]"))
  }

  /// A list of texts; nil is left out.
  public mutating func member(_ key: String, _ texts: [String]?) {
    guard let texts else { return }
    name(key)
    buffer.append(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      string(text)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  /// Nil is left out.
  public mutating func member(_ key: String, _ text: String?) {
    guard let text else { return }
    name(key)
    string(text)
  }

  /// Nil is left out.
  public mutating func member(_ key: String, _ number: (some FixedWidthInteger)?) {
    guard let number else { return }
    name(key)
    buffer.append(contentsOf: number.description.utf8)
  }

  /// Nil is left out.
  public mutating func member(_ key: String, _ flag: Bool?) {
    guard let flag else { return }
    name(key)
    buffer.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  /// `json` is a whole JSON value already and is taken as it is; nil is left out.
  public mutating func member(_ key: String, json: String?) {
    guard let json else { return }
    name(key)
    buffer.append(contentsOf: json.utf8)
  }

  private mutating func object(_ members: (inout JSONLineWriter) -> Void) {
    buffer.append(UInt8(ascii: "{"))
    members(&self)
    buffer.append(UInt8(ascii: "}"))
  }

  private mutating func name(_ key: String) {
    if buffer.last != UInt8(ascii: "{") { buffer.append(UInt8(ascii: ",")) }
    string(key)
    buffer.append(UInt8(ascii: ":"))
  }

  private mutating func string(_ text: String) {
    buffer.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): buffer.append(contentsOf: "\\\"".utf8)
      case UInt8(ascii: "\\"): buffer.append(contentsOf: "\\\\".utf8)
      case 0x08: buffer.append(contentsOf: "\\b".utf8)
      case 0x09: buffer.append(contentsOf: "\\t".utf8)
      case 0x0A: buffer.append(contentsOf: "\\n".utf8)
      case 0x0C: buffer.append(contentsOf: "\\f".utf8)
      case 0x0D: buffer.append(contentsOf: "\\r".utf8)
      case 0..<0x20:
        buffer.append(contentsOf: byte < 0x10 ? "\\u000".utf8 : "\\u001".utf8)
        buffer.append(contentsOf: String(byte & 15, radix: 16).utf8)
      default: buffer.append(byte)
      }
    }
    buffer.append(UInt8(ascii: "\""))
  }
}
