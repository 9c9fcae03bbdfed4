import FoundationEssentials
import StoreModel

/// Why a product's disclosure cannot be composed: everything that is missing, so that one look at
/// the catalogue mends it all.
///
/// Such a subscription cannot be bought. Show `errorDescription` and, for each problem, where it is
/// and what to do.
public struct DisclosureError: Error, Hashable, Sendable {
  public let productID: ProductID
  /// Never empty.
  public let problems: [Problem]

  /// One thing that is missing or wrong.
  public struct Problem: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      case noTitle
      case notSold(Storefront.ID)
      case noTerms
      case noPrivacy
      case unusableTerms(url: String, fault: PolicyLink.Fault)
      case unusablePrivacy(url: String, fault: PolicyLink.Fault)
    }

    public let kind: Kind
    public let productID: ProductID
    /// The language whose link is unusable.
    let linkLanguage: LocaleID?

    init(_ kind: Kind, productID: ProductID, linkLanguage: LocaleID? = nil) {
      self.kind = kind
      self.productID = productID
      self.linkLanguage = linkLanguage
    }
  }
}

// MARK: - What, where, what to do

extension DisclosureError.Problem {
  /// The rule of the checklist that cannot be met.
  public var rule: DisclosureRule {
    switch kind {
    case .noTitle: .d1
    case .notSold: .d4
    case .noTerms, .unusableTerms: .d15
    case .noPrivacy, .unusablePrivacy: .d16
    }
  }

  /// Where in the catalogue, as a path: the product by its id, since indices differ between formats.
  public var path: String {
    let product = "products[id=\(productID)]"
    let language = linkLanguage?.rawValue ?? "<locale>"
    return switch kind {
    case .noTitle: "\(product).localizations"
    case .notSold(let storefront): "\(product).prices.\(storefront)"
    case .noTerms, .unusableTerms: "policies.\(language).terms"
    case .noPrivacy, .unusablePrivacy: "policies.\(language).privacy"
    }
  }

  /// What is missing or wrong, as one plain sentence.
  public var message: String {
    switch kind {
    case .noTitle: "It has no title in any language and no reference name."
    case .notSold(let storefront): "It has no price in \(storefront)."
    case .noTerms: "There is no link to the Terms of Use."
    case .noPrivacy: "There is no link to the Privacy Policy."
    case .unusableTerms(let url, let fault): "The Terms of Use link '\(url)' \(fault.message)."
    case .unusablePrivacy(let url, let fault): "The Privacy Policy link '\(url)' \(fault.message)."
    }
  }

  /// What to do about it, as one plain sentence.
  public var advice: String {
    switch kind {
    case .noTitle: "Give it a title in at least one language."
    case .notSold: "Add a price there, or choose another storefront."
    case .noTerms:
      "Add an https address for the terms to the catalogue's policies, or start with --terms URL."
    case .noPrivacy:
      "Add an https address for the privacy policy to the catalogue's policies, or start with --privacy URL."
    case .unusableTerms, .unusablePrivacy: "Write a full public address, such as https://yourapp.com/terms."
    }
  }
}

// MARK: - LocalizedError

extension DisclosureError: LocalizedError {
  public var errorDescription: String? {
    let reasons = problems.map(\.message).joined(separator: " ")
    return "'\(productID)' cannot be bought, since its disclosures are incomplete. \(reasons)"
  }

  public var recoverySuggestion: String? {
    problems.map { "\($0.path): \($0.advice)" }.joined(separator: " ")
  }
}
