import Foundation
import Testing

@testable import StoreReceipts

/// The receipt's place on disk: whole or not at all, and nothing beside it that nobody needs.
@Suite struct ReceiptFiles {
  private final class Folder {
    let path = FileManager.default.temporaryDirectory.appending(path: "storefront-receipt-\(UUID())").path
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    var names: [String] {
      get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
  }

  @Test func `R26: the one before is kept, and nothing else`() throws {
    let folder = try Folder()
    let file = ReceiptFile(folder.path + "/app.receipt")
    #expect(throws: ReceiptError.missing(path: file.path)) { try file.read() }
    try file.replace(with: [1])
    try file.replace(with: [2, 2])
    #expect(try file.read() == [2, 2])
    #expect(try file.readPrevious() == [1])
    #expect(try folder.names == ["app.receipt", "app.receipt.previous"])
  }

  @Test func `what a writer left that was killed half way is gone after the next write`() throws {
    let folder = try Folder()
    let file = ReceiptFile(folder.path + "/app.receipt")
    try file.replace(with: [1])
    for name in [".draft", ".previous.draft"] {
      try Data([9, 9, 9]).write(to: URL(filePath: file.path + name))
    }
    try file.replace(with: [2])
    #expect(try file.read() == [2])
    #expect(try file.readPrevious() == [1])
    #expect(try folder.names == ["app.receipt", "app.receipt.previous"])
  }

  @Test func `a draft that another process is writing is left alone, and nobody waits for it`() throws {
    let folder = try Folder()
    let file = ReceiptFile(folder.path + "/app.receipt")
    let other = open(file.path + ".draft", O_RDWR | O_CREAT, 0o600)
    try #require(other >= 0)
    try #require(flock(other, LOCK_EX) == 0)
    try file.replace(with: [1])
    #expect(try file.read() == [1])
    #expect(try folder.names == ["app.receipt", "app.receipt.draft"])
    close(other)
    try file.replace(with: [2])
    #expect(try file.read() == [2])
    #expect(try folder.names == ["app.receipt", "app.receipt.previous"])
  }

  @Test func `many writers at once leave one whole receipt`() async throws {
    let folder = try Folder()
    let path = folder.path + "/app.receipt"
    await withTaskGroup(of: Void.self) { group in
      for writer in 1...8 {
        group.addTask {
          for _ in 0..<50 {
            try? ReceiptFile(path).replace(with: [UInt8](repeating: UInt8(writer), count: 40_000))
          }
        }
      }
    }
    let bytes = try ReceiptFile(path).read()
    #expect(bytes.count == 40_000 && Set(bytes).count == 1)
    #expect(try folder.names == ["app.receipt", "app.receipt.previous"])
  }

  @Test func `a folder that cannot be written refuses, and says which`() throws {
    let file = ReceiptFile("/proc/app.receipt")
    #expect {
      try file.replace(with: [1])
    } throws: {
      if case .unwritable("/proc/app.receipt", _)? = $0 as? ReceiptError { true } else { false }
    }
  }
}
