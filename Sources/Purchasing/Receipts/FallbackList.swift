import FoundationEssentials
import StoreModel
import Synchronization

/// The products that the last valid receipt entitled to, for when there is none to look at: offline access goes on (R124).
///
/// Answers from what it keeps, never from the store (R125). May be used from any thread.
public final class FallbackList: Sendable {
  private let path: String?
  private let isConfigured: @Sendable (ProductID) -> Bool
  /// Nil until it was read.
  private let kept = Mutex<Set<ProductID>?>(nil)

  /// The list's file, beside the receipt's.
  public static func file(beside receipt: String) -> String { receipt + ".owned" }

  /// Keeps the list in a file, or for as long as this value lives when `path` is nil. Only products for which
  /// `isConfigured` says yes are ever in it: those that the app sells and that can be owned (R121).
  public init(path: String? = nil, isConfigured: @escaping @Sendable (ProductID) -> Bool) {
    self.path = path
    self.isConfigured = isConfigured
  }

  /// Those that are both kept and configured; none without a configuration (R122), or when the file cannot be read.
  public var products: Set<ProductID> {
    kept.withLock { load(&$0).filter(isConfigured) }
  }

  public func isPurchased(_ id: ProductID) -> Bool {
    kept.withLock { load(&$0).contains(id) } && isConfigured(id)
  }

  /// Keeps what a valid receipt entitles to in the place of what was kept before. True when that was another list; an
  /// equal one is not written again (R123). A list that cannot be written counts until the app ends.
  @discardableResult
  public func replace(with products: Set<ProductID>) -> Bool {
    let new = products.filter(isConfigured)
    return kept.withLock { kept in
      guard load(&kept) != new else { return false }
      kept = new
      if let path { try? JSONEncoder().encode(new.sorted()).write(to: URL(filePath: path), options: .atomic) }
      return true
    }
  }

  private func load(_ kept: inout Set<ProductID>?) -> Set<ProductID> {
    if let kept { return kept }
    let ids = path.flatMap { FileManager.default.contents(atPath: $0) }
      .flatMap { try? JSONDecoder().decode([ProductID].self, from: $0) }
    let read = Set(ids ?? [])
    kept = read
    return read
  }
}
