import Foundation
import Glibc
import Purchasing
import StoreCrypto
import StoreLedger
import StoreModel
import StoreSimulator

/// A download at full rate against copying a file of the same size with SHA-256.
@MainActor
enum DownloadSubject {
  static func measure(_ report: Report) async throws {
    let catalog = try SampleShop.catalog(count: SampleShop.sizes[0])
    guard let product = catalog.products.first(where: { $0.hostedContent != nil }),
      let size = product.hostedContent?.size
    else { return }
    let folder = try TemporaryFolder()
    let shop = try await OpenShop(
      SQLiteLedger(path: folder.file("download.sqlite")), catalog, folder: folder)
    await shop.session.downloads.setRate(nil)
    try await shop.buy(product)
    guard let source = try await shop.store.downloads().first?.contentPath else {
      throw BenchFailure("buying \(product.id) downloaded nothing")
    }
    let original = folder.file("original")
    try FileManager.default.copyItem(atPath: source, toPath: original)

    let times = try await Stopwatch.interleaved(
      rounds: 5,
      {
        _ = try await shop.session.run(.download(product.id, .delete))
        let news = try await shop.store.entries()
        return try await Stopwatch.time {
          _ = try await shop.session.run(.download(product.id, .start))
          for await entry in news {
            guard case .download(let download) = entry.event else { continue }
            if download.state == .finished { break }
            if let failure = download.failure { throw BenchFailure(failure) }
          }
        }
      },
      {
        try await Stopwatch.time { try copy(original, to: folder.file("copy"), size: Int(size)) }
      })
    await shop.close()
    report.addSpeed(
      "P18", "download of \(size >> 20) MiB against copying with SHA-256", ours: times[0], floor: times[1],
      goal: .atLeast(0.9))
  }

  private static func copy(_ source: String, to path: String, size: Int) throws {
    let input = open(source, O_RDONLY)
    let output = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer {
      close(input)
      close(output)
    }
    let digest = SHA256Digest()
    var buffer = [UInt8](repeating: 0, count: 256 * 1024)
    var copied = 0
    while copied < size {
      let count = read(input, &buffer, buffer.count)
      guard count > 0, write(output, buffer, count) == count else {
        throw BenchFailure("copying \(source) failed")
      }
      digest.update(buffer.prefix(count))
      copied += count
    }
    _ = digest.finish()
    guard fsync(output) == 0 else { throw BenchFailure("syncing \(path) failed") }
  }
}
