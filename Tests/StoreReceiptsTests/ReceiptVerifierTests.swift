import Foundation
import StoreCrypto
import StoreModel
import Testing

@testable import StoreReceipts

/// What our verifier refuses, and with which name.
@Suite struct ReceiptVerification {
  private func failure(
    _ bytes: [UInt8], _ verifier: ReceiptVerifier = Sample.verifier,
    _ change: (inout ReceiptExpectation) -> Void = { _ in }
  ) -> ReceiptError? {
    var expectation = Sample.expectation
    change(&expectation)
    do {
      _ = try verifier.verify(bytes, expecting: expectation)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a receipt of ours is valid, binary and in base64`() throws {
    let bytes = try Sample.signed()
    #expect(failure(bytes) == nil)
    #expect(failure(Array(Data(bytes).base64EncodedData(options: .lineLength64Characters))) == nil)
    let verified = try Sample.verifier.verify(bytes, expecting: Sample.expectation)
    #expect(
      verified.chain == [
        Sample.keys.receipts.leaf, Sample.keys.receipts.intermediate, Sample.keys.receipts.root,
      ])
  }

  @Test func `R185: what is no signed container of data fails to load`() throws {
    #expect(failure([]) == .notBase64)
    #expect(failure(Array("no receipt".utf8)) == .notBase64)
    #expect(failure(Array("AAAA".utf8))?.step == .load)
    #expect(failure([0x30, 0x00])?.step == .load)
    #expect(failure([UInt8](repeating: 0x30, count: ReceiptContainer.sizeLimit + 1))?.name == "tooLarge")
    let bytes = try Sample.signed()
    #expect(failure(bytes + [0])?.name == "notAContainer")
    for count in stride(from: 1, to: bytes.count, by: 7) {
      #expect(failure(Array(bytes.prefix(count)))?.step == .load, "\(count) bytes")
    }
    let certificate = try Sample.keys.receipts.root.der()
    #expect(failure(certificate)?.step == .load)
  }

  @Test func `R187: a flipped bit fails as load or signature, wherever it is, and never later`() throws {
    let bytes = try Sample.signed()
    let whole = try Sample.verifier.verify(bytes, expecting: Sample.expectation)
    let rootCopy = try #require(bytes.firstRange(of: try Sample.keys.receipts.root.der()))
    var harmless = 0
    for index in stride(from: 0, to: bytes.count, by: 3) {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 8)
      if let error = failure(changed) {
        #expect(error.step == .load || error.step == .signature, "byte \(index): \(error)")
        continue
      }
      // Nothing depends on the copy of the root, and names mean the same in either case. What the receipt says
      // and who signed it must be the same.
      if !rootCopy.contains(index) { harmless += 1 }
      let verified = try Sample.verifier.verify(changed, expecting: Sample.expectation)
      #expect(verified.receipt == whole.receipt && verified.chain == whole.chain, "byte \(index)")
    }
    #expect(harmless * 100 < bytes.count, "\(harmless) of \(bytes.count / 3) changes did not matter")
    let payload = try ReceiptContainer(bytes).payload
    let start = try #require(bytes.firstRange(of: payload)?.lowerBound)
    for index in stride(from: start, to: start + payload.count, by: 2) {
      var changed = bytes
      changed[index] ^= 0x40
      #expect(failure(changed)?.name == "badSignature", "byte \(index) of the payload")
    }
  }

  @Test func `what is compared of a receipt is its payload, found without its certificates`() throws {
    let bytes = try Sample.signed()
    #expect(try ReceiptContainer.peek(bytes).map(Array.init) == ReceiptContainer(bytes).payload)
    var other = Sample.receipt
    other.creationDate = Sample.now.advanced(byMilliseconds: 60_000)
    #expect(!ReceiptDifference.isOfAnotherEvent(try Sample.signed(other), than: bytes), "only signed anew")
    other.purchases.removeLast()
    let fewer = try Sample.signed(other)
    #expect(ReceiptDifference.isOfAnotherEvent(fewer, than: bytes))
    // Base64 has no such form; it is opened.
    let text = Array(Data(bytes).base64EncodedData())
    #expect(ReceiptContainer.peek(text) == nil && !ReceiptDifference.isOfAnotherEvent(bytes, than: text))
    for count in stride(from: 0, to: bytes.count, by: 97) {
      #expect(ReceiptContainer.peek(Array(bytes.prefix(count))) == nil)
    }
  }

  @Test func `R186: without a root nothing is valid, and another root is not ours`() throws {
    let bytes = try Sample.signed()
    #expect(failure(bytes, ReceiptVerifier(roots: [])) == .noRoot)
    let foreign = try SigningKeys.Chain.issue(for: "Receipt", authority: .p256, leaf: .p256)
    #expect(failure(bytes, ReceiptVerifier(roots: [foreign.root]))?.name == "untrusted")
    #expect(failure(bytes, ReceiptVerifier(roots: [foreign.root, Sample.keys.receipts.root])) == nil)
  }

  @Test func `a signer without its certificate in the receipt cannot be judged`() throws {
    let chain = Sample.keys.receipts
    let message = try SignedMessage.sign(
      Sample.receipt.payload(device: Sample.deviceBytes), by: chain.leaf, with: chain.key, including: [])
    // The authority in between is missing: nothing leads to the root.
    #expect(failure(message)?.name == "untrusted")
  }

  @Test func `a signer without Apple's marker, or with a critical one, is refused`() throws {
    let plain = try SigningKeys.Chain.issue(for: "Receipt", authority: .p256, leaf: .p256) { $0.markers = [] }
    let critical = try SigningKeys.Chain.issue(for: "Receipt", authority: .p256, leaf: .p256) {
      $0.areMarkersCritical = true
    }
    for (chain, name) in [(plain, "markerMissing"), (critical, "untrusted")] {
      let bytes = try SignedMessage.sign(
        Sample.receipt.payload(device: Sample.deviceBytes), by: chain.leaf, with: chain.key,
        including: [chain.intermediate, chain.root])
      #expect(failure(bytes, ReceiptVerifier(roots: [chain.root]))?.name == name)
    }
  }

  @Test func `R198: a signer is judged at the date of the receipt, not at today's`() throws {
    let created = Sample.now.milliseconds / 1000
    func verdict(_ validity: ClosedRange<Int64>) throws -> ReceiptError? {
      let chain = try SigningKeys.Chain.issue(for: "Receipt", authority: .p256, leaf: .p256) {
        if $0.role == .leaf { $0.validity = validity }
      }
      let bytes = try SignedMessage.sign(
        Sample.receipt.payload(device: Sample.deviceBytes), by: chain.leaf, with: chain.key,
        including: [chain.intermediate])
      return failure(bytes, ReceiptVerifier(roots: [chain.root])) { $0.now = .init(milliseconds: .max) }
    }
    #expect(try verdict(created - 10...created + 10) == nil)
    #expect(try verdict(created - 20...created - 10)?.name == "outsideValidity")
    #expect(try verdict(created + 10...created + 20)?.name == "outsideValidity")
  }

  @Test func `R186, R198: a chain that was trusted once counts for its own certificates and dates alone`()
    throws
  {
    let created = Sample.now.milliseconds / 1000
    let chain = try SigningKeys.Chain.issue(for: "Receipt", authority: .p256, leaf: .p256) {
      if $0.role == .leaf { $0.validity = created - 10...created + 10 }
    }
    let verifier = ReceiptVerifier(roots: [chain.root])
    func signed(_ others: [Certificate], at seconds: Int64) throws -> [UInt8] {
      var receipt = Sample.receipt
      receipt.creationDate = Timestamp(seconds: seconds)
      return try SignedMessage.sign(
        receipt.payload(device: Sample.deviceBytes), by: chain.leaf, with: chain.key, including: others)
    }
    let good = try signed([chain.intermediate], at: created)
    for _ in 0..<2 { #expect(failure(good, verifier) == nil) }
    #expect(failure(try signed([], at: created), verifier)?.name == "untrusted")
    #expect(failure(try signed([chain.intermediate], at: created + 11), verifier)?.name == "outsideValidity")
    var damaged = good
    damaged[good.count - 5] ^= 1
    #expect(failure(damaged, verifier)?.name == "badSignature")
    #expect(failure(good, verifier) == nil)
  }

  @Test func `R191: what has to be there is named by its number`() throws {
    func failure(without change: (inout AppReceipt) -> Void) throws -> ReceiptError? {
      var receipt = Sample.receipt
      change(&receipt)
      return self.failure(try Sample.signed(receipt))
    }
    #expect(try failure { $0.bundleID = nil } == .missingAttribute(number: 2))
    #expect(try failure { $0.applicationVersion = nil } == .missingAttribute(number: 3))
    let unbound = try ReceiptIssuer(Sample.keys).issue(Sample.receipt, device: nil)
    #expect(self.failure(unbound) == .missingAttribute(number: 5))
  }

  @Test func `R192 to R194: app, version, device, store and end of the receipt are compared, in this order`()
    throws
  {
    var receipt = Sample.receipt
    receipt.expirationDate = Sample.now
    let bytes = try Sample.signed(receipt)
    let expired = ReceiptError.expired(at: Sample.now)
    #expect(failure(bytes) == expired)
    #expect(failure(bytes) { $0.now = Sample.now.advanced(byMilliseconds: -1) } == nil)
    #expect(failure(bytes) { $0.environment = .production }?.name == "wrongEnvironment")
    #expect(failure(bytes) { ($0.environment, $0.device) = (.production, [1, 2, 3, 4, 5, 6]) } == .wrongHash)
    #expect(
      failure(bytes) { ($0.device, $0.version) = ([], "4.0") } == .wrongVersion(found: "4", expected: "4.0"))
    #expect(
      failure(bytes) { ($0.version, $0.bundleID) = ("", "com.example.Sampler") }
        == .wrongBundle(found: Sample.bundleID, expected: "com.example.Sampler"))
  }

