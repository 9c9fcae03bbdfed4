import StoreModel
import Synchronization

/// Every storefront of the App Store, by its code.
public enum StorefrontTable {
  /// In order of code.
  public static let all: [Storefront] = rows.map(\.storefront)

  /// The storefront with this alpha-3 code; nil when the App Store has none. Letter case counts.
  ///
  /// Reads one row of the table when it is first asked for: a run needs few of them.
  public static func storefront(_ id: Storefront.ID) -> Storefront? {
    if let known = known.withLock({ $0[id] }) { return known }
    guard let line = line(of: id.rawValue) else { return nil }
    let storefront = row(line).storefront
    known.withLock { $0[id] = storefront }
    return storefront
  }

  /// The code that was most likely meant by `text`: another spelling, an alpha-2 code, an English name, a typo.
  public static func nearestID(to text: String) -> Storefront.ID? {
    let code = text.uppercased()
    if let row = rows.first(where: { $0.alpha2 == code || $0.storefront.id.rawValue == code }) {
      return row.storefront.id
    }
    if let name = nearest(to: text, in: rows.lazy.map(\.storefront.name)), text.utf8.count > 3 {
      return rows.first { $0.storefront.name == name }?.storefront.id
    }
    return nearest(to: text, in: rows.lazy.map(\.storefront.id.rawValue)).map { Storefront.ID($0) }
  }

  private typealias Row = (storefront: Storefront, alpha2: String)

  private static let known = Mutex<[Storefront.ID: Storefront]>([:])

  private static let rows: [Row] = storefrontRows.split(separator: "\n").map(row)

  /// The line that begins with a code of three letters.
  private static func line(of code: String) -> Substring? {
    let (text, code) = (storefrontRows.utf8, code.utf8)
    guard code.count == 3 else { return nil }
    var start = text.startIndex
    while start < text.endIndex {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
      if text[start..<end].starts(with: code) { return storefrontRows[start..<end] }
      start = end < text.endIndex ? text.index(after: end) : end
    }
    return nil
  }

  private static func row(_ line: Substring) -> Row {
    let parts = line.split(separator: " ", maxSplits: 6)
    precondition(parts.count == 7, "A storefront row has seven parts: \(line)")
    let storefront = Storefront(
      id: Storefront.ID(String(parts[0])), name: String(parts[6]), currency: CurrencyCode(String(parts[2])),
      formatLocale: String(parts[3]), languages: parts[5].split(separator: "|").map { LocaleID(String($0)) },
      pricesIncludeTax: parts[4] == "=")
    return (storefront, String(parts[1]))
  }
}
