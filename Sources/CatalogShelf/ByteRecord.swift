import FoundationEssentials
import StoreModel

/// Writes values one behind the other as bytes; `RecordReader` reads them in the same order.
struct RecordWriter {
  private(set) var bytes: [UInt8] = []
  /// Amounts repeat, and taking a decimal apart is slow.
  private var amounts: [Decimal: [UInt8]] = [:]

  mutating func startOver() { bytes.removeAll(keepingCapacity: true) }

  mutating func put(_ number: Int) {
    // Zigzag, so that small numbers of either sign are short.
    var rest = UInt64(bitPattern: Int64(number << 1 ^ number >> 63))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func put(_ text: String) {
    let utf8 = text.utf8
    put(utf8.count)
    bytes.append(contentsOf: utf8)
  }

  mutating func put<Value>(_ value: Value?, _ write: (inout RecordWriter, Value) -> Void) {
    put(value != nil)
    if let value { write(&self, value) }
  }

  mutating func put<Values: Collection>(
    each values: Values, _ write: (inout RecordWriter, Values.Element) -> Void
  ) {
    put(values.count)
    for value in values { write(&self, value) }
  }

  mutating func put(_ amount: Decimal) {
    if let known = amounts[amount] {
      bytes.append(contentsOf: known)
      return
    }
    let start = bytes.count
    let text = amount.description
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count <= 2, text.utf8.count <= 18, let digits = Int(parts.joined()), digits >= 0 {
      put(parts.count == 2 ? parts[1].utf8.count : 0)
      put(digits)
    } else {
      put(-1)
      put(text)
    }
    if amounts.count >= 4096 { amounts.removeAll(keepingCapacity: true) }
    amounts[amount] = Array(bytes[start...])
  }

  /// Ends the record with a check of all that is in it.
  mutating func seal() {
    let check = bytes.withCheck
    for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: check >> shift)) }
  }
}

/// What was to be read is not there: the bytes are not what was written.
struct DamagedRecord: Error {}

/// Reads what a `RecordWriter` wrote. Any bytes at all give values or `DamagedRecord`.
struct RecordReader {
  private let bytes: [UInt8]
  private let end: Int
  private var index = 0

  /// Checks the seal first.
  init(_ bytes: [UInt8]) throws(DamagedRecord) {
    guard bytes.count >= 4 else { throw DamagedRecord() }
    end = bytes.count - 4
    var check: UInt32 = 0
    for byte in bytes[end...].reversed() { check = check << 8 | UInt32(byte) }
    guard bytes[..<end].withCheck == check else { throw DamagedRecord() }
    self.bytes = bytes
  }

  mutating func number() throws(DamagedRecord) -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try self.byte()
      guard shift < 64 else { throw DamagedRecord() }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return Int(truncatingIfNeeded: Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
  }

  mutating func flag() throws(DamagedRecord) -> Bool { try byte() != 0 }

  mutating func text() throws(DamagedRecord) -> String {
    let count = try self.count()
    defer { index += count }
    return String(decoding: bytes[index..<index + count], as: UTF8.self)
  }

  mutating func optional<Value>(
    _ read: (inout RecordReader) throws(DamagedRecord) -> Value
  ) throws(DamagedRecord) -> Value? {
    try flag() ? try read(&self) : nil
  }

  mutating func list<Value>(
    _ read: (inout RecordReader) throws(DamagedRecord) -> Value
  ) throws(DamagedRecord) -> [Value] {
    // Each takes a byte at least.
    let count = try self.count()
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }

  mutating func amount() throws(DamagedRecord) -> Decimal {
    let digitsAfterPoint = try number()
    if digitsAfterPoint >= 0 {
      return Decimal(
        sign: .plus, exponent: -min(digitsAfterPoint, 18), significand: Decimal(try number()))
    }
    guard let amount = Decimal(string: try text(), locale: nil) else { throw DamagedRecord() }
    return amount
  }

  mutating func name<Name: RawRepresentable<String>>(
    _ type: Name.Type = Name.self
  ) throws(DamagedRecord) -> Name {
    guard let name = Name(rawValue: try text()) else { throw DamagedRecord() }
    return name
  }

  private mutating func count() throws(DamagedRecord) -> Int {
    let count = try number()
    guard count >= 0, count <= end - index else { throw DamagedRecord() }
    return count
  }

  private mutating func byte() throws(DamagedRecord) -> UInt8 {
    guard index < end else { throw DamagedRecord() }
    defer { index += 1 }
    return bytes[index]
  }
}

extension RandomAccessCollection<UInt8> {
  /// FNV-1a of the bytes: it finds pages that were lost, and is no defence against anybody.
  fileprivate var withCheck: UInt32 {
    reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}
