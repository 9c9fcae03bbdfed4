import FoundationEssentials
import StoreCatalog
import StoreModel

/// Composes what a customer must be told before buying, for one catalogue, storefront and language.
///
/// Prices are written as the storefront writes them, everything else in the language. Keep one as
/// long as none of the three changes. A value; safe to share between threads.
public struct DisclosureComposer: Sendable {
  public let storefront: Storefront
  public let locale: LocaleID
  public let prices: PriceFormatter
  public let periods: PeriodWords
  public let texts: TextResolver
  let language: SupportedLanguage
  let dates: DateWords
  private let templates: Templates
  private let terms: ResolvedLink?
  private let termsFault: PolicyLink.Fault?
  private let privacy: ResolvedLink?
  private let privacyFault: PolicyLink.Fault?
  private let groupSizes: [GroupID: Int]

  /// - Parameters:
  ///   - inASCII: writes prices for a terminal without Unicode, as `PriceFormatter` does.
  ///   - printed: what has been printed before; nil remembers nothing.
  public init(
    catalog: Catalog, storefront: Storefront, locale: LocaleID, inASCII: Bool = false,
    printed: PrintedTexts? = nil
  ) {
    self.storefront = storefront
    self.locale = locale
    language = SupportedLanguage(answering: locale)
    templates = Templates(language: language)
    prices = PriceFormatter(storefront: storefront, inASCII: inASCII, printed: printed)
    periods = PeriodWords(locale: locale, printed: printed)
    // Words, digits and dates of one statement come from one language.
    dates = DateWords(
      locale: locale.language == language.locale.language ? locale : language.locale, printed: printed)
    texts = TextResolver(locale: locale, catalog: catalog)
    terms = texts.terms(in: catalog.policies)
    termsFault = terms.flatMap { PolicyLink.fault(of: $0.url) }
    privacy = texts.privacy(in: catalog.policies)
    privacyFault = privacy.flatMap { PolicyLink.fault(of: $0.url) }
    groupSizes = catalog.summary.groups.mapValues(\.productCount)
  }

  /// Whether `product` can be bought here and now. Cheap: composes nothing.
  public func availability(of product: Product, facts: AccountFacts) -> PurchaseAvailability {
    guard product.price(in: storefront) != nil else { return .notSold }
    if !facts.canMakePayments { return .paymentsNotAllowed }
    if facts.isSubscribed { return .alreadySubscribed }
    let problems = problems(of: product)
    if problems.isEmpty { return .available }
    return .disclosureIncomplete(DisclosureError(productID: product.id, problems: problems))
  }

  /// The introductory offer that would apply to this purchase; nil when there is none, when the
  /// account has had one, and when it has no price here.
  public func offer(for product: Product, facts: AccountFacts) -> Offer? {
    guard facts.isEligibleForIntroductoryOffer, let offer = product.subscription?.introductoryOffer else {
      return nil
    }
    return offer.price(in: storefront) == nil ? nil : offer
  }

  /// What the customer must be told before buying `quantity` of `product`.
  ///
  /// Throws with everything that is missing when it cannot be composed; nothing may be sold then.
  /// A product of another type than a subscription needs only a price.
  ///
  /// - Parameter quantity: 1 to 10.
  public func disclosure(
    for product: Product, facts: AccountFacts, quantity: Int = 1
  ) throws(DisclosureError) -> Disclosure {
    let problems = problems(of: product)
    guard problems.isEmpty, let price = product.price(in: storefront) else {
      throw DisclosureError(productID: product.id, problems: problems)
    }
    let text = texts.text(of: product)
    var statements = [Statement(.title, .title, text.title, rules: [.d1])]
    if !text.description.isEmpty {
      statements.append(Statement(.description, .body, text.description, rules: [.d2]))
    }
    let total = Price(amount: price.amount * Decimal(quantity), currency: price.currency)
    var chargedNow = total
    var renewal: Disclosure.Renewal?
    if let subscription = product.subscription {
      let terms = SubscriptionTerms(
        subscription: subscription, price: price, offer: offer(for: product, facts: facts),
        storefront: storefront, now: facts.now)
      statements += subscriptionStatements(
        terms, sharesGroup: groupSizes[subscription.groupID, default: 1] > 1)
      chargedNow = terms.chargedNow
      renewal = Disclosure.Renewal(price: price, date: terms.standardPriceFrom)
    } else {
      statements += oneTimeStatements(of: product.type, price: price, total: total, quantity: quantity)
    }
    statements += linkStatements
    return Disclosure(
      productID: product.id, language: language.locale,
      title: .init(text: text.title, language: text.language, isFallback: text.isFallback),
      statements: statements, chargedNow: chargedNow, renewal: renewal)
  }

  // MARK: - What has to be there

  private func problems(of product: Product) -> [DisclosureError.Problem] {
    var problems: [DisclosureError.Problem] = []
    func add(_ kind: DisclosureError.Problem.Kind, in language: LocaleID? = nil) {
      problems.append(.init(kind, productID: product.id, linkLanguage: language))
    }
    if product.prices[storefront.id] == nil { add(.notSold(storefront.id)) }
    guard product.subscription != nil else { return problems }
    let text = texts.text(of: product)
    // A reference name still names it; the linter, not the till, judges that and a missing description.
    if text.source == .id { add(.noTitle) }
    if let terms {
      if let termsFault { add(.unusableTerms(url: terms.url, fault: termsFault), in: terms.language) }
    } else {
      add(.noTerms)
    }
    if let privacy {
      if let privacyFault {
        add(.unusablePrivacy(url: privacy.url, fault: privacyFault), in: privacy.language)
      }
    } else {
      add(.noPrivacy)
    }
    return problems
  }

  /// The links that can be shown; an unusable one is left out where it is not required.
  private var linkStatements: [Statement] {
    var statements: [Statement] = []
    if let terms, termsFault == nil {
      let text = say(.terms, [.url: language.isolating(terms.url)])
      statements.append(Statement(.terms, .link, text, rules: [.d15], url: terms.url))
    }
    if let privacy, privacyFault == nil {
      let text = say(.privacy, [.url: language.isolating(privacy.url)])
      statements.append(Statement(.privacy, .link, text, rules: [.d16], url: privacy.url))
    }
    return statements
  }

  /// A price to put into a sentence.
  func amount(_ price: Price) -> String { language.isolating(prices.text(price)) }

  func say(_ wording: Wording, _ values: KeyValuePairs<Wording.Token, String> = [:]) -> String {
    templates[wording].filled(with: values)
  }
}
