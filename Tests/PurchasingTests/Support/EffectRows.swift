/// What each action causes: the rows that a store's reference lists, each with a number of its own.
///
/// A scenario that carries the number in its first comment proves a row, as far as this store has the matter: what is told
/// to a server belongs to the part that serves notifications. A row without a scenario has a reason.
enum EffectRows {
  static let names: [String] = [
    "Buy consumable / non-consumable",
    "Subscribe first time",
    "Cancel sheet",
    "Not allowed",
    "Ask to Buy",
    "Approve / decline",
    "Interrupted, then resolved",
    "Restore",
    "Renewal paid",
    "Renewal declined, grace off / on",
    "Grace ends unpaid",
    "Recovered",
    "Retry window over (60 d)",
    "Auto-renew off, then end",
    "Upgrade",
    "Downgrade",
    "Price increase ask / agree / ignore",
    "Refund",
    "Refund declined / reversed",
    "Stop family sharing",
    "Redeem offer (active / lapsed)",
    "Extend renewal",
    "Product removed from sale",
    "Storefront change",
    "Store-initiated purchase",
  ]

  static let numbers = names.indices.map { "E\($0 + 1)" }

  /// Why a row has no scenario.
  static let missing: [String: String] = [
    "E9":
      "Subscriptions do not renew yet: a period ends, and the next one is bought. It comes with "
      + "the subscription machine.",
    "E10":
      "Nothing is charged at a renewal yet, so that none can be declined. It comes with the "
      + "subscription machine.",
    "E11":
      "Nothing is charged at a renewal yet, so that none can be declined. It comes with the "
      + "subscription machine.",
    "E12":
      "Nothing is charged at a renewal yet, so that none can be declined. It comes with the "
      + "subscription machine.",
    "E13":
      "Nothing is charged at a renewal yet, so that none can be declined. It comes with the "
      + "subscription machine.",
    "E14":
      "Subscriptions do not renew yet: a period ends, and the next one is bought. It comes with "
      + "the subscription machine.",
    "E16":
      "A lower plan is refused while a higher one runs (`higherPlanActive`, scenario plans); the "
      + "next renewal, at which it would begin, comes with the subscription machine.",
    "E17":
      "Only a renewal can ask for consent to a higher price; it comes with the subscription "
      + "machine. A price that changes under an open sheet: scenario price-change.",
    "E22":
      "There is no renewal date to put off yet; it comes with the subscription machine.",
  ]
}
