import CICU
import Synchronization

/// The grammatical number that a count asks for, as Unicode names it.
public enum PluralCategory: String, Sendable, CaseIterable {
  case zero, one, two, few, many, other
}

/// Chooses the plural category of a count in one language.
///
/// Rules are opened once a language and kept for the life of the process. Safe to use from any
/// number of threads at once: the rules never change after they are opened.
public struct PluralRules: Sendable {
  /// The version of ICU, such as `76.1`: what plurals and prices are written with.
  public static var libraryVersion: String { String(cString: cicu_version()) }

  private let handle: Handle?

  public init(language: String) {
    handle = Handle.cache.withLock { cache in
      if let known = cache[language] { return known }
      guard let opened = Handle(language: language) else { return nil }
      cache[language] = opened
      return opened
    }
  }

  /// The category of `count`; `other` in languages that have only one form.
  public func category(of count: Int) -> PluralCategory { handle?.category(of: count) ?? .other }
}

/// Owns one set of ICU plural rules.
///
/// `@unchecked Sendable`: the pointer is set once, ICU's rules are immutable after opening, and
/// selecting only reads them, which ICU documents as safe from several threads.
private final class Handle: @unchecked Sendable {
  static let cache = Mutex<[String: Handle]>([:])

  private let rules: UnsafeMutableRawPointer

  init?(language: String) {
    guard let rules = cicu_plural_open(language) else { return nil }
    self.rules = rules
  }

  deinit { cicu_plural_close(rules) }

  func category(of count: Int) -> PluralCategory {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 16) { buffer in
      let length = cicu_plural_select(rules, Double(count), buffer.baseAddress, Int32(buffer.count))
      guard length > 0, Int(length) <= buffer.count else { return .other }
      let name = String(decoding: buffer.prefix(Int(length)), as: UTF16.self)
      return PluralCategory(rawValue: name) ?? .other
    }
  }
}
