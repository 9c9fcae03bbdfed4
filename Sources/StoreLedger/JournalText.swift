import FoundationEssentials
import JSONSyntax
import StoreModel

/// An event as the text that the journal keeps: `JSONEncoder`'s, with sorted keys, byte for byte.
///
/// The events of every purchase are written by hand, because encoding them takes longer than the
/// rest of the commit; a test holds the two against each other. All others go through the encoder.
struct JournalText {
  private let encoder: JSONEncoder

  init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  func text(of event: Event) throws -> String {
    var writer = JSONLineWriter()
    switch event {
    case .command(.buy(let payment)):
      writer.object("command") { $0.object("buy") { $0.members(of: payment) } }
    case .command(.confirm(let id)): writer.object("command") { $0.member("confirm", id.description) }
    case .command(.cancel(let id)): writer.object("command") { $0.member("cancel", id.description) }
    case .command(.finish(let id)): writer.object("command") { $0.member("finish", id.description) }
    case .purchasing(let transaction), .purchased(let transaction), .failed(let transaction),
      .restored(let transaction), .redelivered(let transaction):
      writer.object(event.name) { $0.members(of: transaction) }
    case .contentDelivered(let id, let product, let quantity):
      writer.object(event.name) {
        $0.member("product", product.rawValue)
        $0.member("quantity", quantity)
        $0.member("transaction", id.description)
      }
    case .finished(let id, let product):
      writer.object(event.name) {
        $0.member("product", product.rawValue)
        $0.member("transaction", id.description)
      }
    default: return String(decoding: try encoder.encode(event), as: UTF8.self)
    }
    return writer.line
  }
}

extension JSONLineWriter {
  // Members in the order of their names.

  fileprivate mutating func members(of payment: Payment) {
    member("applicationUsername", payment.applicationUsername)
    member("offerID", payment.offerID)
    member("productID", payment.productID.rawValue)
    member("quantity", payment.quantity)
  }

  fileprivate mutating func members(of transaction: Transaction) {
    member("account", transaction.account.rawValue)
    member("createdAt", transaction.createdAt.description)
    member("date", transaction.date?.description)
    if let error = transaction.error {
      object("error") {
        $0.member("code", error.code.rawValue)
        $0.member("reason", error.reason.rawValue)
        $0.member("subject", error.subject)
      }
    }
    member("expiresAt", transaction.expiresAt?.description)
    member("groupID", transaction.groupID?.rawValue)
    member("id", transaction.id.description)
    member("isFinished", transaction.isFinished)
    member("isUpgraded", transaction.isUpgraded)
    member("offerID", transaction.offerID)
    member("offerKind", transaction.offerKind?.rawValue)
    if let original = transaction.original {
      object("original") {
        $0.member("date", original.date.description)
        $0.member("id", original.id.description)
        $0.member("productID", original.productID.rawValue)
      }
    }
    object("payment") { $0.members(of: transaction.payment) }
    if let price = transaction.price {
      object("price") {
        $0.member("amount", price.plainAmount)
        $0.member("currency", price.currency.rawValue)
      }
    }
    member("productType", transaction.productType.rawValue)
    if let revocation = transaction.revocation {
      object("revocation") {
        $0.member("kind", revocation.kind.rawValue)
        $0.member("percentage", revocation.percentage)
      }
    }
    member("revokedAt", transaction.revokedAt?.description)
    member("state", transaction.state.rawValue)
    member("storefront", transaction.storefront.rawValue)
  }
}
