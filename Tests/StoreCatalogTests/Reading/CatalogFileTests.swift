import Foundation
import Glibc
import StoreCatalog
import StoreModel
import StoreTesting
import Testing

/// The edge to the disk: each way in which a file cannot be read is one sentence.
struct CatalogFileTests {
  private let good = "{products: [{id: 'a', type: 'consumable', prices: {USA: '1'}}]}"

  @Test func `a file on disk is read and lends a nameless app its name`() throws {
    let folder = try TemporaryFolder()
    try folder.write(good, to: "garden.json")
    let reading = try CatalogFile(folder.file("garden.json")).read()
    #expect(reading.catalog.products.map(\.id) == ["a"])
    #expect(reading.catalog.app.name == "garden")
  }

  @Test func `a symbolic link is followed, and one in a circle is named`() throws {
    let folder = try TemporaryFolder()
    try folder.write(good, to: "real.json")
    #expect(symlink("real.json", folder.file("link.json")) == 0)
    #expect(symlink("circle.json", folder.file("circle.json")) == 0)
    #expect(try CatalogFile(folder.file("link.json")).read().catalog.products.count == 1)
    #expect(try refusal { try CatalogFile(folder.file("circle.json")).read() }.problem.contains("circle"))
  }

  @Test func `what is no readable file is refused with what to do`() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    let cases = [
      (folder.file("missing.json"), "there is no such file"),
      (folder.path, "this is a folder, not a catalogue"),
      (folder.file("pipe"), "this is not an ordinary file"), ("/dev/null", "this is not an ordinary file"),
      ("", "there is no such file"),
    ]
    for (path, problem) in cases {
      let error = try refusal { try CatalogFile(path).read() }
      #expect(error.problem == problem)
      #expect(error.file == path && !error.advice.isEmpty && error.line == nil)
    }
  }

  @Test func `a file that may not be read is refused`() throws {
    // The superuser may read everything.
    guard geteuid() != 0 else { return }
    let folder = try TemporaryFolder()
    try folder.write(good, to: "secret.json")
    #expect(chmod(folder.file("secret.json"), 0) == 0)
    #expect(
      try refusal { try CatalogFile(folder.file("secret.json")).read() }.problem == "the file may not be read"
    )
  }

  @Test func `a file beyond the limit is refused without reading it`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{", to: "large.json")
    #expect(truncate(folder.file("large.json"), (1 << 30) + 1) == 0)
    #expect(
      try refusal { try CatalogFile(folder.file("large.json")).read() }.problem
        == "the file is larger than 1024 MiB")
  }
}
