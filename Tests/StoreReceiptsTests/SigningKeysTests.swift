import Foundation
import StoreCrypto
import StoreModel
import Testing

@testable import StoreReceipts

/// A store's keys and the file that keeps them.
@Suite struct KeyFiles {
  private final class Folder {
    let path = FileManager.default.temporaryDirectory.appending(path: "storefront-keys-\(UUID())").path
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  @Test func `the chains have the profile that strict verifiers ask for`() throws {
    let keys = Sample.keys
    #expect(try keys.tokens.leaf.publicKey().kind == "EC 256")
    #expect(try keys.tokens.root.publicKey().kind == "EC 384")
    #expect(try keys.receipts.leaf.publicKey().kind == "RSA 2048")
    for chain in [keys.tokens, keys.receipts] {
      #expect(chain.leaf.state(ofExtension: AppleMarks.leafMarker) == .present)
      #expect(chain.intermediate.state(ofExtension: AppleMarks.intermediateMarker) == .present)
      for certificate in [chain.leaf, chain.intermediate, chain.root] {
        #expect(certificate.state(ofExtension: "2.5.29.14") == .present, "subject key id")
        #expect(certificate.state(ofExtension: "2.5.29.15") == .critical, "key usage")
        #expect(certificate.state(ofExtension: "2.5.29.19") == .critical, "basic constraints")
        #expect(certificate.validity == 0...253_402_300_799)
      }
      #expect(chain.leaf.state(ofExtension: "2.5.29.35") == .present, "authority key id")
    }
  }

  @Test func `a certificate's absurd dates are clamped, not counted with`() {
    #expect(Timestamp(seconds: .min).milliseconds == -62_135_596_800_000)
    #expect(Timestamp(seconds: .max).milliseconds == 253_402_300_799_000)
    #expect(Sample.keys.tokens.leaf.validFrom.milliseconds == 0)
  }

  @Test func `keys are made once, kept for their owner alone, and read back`() throws {
    let folder = Folder()
    #expect(try SigningKeys.read(in: folder.path) == nil)
    let made = try SigningKeys.open(in: folder.path)
    let mode = try FileManager.default.attributesOfItem(atPath: SigningKeys.file(in: folder.path))[
      .posixPermissions]
    #expect(mode as? Int == 0o600)
    let again = try SigningKeys.open(in: folder.path)
    #expect(again.tokens.root == made.tokens.root && again.receipts.leaf == made.receipts.leaf)
    #expect(try again.offerKeyID() == made.offerKeyID() && made.offerKeyID().count == 10)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    let token = try TokenIssuer(again).issue(Sample.transaction)
    _ = try TokenVerifier(roots: [made.tokens.root]).transaction(token, expecting: TokenExpectation())
  }

  @Test func `who only judges gets the root of the same keys, without the private ones`() async throws {
    let folder = Folder()
    let made = try SigningKeys.open(in: folder.path)
    #expect(try await KeyRing(folder: folder.path).receiptRoot() == made.receipts.root)
    let ring = KeyRing(folder: nil)
    #expect(try await ring.receiptRoot() == ring.keys().receipts.root)
    chmod(SigningKeys.file(in: folder.path), 0o644)
    await #expect(throws: SigningKeysError.self) { try await KeyRing(folder: folder.path).receiptRoot() }
  }

  @Test func `two that come at once get the same keys, and a ring gives the same each time`() async throws {
    let folder = Folder()
    let rings = [KeyRing(folder: folder.path), KeyRing(folder: folder.path)]
    async let first = rings[0].keys()
    async let second = rings[1].keys()
    let roots = try await [first.receipts.root, second.receipts.root, rings[0].keys().receipts.root]
    #expect(roots.allSatisfy { $0 == roots[0] })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  @Test func `a store that keeps nothing signs with P-256, and leaves no file`() async throws {
    let ring = KeyRing(folder: nil)
    let keys = try await ring.keys()
    #expect(try keys.receipts.leaf.publicKey().kind == "EC 256")
    #expect(try await ring.keys().receipts.root == keys.receipts.root)
    let receipt = try ReceiptIssuer(keys).issue(Sample.receipt, device: Sample.deviceBytes)
    _ = try ReceiptVerifier(roots: [keys.receipts.root]).verify(receipt, expecting: ReceiptExpectation())
  }

  @Test func `the export holds the roots, DER and PEM, and no private key`() throws {
    let folder = Folder()
    let files = try Sample.keys.exportRoots(to: folder.path)
    #expect(files.count == 4)
    for file in files {
      let bytes = Array(try Data(contentsOf: URL(filePath: file)))
      #expect(!String(decoding: bytes, as: UTF8.self).contains("PRIVATE"))
      let root = file.contains("token") ? Sample.keys.tokens.root : Sample.keys.receipts.root
      #expect(try Certificate.all(in: bytes) == [root])
    }
    #expect("\(Sample.keys)".contains("PRIVATE") == false)
  }

  @Test func `keys that others may read, or that are damaged, are refused and stay as they are`() throws {
    let folder = Folder()
    _ = try SigningKeys.open(in: folder.path)
    let file = SigningKeys.file(in: folder.path)
    chmod(file, 0o640)
    #expect(throws: SigningKeysError.tooOpen(path: file, mode: 0o640)) {
      try SigningKeys.open(in: folder.path)
    }
    chmod(file, 0o600)
    let whole = try String(contentsOfFile: file, encoding: .utf8)
    let cut = String(whole.prefix(whole.count / 2))
    try cut.write(toFile: file, atomically: false, encoding: .utf8)
    #expect {
      try SigningKeys.open(in: folder.path)
    } throws: {
      if case .damaged? = $0 as? SigningKeysError { true } else { false }
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == cut)
  }

  @Test func `a certificate that was changed is found when the keys are read, whichever it is`() throws {
    let folder = Folder()
    _ = try SigningKeys.open(in: folder.path)
    let file = SigningKeys.file(in: folder.path)
    let whole = try String(contentsOfFile: file, encoding: .utf8)
    let ends = whole.ranges(of: "-----END CERTIFICATE-----").map(\.lowerBound)
    try #require(ends.count == 6)
    for end in ends {
      // A letter of its signature, near the end.
      var damaged = whole
      let place = damaged.index(end, offsetBy: -30)
      damaged.replaceSubrange(place...place, with: damaged[place] == "A" ? "B" : "A")
      try damaged.write(toFile: file, atomically: false, encoding: .utf8)
      #expect {
        try SigningKeys.open(in: folder.path)
      } throws: {
        if case .damaged? = $0 as? SigningKeysError { true } else { false }
      }
    }
    try whole.write(toFile: file, atomically: false, encoding: .utf8)
    _ = try SigningKeys.open(in: folder.path)
  }
}
