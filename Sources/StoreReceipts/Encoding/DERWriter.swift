/// Writes the ASN.1 that receipts are made of, in DER.
struct DERWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  mutating func value(_ tag: UInt8, _ content: some Collection<UInt8>) {
    header(tag, count: content.count)
    bytes.append(contentsOf: content)
  }

  mutating func integer(_ value: Int64) {
    header(BERReader.integer, count: Self.octets(of: value))
    for index in (0..<Self.octets(of: value)).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * Int64(index))))
    }
  }

  /// Tag and length of a value whose content follows.
  mutating func header(_ tag: UInt8, count: Int) {
    bytes.append(tag)
    guard count >= 0x80 else { return bytes.append(UInt8(count)) }
    let octets = (Int.bitWidth - count.leadingZeroBitCount + 7) / 8
    bytes.append(0x80 | UInt8(octets))
    for index in (0..<octets).reversed() { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * index))) }
  }

  mutating func append(_ encoded: some Collection<UInt8>) { bytes.append(contentsOf: encoded) }

  /// As few octets as two's complement allows.
  static func octets(of value: Int64) -> Int {
    let magnitude = value < 0 ? ~value : value
    return (Int64.bitWidth - magnitude.leadingZeroBitCount) / 8 + 1
  }

  /// How long a value with `count` octets of content is.
  static func size(count: Int) -> Int {
    count < 0x80 ? count + 2 : count + 2 + (Int.bitWidth - count.leadingZeroBitCount + 7) / 8
  }
}
