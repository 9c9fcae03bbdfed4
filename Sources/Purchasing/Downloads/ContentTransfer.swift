import StoreCrypto
import StoreModel

/// One product's content on its way into a partial file: reads from the store, writes, hashes and verifies.
///
/// Every byte is hashed once, as it comes; what an earlier transfer left is hashed from the file. It runs on
/// the actor that calls `run`, so that a pause never meets a half-written piece.
struct ContentTransfer {
  /// Why a transfer ends before it is complete.
  enum Interruption: Error {
    /// A pause, a cancellation or a stop took the product away from it.
    case replaced
    /// Another process has the file; the download waits.
    case fileInUse
    case failed(String)

    static func writing<Value>(_ body: () throws(ContentFileError) -> Value) throws(Interruption) -> Value {
      do throws(ContentFileError) { return try body() } catch {
        throw error.isInUse ? .fileInUse : .failed(error.reason)
      }
    }
  }

  struct Progress {
    let receivedLength: Int64
    let bytesPerSecond: Int64?
    /// True at most once in `progressInterval`.
    let isToBeTold: Bool
  }

  /// Progress is told at most this often.
  static let progressInterval = Duration.milliseconds(100)

  let product: ProductID
  let expectedLength: Int64
  let source: any HostedContentSource
  let environment: StoreEnvironment

  /// Goes on where `file` ends, and returns when the whole content is in it, verified and on disk.
  ///
  /// `rate` is asked before each piece, in bytes a second; nil is no limit. `check` is called whenever
  /// others may have run, and throws when the product was taken away.
  func run(
    into file: any PartialFile, rate: () -> Int64?, check: () throws(Interruption) -> Void,
    progress: (Progress) -> Void, isolation: isolated (any Actor) = #isolation
  ) async throws(Interruption) {
    let digest = SHA256Digest()
    try await rehash(file, into: digest, check: check)
    var pace = TransferPace(received: file.length, at: environment.uptime())
    var told = environment.uptime()
    while file.length < expectedLength {
      let bytes = try await next(after: file.length, pace.nextLength(rate: rate(), at: environment.uptime()))
      try check()
      try Interruption.writing { () throws(ContentFileError) in try file.append(bytes) }
      digest.update(bytes)
      let now = environment.uptime()
      let wait = pace.note(bytes.count, at: now)
      let isDue = now - told >= Self.progressInterval
      if isDue { told = now }
      progress(
        Progress(
          receivedLength: file.length, bytesPerSecond: pace.bytesPerSecond(at: now), isToBeTold: isDue))
      if wait > .zero {
        do { try await environment.sleep(wait) } catch { throw .replaced }
        try check()
      }
    }
    let promised = try await reading { [source, product] () throws(StoreError) in
      try await source.checksum(of: product)
    }
    try check()
    guard digest.finish() == promised else {
      throw .failed("The content arrived damaged: its checksum is wrong. Download it again.")
    }
    try Interruption.writing { () throws(ContentFileError) in try file.synchronize() }
  }

  /// The next bytes, `length` at most.
  private func next(
    after offset: Int64, _ length: Int, isolation: isolated (any Actor) = #isolation
  ) async throws(Interruption) -> [UInt8] {
    let room = Int(min(Int64(length), expectedLength - offset))
    let bytes = try await reading { [source, product] () throws(StoreError) in
      try await source.read(product, offset: offset, length: room)
    }
    guard !bytes.isEmpty, bytes.count <= room else {
      throw .failed("The store sent another amount of content than it promised.")
    }
    return bytes
  }

  /// Hashes what an earlier transfer left, so that the whole content is verified in the end.
  private func rehash(
    _ file: any PartialFile, into digest: SHA256Digest, check: () throws(Interruption) -> Void,
    isolation: isolated (any Actor) = #isolation
  ) async throws(Interruption) {
    var offset: Int64 = 0
    while offset < file.length {
      let bytes = try Interruption.writing { () throws(ContentFileError) in
        try file.read(at: offset, count: TransferPace.largestChunk)
      }
      guard !bytes.isEmpty else { throw .failed("The partly downloaded file was changed by somebody else.") }
      digest.update(bytes)
      offset += Int64(bytes.count)
      // Gives pauses and other downloads a chance in between.
      await Task.yield()
      try check()
    }
  }

  private func reading<Value: Sendable>(
    isolation: isolated (any Actor) = #isolation,
    _ body: @Sendable () async throws(StoreError) -> Value
  ) async throws(Interruption) -> Value {
    do throws(StoreError) { return try await body() } catch {
      throw .failed(error.errorDescription ?? "The store could not be read.")
    }
  }
}
