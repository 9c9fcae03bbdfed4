/// Writes one JSON object on one line, member by member.
struct JSONLineWriter {
  private var bytes: [UInt8] = Array("{".utf8)

  init() { bytes.reserveCapacity(512) }

  /// The finished line.
  var line: String { String(decoding: bytes, as: UTF8.self) + "}" }

  mutating func object(_ key: String, _ members: (inout JSONLineWriter) -> Void) {
    name(key)
    bytes.append(UInt8(ascii: "{"))
    members(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Nil is left out.
  mutating func member(_ key: String, _ text: String?) {
    guard let text else { return }
    name(key)
    string(text)
  }

  mutating func member(_ key: String, _ number: Int) {
    name(key)
    bytes.append(contentsOf: number.description.utf8)
  }

  mutating func member(_ key: String, _ flag: Bool) {
    name(key)
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  private mutating func name(_ key: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    string(key)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
      case 0x08: bytes.append(contentsOf: "\\b".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0C: bytes.append(contentsOf: "\\f".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0..<0x20:
        bytes.append(contentsOf: byte < 0x10 ? "\\u000".utf8 : "\\u001".utf8)
        bytes.append(contentsOf: String(byte & 15, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
