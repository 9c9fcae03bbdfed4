import Foundation

/// Real StoreKit configurations and what is known to be in them; nil when the folder is not at hand.
///
/// The files belong to others and are read where they are: `$STOREFRONT_SHARED`, else `../shared` beside the package.
package struct Corpus: Sendable {
  package struct Expectation: Sendable, CustomStringConvertible {
    package let file: String
    package let verdict: String
    /// Consumable, non-consumable, non-renewing, auto-renewable, groups, products with an introductory offer.
    package let counts: [Int]
    package var description: String { file }
  }

  package let folder: String
  package let expectations: [Expectation]

  package static let shared: Corpus? = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
      .standardized
    let environment = ProcessInfo.processInfo.environment["STOREFRONT_SHARED"]
    let shared = environment ?? package.appending(path: "../shared").standardized.path
    let folder = shared + "/corpus"
    guard let table = try? String(contentsOfFile: folder + "/EXPECTED.tsv", encoding: .utf8) else {
      print("notice: no corpus at \(folder); set STOREFRONT_SHARED to test against real files")
      return nil
    }
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("c") }.map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      return Expectation(
        file: String(parts[0]), verdict: String(parts[1]), counts: parts[2..<8].compactMap { Int($0) })
    }
    return Corpus(folder: folder, expectations: rows)
  }()

  package func bytes(of file: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + file)))
  }

  /// Every file that is meant to be read, with its name.
  package func allBytes() throws -> [(file: String, bytes: [UInt8])] {
    try expectations.map { ($0.file, try bytes(of: $0.file)) }
  }
}
