import StoreModel

/// Everything a customer must be told before buying one product, in the order to show it.
///
/// Show all statements, in this order, in full. The billed price is the most prominent price (D5);
/// `subordinate` statements are smaller or dimmer than it.
public struct Disclosure: Hashable, Sendable {
  public let productID: ProductID
  /// The language of the statements' own words. Title and description may be in another one, which
  /// `title` tells.
  public let language: LocaleID
  /// The title and description, and which language answered.
  public let title: ResolvedTitle
  public let statements: [Statement]
  /// What confirming charges at once, for the whole quantity; zero for a free trial.
  public let chargedNow: Price
  /// The standard renewal: its price and the day from which it is charged. Nil for what does not renew.
  public let renewal: Renewal?

  /// The language that the catalogue's own text was found in.
  public struct ResolvedTitle: Hashable, Sendable {
    public let text: String
    /// Nil when the reference name or the id had to stand in.
    public let language: LocaleID?
    /// True when another language than the chosen one had to answer.
    public let isFallback: Bool
  }

  public struct Renewal: Hashable, Sendable {
    public let price: Price
    public let date: Timestamp
  }

  /// The statement with this id, when this product needs it.
  public func statement(_ id: Statement.ID) -> Statement? { statements.first { $0.id == id } }
}

/// One thing that a customer must be told.
public struct Statement: Hashable, Sendable, Identifiable {
  /// What the statement is about.
  public enum ID: String, Sendable, Codable, CaseIterable {
    case title, description, length, billedPrice, quantity, unitPrice
    case freeTrial, introductoryPrice, charge, renewal, renewalCharge, manage, forfeiture
    case doesNotRenew, restore, terms, privacy
  }

  /// How the statement has to look beside the others.
  public enum Role: String, Sendable, Codable, CaseIterable {
    case title
    /// The amount that is charged: more prominent than any other price (D5).
    case billedPrice
    case body
    /// Less prominent than the billed price, and below it.
    case subordinate
    /// Holds an address that must be readable in full (D15, D16).
    case link
  }

  public let id: ID
  public let role: Role
  /// Ready to show; catalogue text in it is untrusted and made safe where it is drawn.
  public let text: String
  /// The rules of the disclosure checklist that this statement satisfies.
  public let rules: [DisclosureRule]
  /// The address of a `link`; it also stands in `text`.
  public let url: String?

  init(_ id: ID, _ role: Role, _ text: String, rules: [DisclosureRule], url: String? = nil) {
    self.id = id
    self.role = role
    self.text = text
    self.rules = rules
    self.url = url
  }
}

/// A rule of the disclosure checklist, by its number.
public enum DisclosureRule: String, Sendable, Codable, CaseIterable {
  /// The title in the shown language.
  case d1 = "D1"
  /// What the buyer gets.
  case d2 = "D2"
  /// The length of a subscription.
  case d3 = "D3"
  /// The full price that is billed, in the storefront's currency.
  case d4 = "D4"
  /// The billed amount is the most prominent price.
  case d5 = "D5"
  /// A price per unit is subordinate and marked as calculated.
  case d6 = "D6"
  /// Renews automatically until cancelled.
  case d7 = "D7"
  /// How and by when to cancel.
  case d8 = "D8"
  /// What is charged when.
  case d9 = "D9"
  /// A free trial: its length, the price after it, the date of the first charge.
  case d10 = "D10"
  /// An unused trial is forfeited.
  case d11 = "D11"
  /// An introductory price: amount, duration, then the standard price.
  case d12 = "D12"
  /// A working link to the terms of use.
  case d15 = "D15"
  /// A working link to the privacy policy.
  case d16 = "D16"
  /// How to restore.
  case d18 = "D18"
  /// Where to manage and cancel, and the renewal date.
  case d19 = "D19"
  /// Why buying is off.
  case d22 = "D22"
  /// The whole disclosure can be read without extra action.
  case d44 = "D44"
}
