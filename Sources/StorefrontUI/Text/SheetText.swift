import FoundationEssentials
import StoreCatalog
import StoreDisclosures
import StoreModel
import TerminalKit

extension SheetState {
  /// Composes the sheet's text from the product and the price that the store put on it.
  ///
  /// When it cannot be composed, or says another amount than the store would charge, nothing can be
  /// agreed to, and the sheet says why.
  init(payment: PaymentSheet, catalog: Catalog, texts: ProductTexts, now: Timestamp, notice: String?) {
    let labels = PurchaseLabels(locale: texts.readableLocale)
    let composer = DisclosureComposer(
      catalog: catalog, storefront: ShopState.storefront(payment.transaction.storefront),
      locale: texts.readableLocale, inASCII: texts.inASCII)
    let facts = AccountFacts(isEligibleForIntroductoryOffer: payment.offer != nil, now: now)
    do {
      let disclosure = try composer.disclosure(
        for: payment.product, facts: facts, quantity: payment.transaction.payment.quantity)
      let agrees = disclosure.chargedNow == payment.price
      self.init(
        payment: payment,
        paragraphs: texts.nameBeside(payment.product) + disclosure.paragraphs(order: .asOnSheet),
        labels: labels,
        refusal: agrees
          ? nil : "The store would charge another amount than this text says. Press Esc, then buy again.",
        notice: notice)
    } catch {
      let text = [error.errorDescription, error.recoverySuggestion].compactMap(\.self)
      self.init(
        payment: payment, paragraphs: text.map { .text($0, .text) }, labels: labels,
        refusal: text.joined(separator: " "), notice: notice)
    }
  }
}

extension ProductTexts {
  /// The product's id where its title cannot be read; else nothing.
  fileprivate func nameBeside(_ product: Product) -> [Paragraph] {
    inASCII && row(of: product).text.title.isLostInASCII ? [.text(product.id.rawValue, .title)] : []
  }
}

extension Disclosure {
  enum Order {
    /// Everything, the title first.
    case asOnSheet
    /// Without what the detail pane has said above already.
    case belowDetails
  }

  /// The statements as paragraphs, with a blank line between what belongs together.
  func paragraphs(order: Order) -> [Paragraph] {
    var paragraphs: [Paragraph] = []
    var lastGroup: Int?
    for statement in statements {
      if order == .belowDetails, [.title, .description].contains(statement.id) { continue }
      if let lastGroup, lastGroup != statement.id.group { paragraphs.append(.blank) }
      lastGroup = statement.id.group
      let role: Theme.Role =
        switch statement.role {
        case .title, .billedPrice: .title
        case .body, .link: .text
        case .subordinate: .secondary
        }
      paragraphs.append(.text(statement.text.paragraph(in: language), role))
    }
    return paragraphs
  }
}

extension Statement.ID {
  /// Statements of one group stand together.
  fileprivate var group: Int {
    switch self {
    case .title, .description: 0
    case .length, .billedPrice, .quantity, .unitPrice: 1
    case .freeTrial, .introductoryPrice, .charge, .doesNotRenew: 2
    case .renewal, .renewalCharge, .manage, .forfeiture: 3
    case .restore: 4
    case .terms, .privacy: 5
    }
  }
}
