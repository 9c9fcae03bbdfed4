import StoreModel

/// Every storefront of the App Store, by its code.
public enum StorefrontTable {
  /// In order of code.
  public static let all: [Storefront] = rows.map(\.storefront)

  /// The storefront with this alpha-3 code; nil when the App Store has none. Letter case counts.
  public static func storefront(_ id: Storefront.ID) -> Storefront? { byID[id] }

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

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  private static let rows: [Row] = storefrontRows.split(separator: "\n").map { line in
    let parts = line.split(separator: " ", maxSplits: 6)
    precondition(parts.count == 7, "A storefront row has seven parts: \(line)")
    let storefront = Storefront(
      id: Storefront.ID(String(parts[0])), name: String(parts[6]), currency: CurrencyCode(String(parts[2])),
      formatLocale: String(parts[3]), languages: parts[5].split(separator: "|").map { LocaleID(String($0)) },
      pricesIncludeTax: parts[4] == "=")
    return (storefront, String(parts[1]))
  }
}
