import JSONSyntax
import StoreModel

/// The offers of one subscription while they are read: unique ids, and one introductory offer.
struct OfferList {
  let log: FindingLog
  private(set) var offers: [Offer] = []
  private var ids: Set<String> = []

  init(log: FindingLog) { self.log = log }

  mutating func add(_ offer: Offer, at value: JSONValue) {
    if offer.kind == .introductory, offers.contains(where: { $0.kind == .introductory }) {
      log.add(
        .warning, at: value, "a subscription has one introductory offer; this one is left out",
        "Keep one, or make it promotional.")
    } else if !ids.insert(offer.id).inserted {
      log.add(
        .warning, at: value, "the offer id \(offer.id.quoted) is taken and this offer is left out",
        "Give each offer of a product its own id.")
    } else {
      offers.append(offer)
    }
  }
}
