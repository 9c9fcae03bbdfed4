import StoreModel

/// A text found for one language wish, and how it was found.
public struct ResolvedText: Hashable, Sendable {
  /// Where the title came from, nearest first.
  public enum Source: String, Sendable, Codable, CaseIterable {
    case exactLocale, sameLanguage, appDefault, firstEntry, referenceName, id
  }

  public let title: String
  /// Empty when no language has one.
  public let description: String
  /// The language of the title; nil when the reference name or the id answered.
  public let language: LocaleID?
  /// The language of the description; nil when there is none. It differs from `language` only when
  /// the title's own entry has a blank description.
  public let descriptionLanguage: LocaleID?
  public let source: Source

  /// True when another language than the one asked for had to answer.
  public var isFallback: Bool { source != .exactLocale && source != .sameLanguage }
  /// True when some language has a title: what a disclosure needs (D1).
  public var hasLocalizedTitle: Bool { language != nil }
}

/// Finds product, group and policy texts for one language, falling back in a fixed order.
///
/// The order: the exact locale, the same language, the app's default language, the first entry, the
/// reference name, the id. A blank title counts as missing.
public struct TextResolver: Sendable {
  public let locale: LocaleID
  public let defaultLocale: LocaleID

  public init(locale: LocaleID, defaultLocale: LocaleID) {
    self.locale = locale
    self.defaultLocale = defaultLocale
  }

  public init(locale: LocaleID, catalog: Catalog) {
    self.init(locale: locale, defaultLocale: catalog.defaultLocale)
  }

  public func text(of product: Product) -> ResolvedText {
    resolve(product.localizations, referenceName: product.referenceName, id: product.id.rawValue)
  }

  /// The group's name is the `title`; a group has no description.
  public func text(of group: SubscriptionGroup) -> ResolvedText {
    resolve(group.localizations, referenceName: group.referenceName, id: group.id.rawValue)
  }

  /// The terms link of the nearest language that has one.
  public func terms(in policies: [Catalog.Policies]) -> ResolvedLink? { link(in: policies, \.terms) }

  /// The privacy link of the nearest language that has one.
  public func privacy(in policies: [Catalog.Policies]) -> ResolvedLink? { link(in: policies, \.privacy) }

  private func link(
    in policies: [Catalog.Policies], _ part: (Catalog.Policies) -> String?
  ) -> ResolvedLink? {
    let filled = policies.filter { !(part($0) ?? "").isBlank }
    guard let (index, source) = nearest(in: filled.map(\.locale)), let url = part(filled[index]) else {
      return nil
    }
    return ResolvedLink(url: url, language: filled[index].locale, source: source)
  }

  private func resolve(_ entries: [LocalizedText], referenceName: String, id: String) -> ResolvedText {
    // Nearly every text is there as asked for; long lists are shown and sorted by it.
    if let exact = entries.first(where: { $0.locale == locale }), !exact.title.isBlank,
      !exact.description.isBlank
    {
      return ResolvedText(
        title: exact.title, description: exact.description, language: locale, descriptionLanguage: locale,
        source: .exactLocale)
    }
    let described = entries.filter { !$0.description.isBlank }
    let description = nearest(in: described.map(\.locale)).map { described[$0.index] }
    let titled = entries.filter { !$0.title.isBlank }
    guard let (index, source) = nearest(in: titled.map(\.locale)) else {
      let named = !referenceName.isBlank
      return ResolvedText(
        title: named ? referenceName : id, description: description?.description ?? "", language: nil,
        descriptionLanguage: description?.locale, source: named ? .referenceName : .id)
    }
    let entry = titled[index]
    let answer = entry.description.isBlank ? description : entry
    return ResolvedText(
      title: entry.title, description: answer?.description ?? "", language: entry.locale,
      descriptionLanguage: answer?.locale, source: source)
  }

  private func nearest(in locales: [LocaleID]) -> (index: Int, source: ResolvedText.Source)? {
    if let index = locale.bestMatch(in: locales) {
      return (index, locales[index] == locale ? .exactLocale : .sameLanguage)
    }
    if let index = defaultLocale.bestMatch(in: locales) { return (index, .appDefault) }
    return locales.isEmpty ? nil : (0, .firstEntry)
  }
}

/// A policy link found for one language wish.
public struct ResolvedLink: Hashable, Sendable {
  public let url: String
  public let language: LocaleID
  public let source: ResolvedText.Source
}

extension String {
  /// True when nothing in it can be read: empty, or only spaces and marks that take no room.
  var isBlank: Bool {
    unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || [.control, .format].contains($0.properties.generalCategory)
    }
  }
}
