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

  /// What a storefront sells in; nil for a code that is none. A catalogue asks for each of its prices.
  static func currency(of id: Storefront.ID) -> CurrencyCode? {
    if let known = currencies.withLock({ $0[id] }) { return known }
    guard let currency = storefront(id)?.currency else { return nil }
    currencies.withLock { $0[id] = currency }
    return currency
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
  private static let currencies = Mutex<[Storefront.ID: CurrencyCode]>([:])

  private static let rows: [Row] = storefrontRows.split(separator: "\n").map(row)

  /// The line that begins with a code of three letters.
  private static func line(of code: String) -> Substring? {
    guard code.utf8.count == 3 else { return nil }
    let wanted = Array(code.utf8) + [UInt8(ascii: " ")]
    let table = storefrontRows.utf8
    let place = table.withContiguousStorageIfAvailable { bytes -> Range<Int>? in
      var start = 0
      while start + wanted.count < bytes.count {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        if bytes[start..<start + wanted.count].elementsEqual(wanted) { return start..<end }
        start = end + 1
      }
      return nil
    }
    guard case let place?? = place else { return nil }
    let start = table.index(table.startIndex, offsetBy: place.lowerBound)
    return storefrontRows[start..<table.index(start, offsetBy: place.count)]
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
