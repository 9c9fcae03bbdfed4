import StoreCatalog
import StoreModel
import TerminalKit
import Testing

@testable import StorefrontUI

/// What a terminal that has ASCII only is shown of a shop in other letters.
struct LostTextTests {
  private func screen(_ picture: Gallery, _ language: PictureLanguage) throws -> String {
    let shop = try picture.shop(
      locale: language.locale, storefront: language.storefront, columns: 100, rows: 30, inASCII: true)
    let canvas = shop.canvas(glyphs: .ascii)
    return (0..<30).map { String(decoding: canvas.row($0).map(\.ascii), as: UTF8.self) }.joined(
      separator: "\n")
  }

  @Test(arguments: [PictureLanguage.ja, .ar])
  func `K13: a product whose title is lost is told by its id`(_ language: PictureLanguage) throws {
    #expect(try screen(.store, language).contains("> sky.observatory.monthly"))
    #expect(try screen(.library, language).contains("atlas.deepsky"))
    #expect(try screen(.activity, language).contains("You asked to buy sky.observatory.yearly."))
    #expect(try screen(.sheetTrial, language).contains("app.stargarden.sky.telescope.monthly"))
  }

  @Test(arguments: [PictureLanguage.ja, .ar])
  func `K13: what must be told before buying is told in English where its letters would be lost`(
    _ language: PictureLanguage
  ) throws {
    let sheet = try screen(.sheetTrial, language)
    #expect(sheet.contains("Renews automatically until cancelled."))
    #expect(sheet.contains("Free for 1 week, then "))
    #expect(sheet.contains("[ Cancel ]"))
  }

  @Test func `K13: a language whose letters are kept is not left`() throws {
    #expect(try screen(.sheetTrial, .de).contains("Zahlungspflichtig bestellen"))
  }

  @Test func `K13: a title in accented letters stays readable`() throws {
    #expect(try screen(.store, .de).contains("Sternwarte, jahrlich"))
  }

  @Test(arguments: [
    (PictureLanguage.de, "10,99 EUR"), (.ja, "JPY 1,500"), (.en, "$9.99"), (.ar, "SAR 39.99"),
  ])
  func `K13: a price keeps its currency, as a code where its sign is lost`(
    language: PictureLanguage, price: String
  ) throws {
    let text = try screen(.store, language)
    #expect(text.contains(price), "\(text)")
    let amount = price.filter { $0.isNumber || ",.".contains($0) }
    #expect(!text.contains("?\(amount)") && !text.contains("? \(amount)"))
  }

  @Test func `K13: the sheet, too, writes the currency's code`() throws {
    #expect(try screen(.sheetOnce, .de).contains("1,19 EUR"))
    #expect(try !screen(.sheetRead, .ja).contains("?800"))
  }
}
