extension Wording {
  var english: String {
    switch self {
    case .length: "Length: {period}"
    case .unitPrice: "Calculated for comparison: {unitPrice}"
    case .freeTrial:
      """
      Free for {trialPeriod}, then {renewalPrice}. Nothing is charged today. The first charge is made \
      automatically on {trialEnd}, unless you cancel at least 24 hours before.
      """
    case .payAsYouGo:
      """
      Introductory price: {introPrice} for {introPeriod}, then {renewalPrice} from {introEnd}.
      """
    case .payUpFront:
      """
      Introductory price: one payment of {introPrice} for {introPeriod}, then {renewalPrice} \
      from {introEnd}.
      """
    case .charge: "{price} is charged to your account when you confirm."
    case .renewal:
      """
      Renews automatically until cancelled. To stop it, turn off automatic renewal at least 24 hours \
      before the current period ends.
      """
    case .renewalCharge:
      """
      Renewal: {renewalPrice} from {renewalDate}, charged within 24 hours before each period ends.
      """
    case .manage: "Manage or cancel at any time after purchase: {manage}."
    case .managePlace: "Settings › your name › Subscriptions"
    case .forfeiture:
      """
      Any unused part of the free trial is forfeited when you buy another subscription of this group.
      """
    case .oneTimeCharge: "One payment of {price}, charged when you confirm."
    case .doesNotRenew: "Does not renew automatically. Nothing more is charged when it ends."
    case .restore: "Already bought? Use “{restore}” to get it back without paying again."
    case .terms: "Terms of Use: {url}"
    case .privacy: "Privacy Policy: {url}"
    case .labelConfirm: "Buy now"
    case .labelCancel: "Cancel"
    case .labelRestore: "Restore Purchases"
    case .labelReadToEnd: "Read to the end to buy."
    case .labelSimulated: "Simulated purchase. No money moves."
    case .reasonNotSold: "Not sold in this storefront."
    case .reasonPaymentsNotAllowed: "Payments are not allowed on this device."
    case .reasonAlreadySubscribed: "You are already subscribed to this plan."
    case .reasonIncomplete: "Cannot be bought: its required information is incomplete."
    case .reasonAwaitingApproval: "Waiting for approval. You are not charged until it is given."
    }
  }
}
