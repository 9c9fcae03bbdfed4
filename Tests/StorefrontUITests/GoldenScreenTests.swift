import StoreModel
import TerminalKit
import TerminalTesting
import Testing

@testable import StorefrontUI

/// Every screen and dialog as it looks, in four languages and two sizes.
struct GoldenScreenTests {
  @Test(arguments: Gallery.allCases)
  func `each screen looks as it was looked at`(_ picture: Gallery) throws {
    for (locale, storefront) in Gallery.places {
      for size in [Size(columns: 80, rows: 24), Size(columns: 120, rows: 36)] {
        let shop = try picture.shop(
          locale: locale, storefront: storefront, columns: size.columns, rows: size.rows)
        expectSnapshot(shop.screen, named: "\(picture.rawValue).\(locale).\(size)")
      }
    }
  }

  @Test(arguments: [Gallery.store, .sheetTrial, .library, .activity, .filterTyping])
  func `small screens and plain characters look as they were looked at`(_ picture: Gallery) throws {
    let narrow = try picture.shop(locale: "en", storefront: "USA", columns: 60, rows: 20)
    expectSnapshot(narrow.screen, named: "\(picture.rawValue).en.60x20")
    let small = try picture.shop(locale: "en", storefront: "USA", columns: 40, rows: 12)
    expectSnapshot(small.screen, named: "\(picture.rawValue).en.40x12")
    let plain = try picture.shop(locale: "en", storefront: "USA", columns: 80, rows: 24)
    expectSnapshot(plain.canvas(glyphs: .ascii).text, named: "\(picture.rawValue).en.80x24.ascii")
  }
}
