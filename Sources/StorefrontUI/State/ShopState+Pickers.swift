import FoundationEssentials
import FoundationInternationalization
import StoreCatalog
import StoreDisclosures
import StoreModel
import TerminalKit

// The lists of countries and languages to choose from.
extension ShopState {
  /// Where something is sold first, then the rest of the App Store's storefronts, by name.
  var storefrontPicker: Picker {
    let sold = Set(catalog.storefronts)
    let items = StorefrontTable.all.sorted { $0.name < $1.name }.map { storefront in
      Picker.Item(
        id: storefront.id.rawValue, title: storefront.name,
        note: "\(storefront.currency)  \(storefront.id)",
        section: sold.contains(storefront.id) ? "Sold here" : "Nothing sold there")
    }
    return Picker(
      subject: .storefront, title: "Storefront",
      items: items.filter { $0.section == "Sold here" } + items.filter { $0.section != "Sold here" },
      current: facts.settings.storefront.rawValue)
  }

  /// The languages of the catalogue first, then those in which the store has words of its own.
  var languagePicker: Picker {
    let known = catalog.languages
    let others = SupportedLanguage.allCases.map(\.locale).filter { !known.contains($0) }
    let items =
      known.map { item($0, section: "In this catalogue") }
      + others.map { item($0, section: "Other languages of the store") }
    return Picker(subject: .language, title: "Language", items: items, current: texts.locale.rawValue)
  }

  private func item(_ locale: LocaleID, section: String) -> Picker.Item {
    Picker.Item(id: locale.rawValue, title: texts.words(for: locale), note: locale.rawValue, section: section)
  }
}

extension LocaleID {
  var englishName: String { Locale(identifier: "en").localizedString(forIdentifier: rawValue) ?? rawValue }

  /// The language's name in itself: `Deutsch`, `日本語`.
  var ownName: String {
    let locale = Locale(identifier: rawValue)
    let name = locale.localizedString(forIdentifier: rawValue) ?? rawValue
    return name.prefix(1).uppercased(with: locale) + name.dropFirst()
  }
}
