import StoreCrypto
import StoreModel
import StoreSimulator
import StoreTesting
import Testing

struct HostedContentTests {
  @Test func `content is the same from any offset, in any pieces`() async throws {
    let shop = try TestShop()
    let whole = try await shop.store.read(SampleCatalog.atlas, offset: 0, length: 1_000_000)
    #expect(whole.count == 100_000)
    #expect(Set(whole).count == 256)
    for (offset, length) in [
      (0, 1), (1, 1), (3, 2), (7, 9), (8, 8), (12_345, 777), (99_990, 100), (99_999, 1),
    ] {
      let piece = try await shop.store.read(SampleCatalog.atlas, offset: Int64(offset), length: length)
      #expect(
        piece == Array(whole[offset..<min(offset + length, 100_000)]), "offset \(offset), length \(length)")
    }
    for offset in [-1, 100_000, Int64.max] {
      #expect(try await shop.store.read(SampleCatalog.atlas, offset: offset, length: 10) == [])
    }
    #expect(try await shop.store.read(SampleCatalog.atlas, offset: 0, length: -1) == [])
  }

  @Test func `content is pinned: the same seed, product and version always give it`() async throws {
    let shop = try TestShop()
    let start = try await shop.store.read(SampleCatalog.atlas, offset: 0, length: 8)
    #expect(start == [42, 1, 202, 68, 152, 107, 115, 64])
  }

  @Test func `the checksum is the SHA-256 of the bytes, and another version has another`() async throws {
    let shop = try TestShop()
    let digest = SHA256Digest()
    digest.update(try await shop.store.read(SampleCatalog.atlas, offset: 0, length: 100_000))
    let checksum = digest.finish()
    #expect(try await shop.store.checksum(of: SampleCatalog.atlas) == checksum)

    await shop.store.update(
      catalog: SampleCatalog.catalog { product in
        product.hostedContent == nil
          ? product
          : Product(
            id: product.id, type: product.type, referenceName: "",
            hostedContent: HostedContent(version: "2", size: 100_000))
      })
    #expect(try await shop.store.checksum(of: SampleCatalog.atlas) != checksum)
  }

  @Test func `without network, or without content, reading says so`() async throws {
    let shop = try TestShop()
    await #expect(throws: StoreError.self) {
      try await shop.store.read(SampleCatalog.coins, offset: 0, length: 1)
    }
    try await shop.store.perform(.network(isOn: false))
    let offline = StoreError(.unknown, .networkOffline)
    await #expect(throws: offline) { try await shop.store.read(SampleCatalog.atlas, offset: 0, length: 1) }
    await #expect(throws: offline) { try await shop.store.checksum(of: SampleCatalog.atlas) }
    #expect(await shop.store.hostedContent(of: SampleCatalog.atlas)?.size == 100_000)
  }

  @Test func `downloads are kept by product, and forgotten when deleted`() async throws {
    let shop = try TestShop()
    let download = Download(
      productID: SampleCatalog.atlas, transactionID: nil, contentVersion: "1.0",
      expectedContentLength: 100_000,
      state: .failed, receivedLength: 5, failure: "The disk is full.")
    try await shop.store.save(download, command: nil)
    #expect(try await shop.store.downloads() == [download])
    #expect(try await shop.store.library().downloads == [download])
    let unknown = Download(
      productID: SampleCatalog.atlas, transactionID: TransactionID(rawValue: 9), contentVersion: "1.0",
      expectedContentLength: 1)
    await #expect(throws: StoreError.self) { try await shop.store.save(unknown, command: nil) }
    try await shop.store.deleteDownload(of: SampleCatalog.atlas, command: nil)
    try await shop.store.deleteDownload(of: SampleCatalog.atlas, command: nil)
    #expect(try await shop.store.downloads() == [])
    #expect(try await shop.journal().map(\.event.name) == ["download", "contentDeleted"])
  }

  @Test func `content is downloaded on demand only by who owns it, and a refusal changes nothing`()
    async throws
  {
    let shop = try TestShop()
    let start = Command.download(SampleCatalog.atlas, .start)
    let download = Download(
      productID: SampleCatalog.atlas, transactionID: nil, contentVersion: "1.0",
      expectedContentLength: 100_000)
    let refusal = await #expect(throws: StoreError.self) {
      try await shop.store.save(download, command: start)
    }
    #expect(refusal?.reason == .downloadUnavailable)
    #expect(try await shop.journal().isEmpty)
    _ = try await shop.buyAndFinish(SampleCatalog.atlas)
    try await shop.store.save(download, command: start)
    #expect(try await shop.store.downloads() == [download])
  }
}
