import StoreModel
import StoreReceipts

// What dates and codes in tokens and receipts mean.
extension ShopState {
  /// What a member's value means; nil for one that says it itself.
  func words(for member: TokenReading.Member, in token: TokenReading) -> String? {
    if let date = member.date { return clock.dayAndTime(date) }
    // Of an object inside, as in a notification, the last name counts.
    let name = member.name.split(separator: ".").last.map(String.init) ?? member.name
    if ["price", "renewalPrice"].contains(name), let amount = Int64(member.value) {
      let currency = token.payload.first { $0.name == "currency" }.map { " " + $0.value } ?? ""
      return Self.thousandths(amount) + currency
    }
    if name == "revocationPercentage", let part = Int64(member.value) { return "\(part / 1000) %" }
    return Self.tokenCodes[name]?[member.value]
  }

  /// `4.99` for 4990, as tokens write prices: never as a fraction that a computer rounds.
  private static func thousandths(_ amount: Int64) -> String {
    let (units, rest) = amount.magnitude.quotientAndRemainder(dividingBy: 1000)
    let digits = "\(1000 + rest)".dropFirst()
    return "\(amount < 0 ? "-" : "")\(units).\(digits.last == "0" ? digits.dropLast() : digits)"
  }

  private static let reasons = ["0": "another reason", "1": "trouble with the app"]

  private static let tokenCodes: [String: [String: String]] = [
    "autoRenewStatus": ["0": "does not renew", "1": "renews"],
    "offerType": ["1": "introductory", "2": "promotional", "3": "offer code", "4": "win-back"],
    "expirationIntent": [
      "1": "the customer cancelled", "2": "the payment failed", "3": "the new price was not agreed to",
      "4": "the product was not for sale", "5": "another reason",
    ],
    "priceIncreaseStatus": ["0": "not answered yet", "1": "agreed to"],
    "revocationReason": reasons,
    "status": ["1": "active", "2": "expired", "3": "billing retry", "4": "grace period", "5": "revoked"],
  ]

  /// What the value of a receipt's attribute means; nil for one that says it itself.
  func words(forAttribute number: Int64, _ value: String) -> String? {
    if let date = ReceiptAttribute.date(number, value) { return clock.dayAndTime(date) }
    return Self.attributeCodes[number]?[value] ?? Self.attributeNotes[number]
  }

  private static let attributeCodes: [Int64: [String: String]] = [
    0: ["ProductionSandbox": "sandbox", "ProductionVPP": "volume purchase"],
    1: ["0": "none in the sandbox"], 15: ["0": "none in the sandbox"], 16: ["0": "none in the sandbox"],
    1707: ["0": "non-consumable", "1": "consumable", "2": "non-renewing", "3": "auto-renewable"],
    1711: ["0": "no subscription"], 1713: ["0": "no", "1": "yes"], 1719: ["0": "no", "1": "yes"],
    1720: reasons,
  ]

  private static let attributeNotes: [Int64: String] = [
    4: "random, goes into the hash", 5: "ties it to this device",
  ]
}