  @Test func `R188: a payload that cannot be read is told only when its signer is trusted`() throws {
    let chain = Sample.keys.receipts
    let bytes = try SignedMessage.sign(
      [0x31, 0x05], by: chain.leaf, with: chain.key, including: [chain.intermediate])
    #expect(failure(bytes)?.name == "malformedPayload")
    #expect(failure(bytes, ReceiptVerifier(roots: [Sample.keys.tokens.root]))?.name == "untrusted")
  }

  @Test func `R193: devices are written as UUIDs or MAC addresses`() {
    #expect(DeviceHash.device(Sample.device.uuidString) == Sample.deviceBytes)
    #expect(DeviceHash.device("02:42:ac:11:00:02") == [2, 0x42, 0xAC, 0x11, 0, 2])
    #expect(DeviceHash.device("02:42:ac:11:00") == nil && DeviceHash.device("") == nil)
    #expect(DeviceHash.device("zz:42:ac:11:00:02") == nil)
  }

  @Test func `R184: every failure has a step, a name of its own, a sentence and a next step`() {
    let errors: [ReceiptError] = [
      .missing(path: "r"), .unreadable(path: "r", reason: "no"),
      .unwritable(path: "r", reason: "no"), .tooLarge(bytes: 1, limit: 1 << 20),
      .notBase64,
      .notAContainer(reason: ""), .notSigned(type: "t"), .contentIsNotData(type: "t"), .noContent, .noRoot,
      .noSigner, .badSignature(reason: ""), .untrusted(reason: "r", certificate: "c"),
      .outsideValidity(certificate: "c", instant: Sample.now), .markerMissing(certificate: "c", marker: "m"),
      .malformedPayload(reason: "r", offset: 1), .missingAttribute(number: 2),
      .wrongBundle(found: "a", expected: "b"), .wrongVersion(found: "a", expected: "b"), .wrongHash,
      .wrongEnvironment(found: "a", expected: .sandbox), .expired(at: Sample.now),
    ]
    #expect(Set(errors.map(\.name)).count == errors.count)
    #expect(
      errors.map(\.step.rawValue) == errors.sorted { $0.step.order < $1.step.order }.map(\.step.rawValue))
    for error in errors {
      #expect(
        error.errorDescription?.hasSuffix(".") == true && error.recoverySuggestion?.hasSuffix(".") == true)
    }
  }
}

extension ReceiptError.Step {
  fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
