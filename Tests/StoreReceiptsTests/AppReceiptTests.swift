import Foundation
import JSONSyntax
import StoreCrypto
import StoreModel
import Testing

@testable import StoreReceipts

/// Reading and writing the payload.
@Suite struct AppReceipts {
  @Test func `R188: what is written is read back, value for value`() throws {
    let read = try ReceiptContainer(try Sample.signed()).receipt()
    var expected = Sample.receipt
    expected.opaqueValue = read.opaqueValue
    expected.hash = read.hash
    expected.bundleIDEncoding = read.bundleIDEncoding
    // A SET has no order of its own: DER sorts by bytes.
    #expect(Set(read.purchases) == Set(expected.purchases))
    expected.purchases = read.purchases
    #expect(read == expected)
    #expect(read.opaqueValue?.count == 16 && read.hash?.count == 20)
  }

  @Test func `the same content at the same time gives the same bytes, other content gives others`() throws {
    #expect(try Sample.signed() == Sample.signed())
    var other = Sample.receipt
    other.purchases.removeLast()
    #expect(try Sample.signed(other) != Sample.signed())
  }

  @Test func `attribute 4 has version 2, everything else version 1`() throws {
    for attribute in try ReceiptContainer(try Sample.signed()).attributes() {
      #expect(attribute.version == (attribute.number == 4 ? 2 : 1), "\(attribute.number)")
    }
  }

  @Test func `R189, C15: the attributes are those of a store's receipt, in the order of DER`() throws {
    let container = try ReceiptContainer(try Sample.signed())
    let attributes = try container.attributes()
    #expect(attributes.map(\.number).sorted() == [0, 1, 2, 3, 4, 5, 10, 12, 15, 16, 17, 17, 18, 19])
    let encodings = try elements(of: container.payload)
    #expect(encodings == encodings.sorted { $0.lexicographicallyPrecedes($1) })
    let purchase = try #require(attributes.first { $0.number == 17 })
    let inner = try ReceiptContainer.attributes(in: purchase.value).map(\.number)
    #expect(
      Set(inner).isSuperset(of: [1701, 1702, 1703, 1704, 1705, 1706, 1707, 1708, 1711, 1712, 1713, 1719]))
  }

  @Test func `R190: a date that does not apply is empty text`() throws {
    let container = try ReceiptContainer(try Sample.signed())
    let purchases = try container.attributes().filter { $0.number == 17 }
      .map { try ReceiptContainer.attributes(in: $0.value) }
    let coins = try #require(purchases.first { $0.contains { $0.text == "coins" } })
    #expect(coins.first { $0.number == 1712 }?.value == [0x16, 0x00])
    #expect(coins.first { $0.number == 1708 }?.value == [0x16, 0x00])
  }

  @Test func `R196: a purchase that cannot be read is passed over and counted`() throws {
    // SET { SEQUENCE { 17, 1, OCTET STRING "?" } }
    let receipt = try AppReceipt(payload: [0x31, 0x0B, 0x30, 0x09, 2, 1, 17, 2, 1, 1, 4, 1, 0x3F])
    #expect(receipt.purchases.isEmpty && receipt.skippedPurchases == 1)
  }

  @Test(
    arguments: [
      ([0x30, 0x00], "another tag"), ([0x31], "no length"), ([0x31, 0x82, 0x01], "half a length"),
      ([0x31, 0x05, 0x30], "shorter than it says"), ([0x31, 0x00, 0x00], "something behind it"),
      ([0x31, 0x02, 0x30, 0x00], "an empty attribute"), ([0x31, 0x03, 0x02, 0x01, 0x01], "no sequence"),
      ([0x31, 0x88, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "an absurd length"),
      ([0x31, 0x80, 0x30, 0x80, 0x00, 0x00], "an end that is missing"),
      ([0x31, 0x0A, 0x30, 0x08, 2, 1, 2, 2, 1, 1, 4, 0], "a bundle id without a value"),
      ([0x31, 0x0C, 0x30, 0x0A, 2, 1, 12, 2, 1, 1, 4, 2, 0x16, 0x01], "a date that breaks off"),
      (
        [UInt8](repeating: 0x31, count: 1) + [UInt8](repeating: 0x80, count: 1)
          + [UInt8](repeating: 0, count: 1), "half an end"
      ),
      ([0x31, 0x80] + [[UInt8]](repeating: [0x30, 0x80], count: 100).joined(), "a hundred levels"),
    ] as [([UInt8], String)])
  func `R188: a malformed payload is refused with its place`(payload: [UInt8], what: String) {
    #expect(throws: BERError.self, "\(what)") { try AppReceipt(payload: payload) }
  }

  @Test func `every prefix of a payload is refused, none traps`() throws {
    let payload = Sample.receipt.payload(device: nil)
    for count in 0..<payload.count {
      #expect(throws: BERError.self) { try AppReceipt(payload: Array(payload.prefix(count))) }
    }
  }

  @Test(
    arguments: [
      ("2020-07-22T17:39:08Z", 1_595_439_548_000), ("2020-02-29T00:00:00Z", 1_582_934_400_000),
      ("2020-07-22T17:39:08.250Z", 1_595_439_548_250), ("4001-01-01T00:00:00Z", 64_092_211_200_000),
      ("2021-02-29T00:00:00Z", nil), ("2020-07-22T24:00:00Z", nil), ("2020-7-22T17:39:08Z", nil), ("", nil),
      ("2020-07-22 17:39:08Z", nil), ("2020-07-22T17:39:0éZ", nil),
    ] as [(String, Int64?)])
  func `dates are read as they are written and no others`(text: String, milliseconds: Int64?) {
    #expect(ReceiptDate.timestamp(text)?.milliseconds == milliseconds)
    if let milliseconds, text.count == 20 {
      #expect(ReceiptDate.text(Timestamp(milliseconds: milliseconds)) == text)
    }
  }

  @Test(arguments: [0, 1, 127, 128, 255, 256, -1, -128, -129, 1_000_000_054_042_695, .max, .min] as [Int64])
  func `integers survive their encoding, in as few octets as DER allows`(value: Int64) throws {
    var writer = DERWriter()
    writer.integer(value)
    var reader = BERReader(writer.bytes[...])
    let element = try #require(try reader.next())
    #expect(try element.integer() == value && reader.isAtEnd)
    let content = Array(element.content)
    #expect(content.count == 1 || !(content[0] == 0 && content[1] < 0x80))
    #expect(content.count == 1 || !(content[0] == 0xFF && content[1] >= 0x80))
  }

  private func elements(of payload: [UInt8]) throws -> [[UInt8]] {
    var outer = BERReader(payload[...])
    var reader = BERReader(try #require(try outer.next()).content)
    var elements: [[UInt8]] = []
    while let element = try reader.next() {
      elements.append(Array(payload[element.start..<element.content.endIndex]))
    }
    return elements
  }
}
