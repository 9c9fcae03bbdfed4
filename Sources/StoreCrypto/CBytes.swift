import COpenSSL

// How bytes go into libcrypto and come out of it.

/// The bytes that an `i2d_` function of libcrypto writes.
func encodedBytes(
  _ action: String, _ body: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
) throws(CryptoError) -> [UInt8] {
  var start: UnsafeMutablePointer<UInt8>?
  let count = body(&start)
  guard count > 0, let start else { throw .last(action) }
  defer { CRYPTO_free(start, #file, #line) }
  return Array(UnsafeBufferPointer(start: start, count: Int(count)))
}

/// What a `d2i_` function makes of `bytes`; it must use all of them.
func decoded<Value>(
  _ bytes: [UInt8], _ action: String,
  free: (Value) -> Void, _ body: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> Value?
) throws(CryptoError) -> Value {
  let (value, rest) = bytes.withUnsafeBufferPointer { buffer -> (Value?, Int) in
    var position = buffer.baseAddress
    let value = position == nil ? nil : body(&position, buffer.count)
    let used = buffer.baseAddress.flatMap { start in position.map { start.distance(to: $0) } } ?? 0
    return (value, buffer.count - used)
  }
  guard let value else { throw .last(action) }
  guard rest == 0 else {
    free(value)
    throw CryptoError(action, reason: "there are \(rest) bytes too many")
  }
  return value
}

/// A BIO in memory, freed with this value.
final class MemoryBIO {
  let handle: OpaquePointer

  init() {
    guard let handle = BIO_new(BIO_s_mem()) else { preconditionFailure("No memory for a BIO.") }
    self.handle = handle
  }

  /// Holds a copy of `bytes`.
  convenience init(_ bytes: [UInt8]) {
    self.init()
    let written = bytes.isEmpty ? 0 : Int(BIO_write(handle, bytes, Int32(bytes.count)))
    precondition(written == bytes.count, "A BIO in memory took \(written) of \(bytes.count) bytes.")
  }

  deinit { BIO_free(handle) }

  /// Everything that was written to it.
  func contents() -> [UInt8] {
    let count = BIO_ctrl_pending(handle)
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      used = max(0, Int(BIO_read(handle, buffer.baseAddress, Int32(count))))
    }
  }
}
