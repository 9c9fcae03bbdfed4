import StoreModel
import StoreScript
import StoreTesting

/// Makes acts from a seed: what a person, the store and bad luck do to purchases, in a likely mix.
struct ModelGenerator {
  private var random: ActGenerator
  private static let products: [ProductID] = [
    SampleCatalog.coins, SampleCatalog.coins, SampleCatalog.coins, SampleCatalog.theme, SampleCatalog.atlas,
    SampleCatalog.atlas, SampleCatalog.season, SampleCatalog.gold, SampleCatalog.silver,
  ]
  /// Every stage and effect that can be set, with an error that fits.
  private static let conditions: [StoreCondition] = StoreStage.allCases.flatMap { stage in
    stage.effects.flatMap { effect -> [StoreCondition] in
      switch effect {
      case .fail:
        StoreFailure.names.map { StoreCondition(stage, effect, failure: StoreFailure($0)) }
          .filter { $0.refusal == nil }
      case .interrupt:
        ["unknown", "paymentCancelled"].map { StoreCondition(stage, effect, failure: StoreFailure($0)) }
      default: [StoreCondition(stage, effect, milliseconds: effect == .delay ? 1500 : nil)]
      }
    }
  }
  /// Grouped, so that errors are no likelier than everything else.
  private static let kinds = Dictionary(grouping: conditions) { "\($0.stage) \($0.effect)" }
    .sorted { $0.key < $1.key }.map(\.value)

  init(seed: UInt64) { random = ActGenerator(seed: seed, products: Self.products) }

  mutating func acts(_ count: Int) -> [Act] {
    var acts: [Act] = []
    while acts.count < count {
      let act = act()
      acts.append(act)
      // A sheet that is not answered holds every later purchase up.
      if case .buy = act, random.number(0...4) > 0 { acts.append(.confirm(nil)) }
    }
    return Array(acts.prefix(count))
  }

  private mutating func act() -> Act {
    switch random.number(0...99) {
    case 0..<24: .buy(payment())
    case 24..<32: .confirm(nil)
    case 32..<35: .cancel(nil)
    case 35..<38: .restore
    case 38..<41: .finish(name())
    case 41..<53: .condition(condition())
    case 53..<56: .clear(random.number(0...1) == 0 ? nil : stage())
    case 56..<64: .release(stage(), nil)
    case 64..<74: .transaction(action(), name())
    case 74..<77: .store(.create(payment(), date: nil))
    case 77..<80: .store(.intent(payment()))
    case 80: .store(.role(account(), random.one(of: AccountRole.allCases)))
    case 81: .account(account())
    case 82:
      random.number(0...1) == 0
        ? .network(random.one(of: [.on, .on, .off, .slow, .flapping]))
        : random.one(of: [.signIn, .signIn, .signOut, .declineSignIn])
    case 83: .payments(allowed: random.number(0...2) > 0)
    case 84..<86: .receipts(random.one(of: [.normal, .normal, .late, .missing]))
    case 86: .refreshReceipt
    case 87..<89: .download(SampleCatalog.atlas, random.one(of: Command.DownloadAction.allCases))
    case 89: .storefront(random.one(of: ["USA", "DEU"]))
    case 90..<92: .relaunch
    case 92: .crash(after: nil)
    case 93..<95: .crash(after: random.one(of: Event.names))
    default: .wait(.time(milliseconds: Int64(random.one(of: [200, 2000, 60_000, 86_400_000 * 20]))))
    }
  }

  private mutating func payment() -> Payment {
    Payment(productID: random.one(of: Self.products), quantity: random.number(0...9) == 0 ? 3 : 1)
  }

  private mutating func name() -> TransactionName {
    random.number(0...1) == 0 ? .last : .product(random.one(of: Self.products))
  }

  private mutating func account() -> AccountID {
    AccountID(rawValue: random.one(of: ["tester", "tester", "mia"]))
  }

  private mutating func stage() -> StoreStage {
    random.one(of: [
      .delivery, .finish, .verification, .content, .purchase, .restoreItem, .restoreEnd, .sheet,
    ])
  }

  private mutating func action() -> TransactionAction {
    random.one(of: [
      .approve, .approve, .decline, .resolve, .resolve, .reverse, .revoke, .redeliver, .redeliver, .delete,
      .refund(.full), .refund(.prorated), .refund(.declined),
    ])
  }

  private mutating func condition() -> StoreCondition {
    let base = random.one(of: random.one(of: Self.kinds))
    let isFree = random.number(0...5) == 0
    return StoreCondition(
      base.stage, base.effect, failure: base.failure, milliseconds: base.milliseconds,
      product: random.number(0...3) == 0 ? random.one(of: Self.products) : nil,
      times: isFree ? nil : random.number(1...2), every: random.number(0...9) == 0 ? 2 : nil,
      chance: random.number(0...9) == 0 ? 50 : nil)
  }
}
