import StoreModel

/// A language in which the project has words of its own: periods, disclosures, labels.
///
/// Product text may be in any language; these ten are ours. A locale outside them is answered in
/// the nearest: the same language, else English.
public enum SupportedLanguage: String, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case brazilianPortuguese = "pt-BR"
  case japanese = "ja"
  case korean = "ko"
  case simplifiedChinese = "zh-Hans"
  case arabic = "ar"
  case polish = "pl"

  /// The language that answers for `locale`.
  public init(answering locale: LocaleID) {
    let locales = Self.allCases.map(\.locale)
    self = locale.bestMatch(in: locales).map { Self.allCases[$0] } ?? .english
  }

  public var locale: LocaleID { LocaleID(rawValue) }

  /// `value` ready to stand inside a sentence of this language.
  ///
  /// In a language written from right to left, a price or an address stands in a Unicode isolate
  /// (U+2068 to U+2069), so that the text around it cannot tear it apart. The marks take no room.
  public func isolating(_ value: String) -> String {
    locale.isRightToLeft ? "\u{2068}\(value)\u{2069}" : value
  }
}

extension LocaleID {
  /// The index of the nearest of `candidates` in the same language; nil when none is.
  ///
  /// The same locale is nearest, then the same script (`zh-TW` is written in Hant), then the
  /// language without region, then the first of the same language.
  public func bestMatch(in candidates: [LocaleID]) -> Int? {
    if let exact = candidates.firstIndex(of: self) { return exact }
    var best: (index: Int, rank: Int)?
    for (index, candidate) in candidates.enumerated() where candidate.language == language {
      let sameScript = candidate.script == script
      let plain = candidate.rawValue == candidate.language
      let rank = (sameScript ? 0 : 2) + (plain ? 0 : 1)
      if rank < best?.rank ?? .max { best = (index, rank) }
    }
    return best?.index
  }

  /// The script that a Chinese locale is written in; nil for every other language without one.
  private var script: String? {
    let parts = rawValue.split(separator: "-").dropFirst()
    if let named = parts.first(where: { $0.count == 4 }) { return String(named) }
    guard language == "zh" else { return nil }
    return parts.contains { ["TW", "HK", "MO"].contains($0) } ? "Hant" : "Hans"
  }
}
