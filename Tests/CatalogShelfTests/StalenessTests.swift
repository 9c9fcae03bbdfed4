import CSQLite
import CatalogShelf
import Foundation
import StoreCatalog
import StoreModel
import StoreTesting
import Synchronization
import Testing

/// A copy is good for one state of its file, may vanish or break at any time, and is never needed.
struct StalenessTests {
  @Test(arguments: Change.allCases)
  func `whatever changes the file, what is read is what is in it`(change: Change) throws {
    let sample = try SampleShelf()
    try sample.write(sampleCatalog(count: 50))
    let before = try sample.shelf.read(sample.file())
    try change.make(in: sample.folder)
    #expect(try sample.shelf.readAtOnce(sample.file()) == nil)
    let after = try sample.shelf.read(sample.file())
    expectSame(after, try sample.file().read())
    #expect((after.catalog == before.catalog) == (change == .touch))
    // What was open stays whole, though its copy has been replaced.
    #expect(before.catalog.products.map(\.id).count == 50)
    #expect(before.catalog.products[49].localizations[0].title == "Title 49")
  }

  enum Change: CaseIterable {
    case touch, append, editOfOneSize, replace

    func make(in folder: TemporaryFolder) throws {
      let path = folder.file("catalog.json")
      switch self {
      case .touch:
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 5)], ofItemAtPath: path)
      case .append: try folder.write(sampleCatalog(count: 51), to: "catalog.json")
      case .editOfOneSize:
        let old = try FileManager.default.attributesOfItem(atPath: path)
        try folder.write(sampleCatalog(count: 50, title: "Other"), to: "catalog.json")
        // Not even the time of the change tells.
        try FileManager.default.setAttributes(
          [.modificationDate: try #require(old[.modificationDate])], ofItemAtPath: path)
      case .replace:
        try folder.write(sampleCatalog(count: 50, title: "Other"), to: "new.json")
        guard rename(folder.file("new.json"), path) == 0 else { throw CocoaError(.fileWriteUnknown) }
      }
    }
  }

  @Test(arguments: Damage.allCases)
  func `a broken or foreign copy is no copy`(damage: Damage) throws {
    let sample = try SampleShelf()
    try sample.write(sampleCatalog(count: 800))
    _ = try sample.shelf.read(sample.file())
    try damage.make(try sample.copy())
    let fresh = try sample.file().read()
    let opened = try sample.shelf.read(sample.file()).catalog
    // What can be read is right, what cannot be is sold nowhere.
    for (product, right) in zip(opened.products, fresh.catalog.products) {
      #expect(product == right || product.prices.isEmpty)
    }
    expectSame(try sample.shelf.read(sample.file()), fresh)
    // What is no file of ours is left where it is, and no copy is kept.
    if damage == .folder { return }
    expectSame(try #require(try sample.shelf.readAtOnce(sample.file())), fresh)
  }

  enum Damage: CaseIterable {
    case empty, cutShort, text, otherDatabase, otherFormat, zerosInside, folder

    func make(_ path: String) throws {
      let url = URL(filePath: path)
      switch self {
      case .empty: try Data().write(to: url)
      case .cutShort: try Data(contentsOf: url).dropLast(4096 * 9).write(to: url)
      case .text: try Data("hello".utf8).write(to: url)
      case .otherDatabase:
        try FileManager.default.removeItem(at: url)
        execute("CREATE TABLE head (record BLOB); INSERT INTO head VALUES ('x')", in: path)
      case .otherFormat: execute("PRAGMA user_version = 99999", in: path)
      case .zerosInside:
        var bytes = try Data(contentsOf: url)
        let start = bytes.count / 2 / 4096 * 4096
        bytes.replaceSubrange(start..<start + 8192, with: Data(count: 8192))
        try bytes.write(to: url)
      case .folder:
        try FileManager.default.removeItem(at: url)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      }
    }

    private func execute(_ sql: String, in path: String) {
      var handle: OpaquePointer?
      sqlite3_open(path, &handle)
      #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
      sqlite3_close(handle)
    }
  }

  @Test func `without a place for copies everything works`() throws {
    for keeps in [false, true] {
      let sample = try SampleShelf(keepsCopies: keeps)
      // A file stands where the folder should be.
      if keeps { try sample.write("", to: "cache") }
      try sample.write(sampleCatalog(count: 300))
      expectSame(try sample.shelf.read(sample.file()), try sample.file().read())
      #expect(try sample.shelf.readAtOnce(sample.file()) == nil)
    }
  }

  @Test func `a small file is read at once, and copied later unless it was just written`() throws {
    let sample = try SampleShelf()
    try sample.write(sampleCatalog(count: 5))
    let careful = CatalogShelf(folder: sample.copies, smallestSize: 1 << 20, settledAfter: .seconds(3600))
    careful.keep(sample.file())
    #expect(sample.names.isEmpty)
    let usual = CatalogShelf(folder: sample.copies, smallestSize: 1 << 20, settledAfter: .seconds(-1))
    let fresh = try #require(try usual.readAtOnce(sample.file()))
    #expect(!fresh.isCopy)
    #expect(sample.names.isEmpty)
    usual.keep(sample.file())
    let kept = try #require(try usual.readAtOnce(sample.file()))
    #expect(kept.isCopy)
    expectSame(kept, fresh)
    #expect(sample.names.count == 1)
    // There is nothing to be made anew.
    let copy = try FileManager.default.attributesOfItem(atPath: sample.copy())
    usual.keep(sample.file())
    let same = try FileManager.default.attributesOfItem(atPath: sample.copy())
    #expect(copy[.systemFileNumber] as? Int == same[.systemFileNumber] as? Int)
  }

  @Test func `the built-in catalogue has a copy for each build of the program`() throws {
    let sample = try SampleShelf()
    let fresh = try BuiltInCatalog.read()
    #expect(try !sample.shelf.readBuiltIn().isCopy)
    sample.shelf.keep(nil)
    let kept = try sample.shelf.readBuiltIn()
    #expect(kept.isCopy)
    expectSame(kept, fresh)
    #expect(try !sample.shelf(of: "another program").readBuiltIn().isCopy)
  }

  @Test func `several at once make one copy, and all read the same`() async throws {
    let sample = try SampleShelf()
    try sample.write(sampleCatalog(count: 1000))
    let fresh = try sample.file().read()
    let (shelf, file) = (sample.shelf, sample.file())
    try await withThrowingTaskGroup(of: CatalogReading.self) { group in
      for _ in 0..<6 { group.addTask { try shelf.read(file) } }
      for try await reading in group { #expect(reading.catalog == fresh.catalog) }
    }
    #expect(sample.names.count == 1)
    expectSame(try #require(try shelf.readAtOnce(file)), fresh)
  }

  @Test func `what a process that was killed left is taken away, and old copies too`() throws {
    let sample = try SampleShelf()
    try sample.write(sampleCatalog(count: 5))
    _ = try sample.shelf.read(sample.file())
    // No process has this number; one has ours.
    for name in ["99999999-1.part", "\(getpid())-1.part"] { try sample.write("", to: "cache/" + name) }
    for index in 0..<20 {
      try sample.write(sampleCatalog(count: 5), to: "\(index).json")
      _ = try sample.shelf.read(sample.file("\(index).json"))
    }
    #expect(sample.names.count { $0.hasSuffix(".part") } == 1)
    #expect(sample.names.count { $0.hasSuffix(".catalog") } == 16)
    #expect(try sample.shelf.readAtOnce(sample.file("19.json")) != nil)
  }

  @Test func `a mistake is told as reading tells it, and no copy comes of it`() throws {
    let sample = try SampleShelf()
    for text in [
      "{\"products\": [{\"id\": \"a\"}, {]}", "[]", "", "{\"products\": 3}", "{\"products\": [3]}",
    ] {
      try sample.write(text)
      let told = #expect(throws: CatalogError.self) { try sample.file().read() }
      #expect(throws: try #require(told)) { try sample.shelf.read(sample.file()) }
      #expect(sample.names.isEmpty)
    }
  }
}

/// Figures that were told, from any thread.
final class Told: Sendable {
  private let figures = Mutex<[Double]>([])
  var all: [Double] { figures.withLock { $0 } }
  func append(_ figure: Double) { figures.withLock { $0.append(figure) } }
}
