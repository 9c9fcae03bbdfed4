import StoreModel

/// The languages that the pictures of the gallery are taken in, each with a storefront of its own.
///
/// The sample catalogue knows nothing of the last two: their texts are made here.
enum PictureLanguage: String, CaseIterable {
  case en, de, ja, ar
  /// Thai: no spaces between words, marks above and below, store words in English.
  case th
  /// English with an accent on each letter and a third longer: what is not translated and what has no room
  /// to grow can be seen.
  case pseudo

  var locale: LocaleID { self == .pseudo ? "en-XA" : LocaleID(rawValue) }

  var storefront: Storefront.ID {
    switch self {
    case .en: "USA"
    case .de: "DEU"
    case .ja: "JPN"
    case .ar: "SAU"
    case .th: "IND"
    case .pseudo: "GBR"
    }
  }

  /// The catalogue with its texts in this language.
  func translating(_ catalog: Catalog) -> Catalog {
    switch self {
    case .en, .de, .ja, .ar: catalog
    case .th: translating(catalog) { Self.thai[$0] ?? $0 }
    case .pseudo: translating(catalog, Self.accented)
    }
  }

  private func translating(_ catalog: Catalog, _ translate: (String) -> String) -> Catalog {
    func adding(_ texts: [LocalizedText]) -> [LocalizedText] {
      guard let english = texts.first(where: { $0.locale == "en" }) else { return texts }
      let made = LocalizedText(
        locale: locale, title: translate(english.title), description: translate(english.description))
      return texts + [made]
    }
    return Catalog(
      app: catalog.app, defaultLocale: catalog.defaultLocale, policies: catalog.policies,
      groups: catalog.groups.map {
        SubscriptionGroup(
          id: $0.id, referenceName: $0.referenceName, localizations: adding($0.localizations))
      },
      products: catalog.products.map {
        Product(
          id: $0.id, type: $0.type, referenceName: $0.referenceName, localizations: adding($0.localizations),
          prices: $0.prices, isFamilyShareable: $0.isFamilyShareable, subscription: $0.subscription,
          hostedContent: $0.hostedContent)
      })
  }

  // MARK: - Made texts

  /// `Night` as `[Ñíĝĥţ··]`: brackets show where a text is cut off.
  static func accented(_ text: String) -> String {
    guard !text.isEmpty else { return text }
    let letters = text.map { accents[$0] ?? $0 }
    return "[\(String(letters))\(String(repeating: "·", count: (text.count + 2) / 3))]"
  }

  private static let accents: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "åƀçðéƒĝĥíĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ"))

  private static let thai = [
    "Observatory, monthly": "หอดูดาว รายเดือน",
    "Observatory, yearly": "หอดูดาว รายปี",
    "Telescope, monthly": "กล้องโทรทรรศน์ รายเดือน",
    "Telescope, yearly": "กล้องโทรทรรศน์ รายปี",
    "Binoculars, monthly": "กล้องสองตา รายเดือน",
    "Binoculars, yearly": "กล้องสองตา รายปี",
    "Everything in Telescope, and an hour of robotic telescope time each month.":
      "ทุกอย่างในแผนกล้องโทรทรรศน์ พร้อมเวลาใช้กล้องหุ่นยนต์เดือนละหนึ่งชั่วโมง",
    "Night Vision": "โหมดมองกลางคืน",
    "Deep-Sky Atlas": "แผนที่ท้องฟ้าลึก",
    "Moon Walk": "เดินเล่นบนดวงจันทร์",
    "Living-Room Planetarium": "ท้องฟ้าจำลองในห้องนั่งเล่น",
    "10 Star Seeds": "เมล็ดดาว 10 เมล็ด",
    "60 Star Seeds": "เมล็ดดาว 60 เมล็ด",
    "Sky Plans": "แผนท้องฟ้า",
  ]
}
