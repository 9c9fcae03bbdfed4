import FoundationEssentials
import Purchasing
import StoreCatalog
import StoreDisclosures
import StoreModel
import StoreSimulator

extension Shell {
  /// Buys a product, after showing what must be disclosed and asking.
  func buy() async throws -> ExitStatus {
    let isSure = invocation.has(.yes)
    guard isSure || (console.inputIsTerminal && !invocation.has(.json)) else {
      throw UsageError(
        "There is nobody to ask, so nothing was bought.", advice: "Pass --yes to buy without being asked.")
    }
    let quantity = try invocation.number(.quantity, in: 1...10) ?? 1
    let user = try user()
    _ = try product(in: try readCatalog().reading.catalog)
    let open = try await OpenStore(self)
    return try await open.whileStarted {
      try await open.applySettings()
      let product = try product(in: open.reading.catalog)
      let payment = Payment(productID: product.id, quantity: quantity, applicationUsername: user)
      return try await buy(product, payment, in: open, isSure: isSure)
    }
  }

  /// What the app calls its user: as it is, as an account token, or hashed.
  private func user() throws(UsageError) -> String {
    let given = [Option.user, .token, .hashed].compactMap(invocation.value)
    guard given.count < 2 else {
      throw UsageError("--user, --token and --hashed exclude each other.", advice: "Give one of them.")
    }
    if let token = invocation.value(.token), UUID(uuidString: token) == nil {
      throw UsageError(
        "'\(token)' is no UUID, and only a UUID is an account token.",
        advice: "Pass any other name with --user: StoreKit 1 keeps it, StoreKit 2 knows no token then.")
    }
    return invocation.value(.hashed).map(Payment.applicationUsername(for:)) ?? given.first ?? ""
  }

  private func buy(
    _ product: Product, _ payment: Payment, in open: OpenStore, isSure: Bool
  ) async throws -> ExitStatus {
    let composer = DisclosureComposer(
      catalog: open.reading.catalog, storefront: open.place.storefront, locale: open.place.locale)
    let facts = AccountFacts(
      isEligibleForIntroductoryOffer: try await open.store.isEligibleForIntroductoryOffer(product.id),
      now: open.environment.now())
    // What is not sold here is left to the store to refuse: its error is what a user wants to see.
    if product.price(in: open.place.storefront) != nil {
      let disclosure = try composer.disclosure(for: product, facts: facts, quantity: payment.quantity)
      if !isSure { console.note(disclosure.statements.map(\.text.singleLine).joined(separator: "\n") + "\n") }
    }
    let answering = Task { await answerSheets(of: open.session.desk, isSure: isSure, composer) }
    await reportDownloads(of: open.session)
    let result = try await open.session.run(.buy(payment))
    answering.cancel()
    guard case .purchase(let purchase) = result else { return .refused }
    let report = PurchaseReport(purchase, product: product.id)
    if invocation.has(.json) {
      try console.print(json: report)
    } else if let sentence = report.sentence(
      TextResolver(locale: open.place.locale, catalog: open.reading.catalog).text(of: product).title)
    {
      report.isBought ? console.print(sentence) : console.complain(sentence)
      if !payment.applicationUsername.isEmpty, payment.appAccountToken == nil {
        console.note(
          "The user '\(payment.applicationUsername)' is no UUID: the transaction has no appAccountToken.")
      }
    }
    return report.isBought ? .done : .refused
  }

  /// Answers each sheet that the store opens: at once with `--yes`, else by asking. Cancel is the default.
  private func answerSheets(of desk: PaymentSheetDesk, isSure: Bool, _ composer: DisclosureComposer) async {
    let labels = PurchaseLabels(locale: composer.locale)
    for await sheets in desk.openSheets() {
      guard let sheet = sheets.first else { continue }
      let id = sheet.transaction.id
      if isSure {
        try? desk.confirm(sheet)
        continue
      }
      let price = composer.prices.plainText(sheet.price)
      let answer = console.ask("\(labels.confirm): \(price)? [y/N] ")
      let agreed = ["y", "yes"].contains(answer?.trimmed.lowercased())
      // A sheet that closed meanwhile needs no answer.
      agreed ? try? desk.confirm(sheet) : try? desk.cancel(id)
    }
  }
}

/// What `buy --json` prints.
struct PurchaseReport: Encodable {
  enum Outcome: String, Encodable { case purchased, notDelivered, cancelled, failed, deferred }

  let product: ProductID
  let outcome: Outcome
  let transaction: Transaction?
  /// Nil unless the user's name is a UUID.
  let appAccountToken: String?
  let error: ErrorReport?

  init(_ result: PurchaseResult, product: ProductID) {
    self.product = product
    switch result {
    case .purchased(let details): (outcome, transaction, error) = (.purchased, details.transaction, nil)
    case .notDelivered(let details, let fault):
      (outcome, transaction, error) = (.notDelivered, details.transaction, ErrorReport(fault))
    case .cancelled: (outcome, transaction, error) = (.cancelled, nil, nil)
    case .failed(let fault): (outcome, transaction, error) = (.failed, nil, ErrorReport(fault))
    case .deferred(let pending): (outcome, transaction, error) = (.deferred, pending, nil)
    }
    appAccountToken = transaction?.payment.appAccountToken?.uuidString.lowercased()
  }

  var isBought: Bool { outcome == .purchased }

  func sentence(_ title: String) -> String? {
    let name = title.singleLine
    return switch outcome {
    case .purchased:
      transaction?.state == .restored
        ? "\(name) is yours already; nothing was charged."
        : "Bought \(name)\(transaction.map { ", transaction \($0.id)" } ?? "")."
    case .notDelivered:
      "Paid for \(name), but not all of it arrived. \(error?.message ?? "") \(error?.advice ?? "")"
    case .cancelled: "Cancelled. Nothing was charged."
    case .failed: "\(error?.message ?? "") \(error?.advice ?? "")"
    case .deferred: "\(name) waits for approval."
    }
  }
}

/// A store error as JSON.
struct ErrorReport: Encodable {
  let domain: String
  let code: Int
  let reason: StoreError.Reason
  let message: String
  let advice: String

  init(_ error: StoreError) {
    domain = StoreError.domain
    code = error.code.rawValue
    reason = error.reason
    message = error.errorDescription ?? ""
    advice = error.recoverySuggestion ?? ""
  }
}
