import Purchasing
import StoreModel

// What is set to go wrong, and what is held.
extension Verb {
  private static let scope = "[product PRODUCT] [account ACCOUNT] [once] [times N] [every N] [chance N]"

  static let fail = Verb(
    .fail, "fail STAGE with ERROR \(scope)",
    "makes a stage fail: always, once, so many times, each so-manieth time, or by chance in percent",
    example: "fail purchase with paymentNotAllowed once"
  ) { .condition($0.storeCondition($0.stage("STAGE") ?? .purchase, .fail)) }

  static let delay = Verb(
    .delay, "delay STAGE SPAN \(scope)", "makes a stage slow", example: "delay finish 5s"
  ) { .condition($0.storeCondition($0.stage("STAGE") ?? .delivery, .delay)) }

  static let hold = Verb(
    .hold, "hold STAGE \(scope)", "holds what comes to a stage until it is released", example: "hold delivery"
  ) { .condition($0.storeCondition($0.stage("STAGE") ?? .delivery, .hold)) }

  static let drop = Verb(
    .drop, "drop STAGE \(scope)",
    "lets what comes to a stage get lost; it comes back at the next launch", example: "drop delivery once"
  ) { .condition($0.storeCondition($0.stage("STAGE") ?? .delivery, .drop)) }

  static let duplicate = Verb(
    .duplicate, "duplicate STAGE \(scope)", "lets what comes to a stage come twice",
    example: "duplicate delivery once"
  ) { .condition($0.storeCondition($0.stage("STAGE") ?? .delivery, .duplicate)) }

  static let askToBuy = Verb(
    .defer, "defer \(scope)", "defers purchases until somebody approves or declines them (Ask to Buy)",
    example: "defer once"
  ) { .condition($0.storeCondition(.purchase, .askToBuy)) }

  static let interrupt = Verb(
    .interrupt, "interrupt [with ERROR] \(scope)",
    "interrupts purchases: each fails, and goes through by itself when it is resolved",
    example: "interrupt once"
  ) { .condition($0.storeCondition(.purchase, .interrupt)) }

  static let clear = Verb(
    .clear, "clear [STAGE]", "ends what is set to go wrong, and lets go what is held", example: "clear"
  ) { .clear($0.stage("STAGE")) }

  static let release = Verb(
    .release, "release STAGE [TX]",
    "lets go what is held at a stage; without a transaction nothing more is held there",
    example: "release delivery"
  ) { .release($0.stage("STAGE") ?? .delivery, $0.transaction("TX")) }
}

// What somebody does at the store, and not through the app.
extension Verb {
  static let approve = Verb(
    .approve, "approve TX", "agrees to a deferred purchase", example: "approve last"
  ) { .transaction(.approve, $0.transaction("TX") ?? .last) }

  static let decline = Verb(
    .decline, "decline TX", "says no to a deferred purchase", example: "decline last"
  ) { .transaction(.decline, $0.transaction("TX") ?? .last) }

  static let resolve = Verb(
    .resolve, "resolve TX", "settles what interrupted a purchase; it goes through as a new transaction",
    example: "resolve last"
  ) { .transaction(.resolve, $0.transaction("TX") ?? .last) }

  static let refund = Verb(
    .refund, "refund TX [\(StoreAction.Refund.choice)]", "a customer asks for a refund, and is answered",
    example: "refund last prorated"
  ) {
    .transaction(
      .refund($0.text(StoreAction.Refund.choice).flatMap(StoreAction.Refund.init) ?? .full),
      $0.transaction("TX") ?? .last)
  }

  static let reverse = Verb(
    .reverse, "reverse TX", "takes a refund or a revocation back", example: "reverse last"
  ) { .transaction(.reverse, $0.transaction("TX") ?? .last) }

  static let revoke = Verb(
    .revoke, "revoke TX", "ends the family's sharing of a purchase", example: "revoke last"
  ) { .transaction(.revoke, $0.transaction("TX") ?? .last) }

  static let delete = Verb(
    .delete, "delete TX", "takes a transaction out of the store's books", example: "delete last"
  ) { .transaction(.delete, $0.transaction("TX") ?? .last) }

  static let redeliver = Verb(
    .redeliver, "redeliver TX", "tells the app of an unfinished transaction again", example: "redeliver last"
  ) { .transaction(.redeliver, $0.transaction("TX") ?? .last) }

  static let create = Verb(
    .create, "create PRODUCT \(Arguments.paymentUsage) [date DATE]",
    "buys on another device, also in the past", example: "create app.stargarden.planetarium date 2026-11-01"
  ) { .store(.create($0.payment, date: $0.text("date").flatMap(Timestamp.init(_:)))) }

  static let intent = Verb(
    .intent, "intent PRODUCT \(Arguments.paymentUsage)",
    "the customer chooses a product on the App Store's own page", example: "intent app.stargarden.cocoa"
  ) { .store(.intent($0.payment)) }

  static let redeem = Verb(
    .redeem, "redeem PRODUCT offer ID", "redeems an offer code",
    example: "redeem app.stargarden.sky.binoculars.yearly offer SPRING"
  ) { .store(.redeem($0.product("PRODUCT"), offer: $0.text("ID") ?? "")) }

  static let forget = Verb(
    .forget, "forget ACCOUNT", "forgets everything that an account bought", example: "forget tester"
  ) { .store(.clearHistory(AccountID(rawValue: $0.text("ACCOUNT") ?? ""))) }

  static let role = Verb(
    .role, "role ACCOUNT \(AccountRole.choice)",
    "what an account may do by itself: a child's purchases wait for an approval", example: "role mia child"
  ) {
    .store(
      .role(
        AccountID(rawValue: $0.text("ACCOUNT") ?? ""),
        $0.text(AccountRole.choice).flatMap(AccountRole.init) ?? .adult))
  }
}

extension Arguments {
  static let paymentUsage = "[quantity N] [offer ID] [user TEXT | token UUID | hashed ACCOUNT]"

  /// The app's name for its user: as it is, as an account token, or as the hash of an account's name (R145).
  private var username: String {
    text("user") ?? text("token") ?? text("hashed").map(Payment.applicationUsername(for:)) ?? ""
  }

  /// What `paymentUsage` says behind a PRODUCT.
  var payment: Payment {
    Payment(
      productID: product("PRODUCT"), quantity: number("quantity") ?? 1,
      applicationUsername: username,
      offerID: text("offer"))
  }
}
