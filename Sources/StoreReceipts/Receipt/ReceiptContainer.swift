import FoundationEssentials
import StoreCrypto

/// A receipt that was opened but not yet verified.
public struct ReceiptContainer {
  /// Receipts larger than this are not read; one with 10,000 purchases has a tenth of it.
  public static let sizeLimit = 32 << 20

  let message: SignedMessage
  /// The payload as bytes.
  public var payload: [UInt8] { message.content }
  /// Every certificate that came along, trusted or not.
  public let certificates: [Certificate]

  /// Opens a receipt, binary (BER or DER) or base64 of that (R185).
  public init(_ bytes: [UInt8]) throws(ReceiptError) {
    guard bytes.count <= Self.sizeLimit else {
      throw .tooLarge(bytes: bytes.count, limit: Self.sizeLimit)
    }
    let binary = try Self.binary(bytes)
    do throws(SignedMessageError) {
      message = try SignedMessage(binary)
    } catch {
      throw ReceiptError(error)
    }
    certificates = message.certificates()
  }

  /// The payload of a binary receipt, found without reading its certificates, which is nearly all of the work of opening
  /// one. For who only compares: whoever is to trust what it says opens it. Nil for what has another form.
  static func peek(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    func inside(_ reader: inout BERReader, _ tag: UInt8) throws(BERError) -> BERReader {
      BERReader(try reader.next(tag, "the value").content)
    }
    do throws(BERError) {
      var file = BERReader(bytes[...])
      var message = try inside(&file, BERReader.sequence)
      _ = try message.next()
      var explicit = try inside(&message, BERReader.explicit)
      var signed = try inside(&explicit, BERReader.sequence)
      // Version and digests.
      for _ in 0..<2 { _ = try signed.next() }
      var encapsulated = try inside(&signed, BERReader.sequence)
      _ = try encapsulated.next()
      var content = try inside(&encapsulated, BERReader.explicit)
      return try content.next(BERReader.octetString, "the payload").content
    } catch { return nil }
  }

  /// What the receipt says, not yet verified.
  public func receipt() throws(ReceiptError) -> AppReceipt {
    do throws(BERError) {
      return try AppReceipt(payload: payload)
    } catch {
      throw .malformedPayload(reason: error.message, offset: error.offset)
    }
  }

  /// The payload's attributes as they were written, known and unknown.
  public func attributes() throws(ReceiptError) -> [ReceiptAttribute] {
    try Self.attributes(in: payload[...])
  }

  /// The attributes of one purchase, from the value of attribute 17.
  public static func attributes(in set: ArraySlice<UInt8>) throws(ReceiptError) -> [ReceiptAttribute] {
    do throws(BERError) {
      return try ReceiptAttribute.all(in: set)
    } catch {
      throw .malformedPayload(reason: error.message, offset: error.offset)
    }
  }

  /// The bytes themselves when they begin as a container does, else what they are base64 of.
  public static func binary(_ bytes: [UInt8]) throws(ReceiptError) -> [UInt8] {
    if bytes.first == 0x30 { return bytes }
    let text = bytes.filter { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
    guard !text.isEmpty, let data = Data(base64Encoded: Data(text)), !data.isEmpty else { throw .notBase64 }
    return Array(data)
  }
}

extension ReceiptError {
  init(_ error: SignedMessageError) {
    self =
      switch error {
      case .notAContainer(let reason): .notAContainer(reason: reason)
      case .notSigned(let type): .notSigned(type: type)
      case .contentIsNotData(let type): .contentIsNotData(type: type)
      case .noContent: .noContent
      case .noSigner: .noSigner
      case .badSignature(let reason): .badSignature(reason: reason)
      }
  }
}
