import StoreModel
import StoreScript
import TerminalKit
import Testing

@testable import StorefrontUI

/// Saving what has happened as a script or a bug report.
struct SavingTests {
  @Test func `S and F save with what leads to this screen, and the answer says where`() {
    var shop = Shop()
    shop.state.canSave = true
    shop.press("2")
    let place: [Act] = [.locale("en"), .screen(.library)]
    #expect(shop.press("S").contains(.save(.script, place)))
    #expect(shop.press("F").contains(.save(.report, place)))
    shop.take(.saved(.report, .success("storefront-20261130.bundle")))
    #expect(shop.state.messages.messages.last?.content.text.contains("storefront-20261130.bundle") == true)
    shop.take(.saved(.script, .failure(.init("The disk is full.", advice: "Free some space."))))
    #expect(shop.state.messages.messages.last?.content.text.contains("The disk is full.") == true)
  }

  @Test func `X24: where nothing can be saved, the keys say why and what to do`() {
    var shop = Shop()
    let effects = shop.press("F")
    #expect(!effects.contains { if case .save = $0 { true } else { false } })
    #expect(shop.state.messages.messages.last?.content.text.contains("storefront bundle FILE") == true)
  }
}
