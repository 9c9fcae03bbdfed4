import StoreCrypto
import Testing

// The examples of FIPS 180-2, appendix B.
@Test(arguments: [
  ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
  ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  (
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
  ),
])
func `SHA-256 gives the standard's own examples`(text: String, hash: String) {
  let digest = SHA256Digest()
  digest.update(Array(text.utf8))
  #expect(digest.finish() == hash)
}

@Test func `pieces hash like the whole, and a digest serves again after finish`() {
  let digest = SHA256Digest()
  for _ in 0..<1000 { digest.update([UInt8](repeating: UInt8(ascii: "a"), count: 1000)) }
  #expect(digest.finish() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  digest.update("abc".utf8)
  #expect(digest.finish() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
}
