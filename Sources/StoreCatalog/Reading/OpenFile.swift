import Glibc

/// A file that is open for reading.
package enum OpenFile {
  /// What is left to read, at most `limit` bytes and one more, so that the caller sees that there are too many.
  /// Blocks while it reads.
  ///
  /// - Returns: nil when it cannot be read; `errno` says why.
  package static func bytes(of descriptor: Int32, limit: Int) -> [UInt8]? {
    var status = stat()
    let size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    // One more than there should be, so that the end is seen without growing.
    var bytes: [UInt8] = []
    var room = min(max(size, 4095), limit) + 1
    while true {
      let start = bytes.count
      var count = 0
      bytes.reserveCapacity(start + room)
      bytes += Array(unsafeUninitializedCapacity: room) { buffer, initialized in
        repeat { count = read(descriptor, buffer.baseAddress, room) } while count < 0 && errno == EINTR
        initialized = max(count, 0)
      }
      if count < 0 { return nil }
      if count == 0 || bytes.count > limit { return bytes }
      room = min(max(size - bytes.count, 65_535), limit - bytes.count) + 1
    }
  }

  /// The first bytes of a file, as many as there are of so many; nil when it cannot be read.
  package static func start(of path: String, count: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var read = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      repeat { read = Glibc.read(descriptor, buffer.baseAddress, count) } while read < 0 && errno == EINTR
      initialized = max(read, 0)
    }
    return read < 0 ? nil : bytes
  }
}
