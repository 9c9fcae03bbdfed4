import FoundationEssentials
import JSONSyntax
import StoreModel

/// What a StoreKit configuration says about the tester: storefront, language and simulated failures.
struct StoreKitSettings {
  let storefront: Storefront
  let locale: LocaleID
  private let namesStorefront: Bool
  private let fields: Fields
  private let settings: JSONObject?

  init(_ fields: Fields) {
    self.fields = fields
    settings = fields["settings"]?.object
    // Xcode's own defaults.
    let usa = Storefront(
      id: "USA", name: "United States", currency: "USD", formatLocale: "en_US", languages: ["en-US"],
      pricesIncludeTax: false)
    let named = settings?["_storefront"]?.string.flatMap { StorefrontTable.storefront(Storefront.ID($0)) }
    namesStorefront = settings?["_storefront"]?.string != nil
    storefront = named ?? StorefrontTable.storefront("USA") ?? usa
    let locale = LocaleID(settings?["_locale"]?.string ?? "en_US")
    self.locale = locale.isWellFormed ? locale : "en-US"
    if let value = settings?["_storefront"], !value.isNull, named == nil {
      let text = value.string ?? ""
      fields.log.add(
        .warning, at: value,
        "\(value.string?.quoted ?? value.kind) is no storefront of the App Store; prices are taken as US dollars",
        StorefrontTable.nearestID(to: text).map { "Did you mean '\($0)'?" } ?? "Choose a storefront in Xcode."
      )
    }
  }

  /// Reports what would surprise at the first purchase.
  func report(on productCount: Int, hasErrors: Bool, pricesInUnknownCurrency largest: LocatedPrice?) {
    if productCount == 0, !hasErrors {
      let isUnsynced = settings?["_shouldSetupSyncOnLoad"]?.bool == true
      fields.add(
        .warning,
        isUnsynced
          ? "0 products: the file has not been synced with App Store Connect yet"
          : "0 products: nothing is for sale",
        isUnsynced ? "Open it in Xcode, sync it and save it." : "Add a product in Xcode.")
    }
    if !namesStorefront, let largest, largest.amount >= 1000 {
      fields.log.add(
        .warning, at: largest.value,
        "the file names no storefront, so \(largest.amount) is taken as US dollars",
        "Choose the storefront in Xcode if the prices are in another currency.")
    }
    reportFailures()
  }

  private func reportFailures() {
    let advice = "Nothing fails here until you say so; turn the failure off in Xcode if it is not wanted."
    if let value = settings?["_failTransactionsEnabled"], value.bool == true {
      fields.log.add(.warning, at: value, "in Xcode this file makes every purchase fail", advice)
    }
    for error in settings?["_storeKitErrors"]?.array ?? [] where error.object?["enabled"]?.bool == true {
      let name = error.object?["name"]?.string ?? ""
      let stage = Self.errorStages.contains(name) ? name : "one stage"
      fields.log.add(.warning, at: error, "in Xcode this file makes every '\(stage)' fail", advice)
    }
  }

  private static let errorStages = [
    "Load Products", "Purchase", "Verification", "App Store Sync", "Subscription Status", "App Transaction",
    "Manage Subscriptions Sheet", "Refund Request Sheet", "Offer Code Redeem Sheet",
  ]
}
