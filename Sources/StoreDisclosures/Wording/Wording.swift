import StoreCatalog

/// Every text of the project's own that a purchase shows, in ten languages.
///
/// A template names what is put in by tokens in braces. Each language answers every case, which the
/// compiler proves; that each template holds exactly its tokens is proved by a test.
enum Wording: String, CaseIterable {
  case length, unitPrice, freeTrial, payAsYouGo, payUpFront, charge, renewal, renewalCharge
  case manage, managePlace, forfeiture, oneTimeCharge, doesNotRenew, restore, terms, privacy
  case labelConfirm, labelCancel, labelRestore, labelReadToEnd, labelSimulated
  case reasonNotSold, reasonPaymentsNotAllowed, reasonAlreadySubscribed, reasonIncomplete
  case reasonAwaitingApproval

  /// What a template asks for.
  enum Token: String, CaseIterable {
    /// What confirming charges.
    case price
    case period, unitPrice, trialPeriod, trialEnd, introPrice, introPeriod, introEnd
    /// The standard price with its period: `9,99 € pro Monat`.
    case renewalPrice
    case renewalDate, manage, restore, url
  }

  /// The tokens that each language's template has to hold, and no others.
  var requiredTokens: Set<Token> {
    switch self {
    case .length: [.period]
    case .unitPrice: [.unitPrice]
    case .freeTrial: [.trialPeriod, .renewalPrice, .trialEnd]
    case .payAsYouGo, .payUpFront: [.introPrice, .introPeriod, .renewalPrice, .introEnd]
    case .charge, .oneTimeCharge: [.price]
    case .renewalCharge: [.renewalPrice, .renewalDate]
    case .manage: [.manage]
    case .restore: [.restore]
    case .terms, .privacy: [.url]
    case .renewal, .managePlace, .forfeiture, .doesNotRenew: []
    case .labelConfirm, .labelCancel, .labelRestore, .labelReadToEnd, .labelSimulated: []
    case .reasonNotSold, .reasonPaymentsNotAllowed, .reasonAlreadySubscribed, .reasonIncomplete,
      .reasonAwaitingApproval:
      []
    }
  }

  func template(in language: SupportedLanguage) -> String {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .brazilianPortuguese: brazilianPortuguese
    case .japanese: japanese
    case .korean: korean
    case .simplifiedChinese: simplifiedChinese
    case .arabic: arabic
    case .polish: polish
    }
  }
}
