import Foundation
import StoreCatalog
import StoreModel
import TerminalKit
import TerminalTesting
import Testing

@testable import StorefrontUI

/// Every screen and dialog as it looks, pairwise over sizes, characters, themes and languages.
struct GoldenScreenTests {
  @Test(arguments: Gallery.allCases)
  func `each screen looks as it was looked at`(_ picture: Gallery) throws {
    for look in PictureLook.looks(of: picture) {
      var shop = try picture.shop(in: look)
      // What a dialog shows can depend on what has been on the screen.
      _ = shop.canvas(look)
      shop.showFrame()
      expectSnapshot(look.picture(of: shop.canvas(look)), named: "\(picture.rawValue).\(look)")
    }
  }

  @Test func `the pictures hold every pair of values`() {
    struct Value: Hashable, CustomStringConvertible {
      let kind: Int
      let description: String
    }
    var pairs: Set<Set<Value>> = []
    for picture in Gallery.allCases {
      for look in PictureLook.looks(of: picture) {
        let values = [
          picture.rawValue, "\(look.size)", "\(look.isASCII)", look.theme.rawValue, look.language.rawValue,
        ].enumerated().map { Value(kind: $0.offset, description: $0.element) }
        for one in values { for other in values where one.kind < other.kind { pairs.insert([one, other]) } }
      }
    }
    let counts = [
      Gallery.allCases.count, PictureLook.sizes.count, 2, PictureLook.themes.count,
      PictureLanguage.allCases.count,
    ]
    var expected = 0
    for one in counts.indices {
      for other in counts.indices where one < other { expected += counts[one] * counts[other] }
    }
    #expect(pairs.count == expected)
  }

  @Test func `there is a picture of every screen and dialog, and no file without a picture`() throws {
    var contexts: Set<ShopCommand.Context> = []
    var names: Set<String> = []
    for picture in Gallery.allCases {
      contexts.insert(
        try picture.shop(locale: "en", storefront: "USA", columns: 80, rows: 24).state.context)
      names.formUnion(PictureLook.looks(of: picture).map { "\(picture.rawValue).\($0).txt" })
    }
    #expect(Set(ShopCommand.Context.allCases).subtracting(contexts) == [])
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files).subtracting(names) == [])
  }
}

extension Gallery {
  func shop(in look: PictureLook) throws -> Shop {
    try shop(
      catalog: look.language.translating(Self.reading.catalog), locale: look.language.locale,
      storefront: look.language.storefront, columns: look.size.columns, rows: look.size.rows,
      inASCII: look.isASCII)
  }
}

extension Shop {
  func canvas(_ look: PictureLook) -> Canvas {
    ShopView(theme: look.colors, glyphs: look.glyphs).draw(state, size: state.size)
  }
}
