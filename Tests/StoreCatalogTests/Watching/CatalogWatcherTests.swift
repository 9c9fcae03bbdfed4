import Foundation
import Glibc
import StoreCatalog
import StoreTesting
import Testing

/// How editors save, and whether the watcher sees it.
struct CatalogWatcherTests {
  enum Save: String, CaseIterable, Sendable {
    case inPlace, emptiedThenWritten, renamedOver, movedAwayThenWritten, deletedThenWritten, linked,
      hardLinked
  }

  @Test(arguments: Save.allCases)
  func `every way of saving gives a notice once the file is whole`(save: Save) async throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "catalog.json")
    let changes = try CatalogWatcher(path: folder.file("catalog.json")).changes()
    try perform(save, in: folder)
    let seen = try await waiting(for: "a notice of \(save)") {
      var iterator = changes.makeAsyncIterator()
      await iterator.next()
      return try String(contentsOfFile: folder.file("catalog.json"), encoding: .utf8)
    }
    #expect(seen == "new")
  }

  @Test func `saves one after another each give a notice`() async throws {
    let folder = try TemporaryFolder()
    let changes = try CatalogWatcher(path: folder.file("catalog.json")).changes()
    try await waiting(for: "three notices") {
      var iterator = changes.makeAsyncIterator()
      for round in 1...3 {
        try folder.write("\(round)", to: "catalog.json")
        await iterator.next()
      }
    }
  }

  @Test func `other files in the folder and a file that vanishes give no notice`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "catalog.json")
    let changes = try CatalogWatcher(path: folder.file("catalog.json")).changes()
    try folder.write("x", to: "other.json")
    try FileManager.default.removeItem(atPath: folder.file("catalog.json"))
    // The folder's own end comes after all events in it: without a notice before it the stream is simply over.
    try FileManager.default.removeItem(atPath: folder.path)
    let notices = try await waiting(for: "the end of the stream") {
      var count = 0
      for await _ in changes { count += 1 }
      return count
    }
    #expect(notices == 0)
  }

  @Test func `a save where a symbolic link leads gives a notice`() async throws {
    let folder = try TemporaryFolder()
    let elsewhere = try TemporaryFolder()
    try elsewhere.write("old", to: "real.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("catalog.json"), withDestinationPath: elsewhere.file("real.json"))
    let changes = try CatalogWatcher(path: folder.file("catalog.json")).changes()
    try elsewhere.write("new", to: "real.json")
    try await waiting(for: "a notice") {
      var iterator = changes.makeAsyncIterator()
      await iterator.next()
    }
  }

  @Test func `a folder that is not there is refused with what to do`() throws {
    let error = #expect(throws: CatalogError.self) {
      _ = try CatalogWatcher(path: "/nowhere/at/all/catalog.json").changes()
    }
    #expect(error?.problem.contains("cannot be watched") == true)
  }

  @Test func `a consumer that stops gives the descriptor back`() async throws {
    let folder = try TemporaryFolder()
    let watcher = CatalogWatcher(path: folder.file("catalog.json"))
    // Far more than one user may have inotify instances (128 by default). They are given back on the
    // watcher's own queue, a moment after the consumer has stopped.
    for _ in 1...400 {
      try await waiting(for: "a descriptor to come free") {
        while !Task.isCancelled {
          guard let changes = try? watcher.changes() else {
            await Task.yield()
            continue
          }
          let task = Task { for await _ in changes {} }
          task.cancel()
          return await task.value
        }
      }
    }
  }

  private func perform(_ save: Save, in folder: TemporaryFolder) throws {
    let file = folder.file("catalog.json")
    switch save {
    case .inPlace: try folder.write("new", to: "catalog.json")
    case .emptiedThenWritten:
      let descriptor = open(file, O_WRONLY | O_TRUNC)
      try #require(descriptor >= 0)
      #expect(Glibc.write(descriptor, "new", 3) == 3)
      close(descriptor)
    case .renamedOver:
      try folder.write("new", to: "catalog.json.swp")
      #expect(rename(folder.file("catalog.json.swp"), file) == 0)
    case .movedAwayThenWritten:
      #expect(rename(file, file + "~") == 0)
      try folder.write("new", to: "catalog.json")
    case .deletedThenWritten:
      #expect(unlink(file) == 0)
      try folder.write("new", to: "catalog.json")
    case .linked, .hardLinked:
      try folder.write("new", to: "v2.json")
      #expect(unlink(file) == 0)
      #expect((save == .linked ? symlink : link)(folder.file("v2.json"), file) == 0)
    }
  }
}
