import StoreCatalog
import StoreDisclosures
import StoreModel

extension Shell {
  /// Shows one product with all its statements, as a customer who never had an offer would see it.
  func show() throws -> ExitStatus {
    let (reading, _) = try readCatalog()
    let place = try Place(settings.values, catalog: reading.catalog, environment: console.environment)
    let product = try product(in: reading.catalog)
    let composer = DisclosureComposer(
      catalog: reading.catalog, storefront: place.storefront, locale: place.locale)
    let facts = AccountFacts(isEligibleForIntroductoryOffer: true, now: try environment().now())
    let disclosure: Disclosure?
    let problems: [DisclosureError.Problem]
    do {
      disclosure = try composer.disclosure(for: product, facts: facts)
      problems = []
    } catch {
      disclosure = nil
      problems = error.problems
    }
    let card = ProductCard(
      product: ProductListing.Item(
        product, TextResolver(locale: place.locale, catalog: reading.catalog),
        PriceFormatter(storefront: place.storefront)),
      statements: disclosure?.statements ?? [], problems: problems)
    if invocation.has(.json) {
      try console.print(json: card)
    } else {
      console.print(card.text(in: place))
    }
    return .done
  }
}

/// What `show --json` prints.
struct ProductCard: Encodable {
  let product: ProductListing.Item
  let disclosures: [StatementItem]
  /// Why it cannot be bought here; empty when it can.
  let problems: [ProblemItem]

  struct StatementItem: Encodable {
    let id: Statement.ID
    let role: Statement.Role
    let text: String
    let rules: [DisclosureRule]
    let url: String?
  }

  struct ProblemItem: Encodable {
    let rule: DisclosureRule
    let path: String
    let message: String
    let advice: String
  }

  init(product: ProductListing.Item, statements: [Statement], problems: [DisclosureError.Problem]) {
    self.product = product
    disclosures = statements.map {
      StatementItem(id: $0.id, role: $0.role, text: $0.text, rules: $0.rules, url: $0.url)
    }
    self.problems = problems.map {
      ProblemItem(rule: $0.rule, path: $0.path, message: $0.message, advice: $0.advice)
    }
  }

  func text(in place: Place) -> String {
    var facts = [["id", product.id.rawValue], ["type", product.type.name]]
    if let group = product.group { facts.append(["group", "\(group), level \(product.level ?? 0)"]) }
    if let language = product.language { facts.append(["language", language.rawValue]) }
    facts.append(["price", product.priceText(PeriodWords(locale: place.locale))])
    var lines = disclosures.isEmpty ? [product.title.singleLine] : []
    lines += disclosures.map(\.text.singleLine)
    lines += [""] + TextTable(facts).lines
    if !problems.isEmpty {
      lines += ["", "It cannot be bought in \(place.storefront.name):"]
      lines += problems.map { "  \($0.message.singleLine) \($0.advice) (\($0.path), \($0.rule.rawValue))" }
    }
    return lines.joined(separator: "\n")
  }
}

extension ProductType {
  /// The type in words.
  var name: String {
    switch self {
    case .consumable: "consumable"
    case .nonConsumable: "non-consumable"
    case .nonRenewing: "non-renewing subscription"
    case .autoRenewable: "auto-renewable subscription"
    }
  }
}
