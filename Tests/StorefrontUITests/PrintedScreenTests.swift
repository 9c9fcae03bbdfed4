import Foundation
import StoreCatalog
import StoreModel
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// A screen with what an earlier run printed is the screen with what is printed now.
struct PrintedScreenTests {
  // Each storefront's prices by themselves are another test's.
  @Test(arguments: stride(from: 0, to: StorefrontTable.all.count, by: 8).map { StorefrontTable.all[$0] })
  func `P1: a storefront's first screen is the same from what was kept`(storefront: Storefront) throws {
    let catalog = try BuiltInCatalog.read()
    for locale in ["en", "de", "ar", "ja"] as [LocaleID] {
      for inASCII in [false, true] {
        func screen(_ printed: PrintedTexts?) -> Canvas {
          let state = ShopState(
            reading: catalog, settings: StoreSettings(storefront: storefront.id), locale: locale,
            now: Shop.now, clock: ClockText(timeZone: .gmt), size: Size(columns: 100, rows: 40),
            inASCII: inASCII, printed: printed)
          return ShopView().draw(state, size: state.size)
        }
        let fresh = screen(nil)
        let memory = PrintedTexts()
        #expect(screen(memory) == fresh)
        let kept = PrintedTexts(memory.all)
        #expect(screen(kept) == fresh)
        #expect(!kept.hasNews)
      }
    }
  }
}
