import StoreCrypto
import StoreModel

/// A file name for one version of one product's content.
///
/// Product ids and versions are untrusted: what a file name could misread becomes `_`, the length is
/// bounded, and a hash keeps different ids and versions apart. A partial file of another version is
/// therefore never taken up.
package struct ContentFileName: Hashable, Sendable {
  package let content: String
  package var partial: String { content + ".partial" }

  package init(product: ProductID, version: String) {
    let digest = SHA256Digest()
    digest.update(product.rawValue.utf8)
    digest.update(CollectionOfOne(0))
    digest.update(version.utf8)
    let readable = product.rawValue.unicodeScalars.prefix(48).map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-": Character(scalar)
      // A point may stand inside, never in front, where it would hide the file.
      case ".": Character(scalar)
      default: Character("_")
      }
    }
    let hash = digest.finish().prefix(32)
    content = String(readable.drop { $0 == "." || $0 == "-" }) + "-" + hash
  }
}
