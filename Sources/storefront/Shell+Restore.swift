import Purchasing
import StoreCatalog
import StoreModel

extension Shell {
  /// Restores what the account owns.
  func restore() async throws -> ExitStatus {
    let open = try await OpenStore(self)
    return try await open.whileStarted {
      try await open.applySettings()
      let result = try await open.session.run(.restore)
      guard case .restore(let restore) = result else { return .refused }
      let report = RestoreReport(restore)
      if invocation.has(.json) {
        try console.print(json: report)
      } else {
        report.print(to: console, catalog: open.reading.catalog, locale: open.place.locale)
      }
      return restore.failed.isEmpty ? .done : .refused
    }
  }
}

/// What `restore --json` prints.
struct RestoreReport: Encodable {
  struct Failure: Encodable {
    let product: ProductID?
    let error: ErrorReport
  }

  /// Oldest first.
  let restored: [Transaction]
  let failed: [Failure]
  /// What the store never restores, by product, with the reason.
  let skipped: [RestoreOmission]

  init(_ result: RestoreResult) {
    skipped = result.skipped
    restored = result.restored.map(\.transaction)
    failed = result.failed.map { Failure(product: $0.productID, error: ErrorReport($0.error)) }
  }

  func print(to console: Console, catalog: Catalog, locale: LocaleID) {
    let resolver = TextResolver(locale: locale, catalog: catalog)
    let name = { (id: ProductID) in catalog.product(id).map { resolver.text(of: $0).title } ?? id.rawValue }
    if restored.isEmpty && failed.isEmpty {
      console.print("Nothing to restore: this account owns nothing that can be.")
    }
    if !restored.isEmpty {
      console.print("Restored \(restored.count):")
      for line in TextTable(restored.map { [name($0.productID), $0.id.description] }).lines {
        console.print("  \(line)")
      }
    }
    if !skipped.isEmpty {
      console.print("Not restored:")
      let lines = TextTable(skipped.map { [name($0.product), "\($0.quantity)", $0.reason.sentence] }).lines
      for line in lines { console.print("  \(line)") }
    }
    for failure in failed {
      let subject = failure.product.map { name($0).singleLine + ": " } ?? ""
      console.complain("\(subject)\(failure.error.message) \(failure.error.advice)")
    }
  }
}

extension RestoreOmission.Reason {
  /// Why, for one line of a table.
  fileprivate var sentence: String {
    switch self {
    case .consumable: "a consumable is used up"
    case .nonRenewing: "the app keeps subscriptions that do not renew"
    case .revoked: "the store took it back"
    }
  }
}
