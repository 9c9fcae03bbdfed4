import FoundationEssentials
import StoreCatalog
import StoreModel
import StoreReceipts

/// A place in a statement that takes a value of one kind.
public enum Slot: String, CaseIterable, Sendable {
  case product = "PRODUCT"
  case transaction = "TX"
  case number = "N"
  case amount = "AMOUNT"
  case storefront = "STOREFRONT"
  case locale = "LOCALE"
  case account = "ACCOUNT"
  case offer = "ID"
  case text = "TEXT"
  case uuid = "UUID"
  case time = "TIME"
  case date = "DATE"
  case event = "EVENT"
  case events = "EVENTS"
  case calls = "CALLS"
  case reason = "REASON"
  case key = "KEYS"
  case file = "FILE"
  case name = "NAME"
  case value = "VALUE"
  case condition = "CONDITION"
  case stage = "STAGE"
  case failure = "ERROR"
  case span = "SPAN"
  case notification = "TYPE"

  /// What may stand there, for the help.
  public var meaning: String {
    switch self {
    case .product:
      "a product's id, or the end of it when no other product ends so; in quotes it is not looked up"
    case .transaction: "a transaction: its id, last, or a product for the newest one of it"
    case .number: "a whole number"
    case .amount: "a price in the storefront's currency, such as 9.99"
    case .storefront: "a country as three letters, such as USA, DEU or JPN"
    case .locale: "a language, such as de or pt-BR"
    case .account: "a customer's name; an account is there once it is named"
    case .offer: "the id of an offer"
    case .text: "text, in quotes when it has spaces"
    case .uuid: "an account token: 32 digits of base 16 with four hyphens"
    case .time: "a length of time such as 500ms, 5s, 90m, 36h, 7d or 1d12h, or a CONDITION to wait for"
    case .date: "an instant in UTC such as 2026-11-30 or 2026-11-30T12:00:00Z"
    case .event: "the name of an event, such as purchased"
    case .events:
      "names of events in order; * is any one, ... any number; details in brackets: purchased(product=ID)"
    case .calls: "names of queue callbacks and handler calls in order, written as EVENTS are"
    case .reason: "why the store said no, such as paymentsRefused"
    case .key: "keys, such as b, Enter or Ctrl-D; text in quotes is typed"
    case .file: "a script; counts from the folder of the one that includes it"
    case .name: "a name: letters, digits and _; $NAME stands for its value from then on"
    case .value: "any word or text"
    case .condition: "something that holds or not; see below"
    case .stage: "a place on a purchase's way: \(StoreStage.allCases.map(\.rawValue).listed)"
    case .failure: "an error by its name in StoreKit, or a status of verifyReceipt such as 21005"
    case .span: "a length of time such as 500ms, 5s, 90m or 7d"
    case .notification: "an App Store Server Notification by its type, such as REFUND"
    }
  }
}

/// A value that stood in a slot.
enum SlotValue: Hashable {
  case text(String)
  case product(ProductID)
  case transaction(TransactionName)
  case number(Int)
  case amount(Decimal)
  case milliseconds(Int64)
  case pattern(EntryPattern)
  case condition(Condition)
}

extension Slot {
  /// Reads one word; `.condition` and `.time` may take more and are read by the `StatementReader`.
  func read(_ text: String, isQuoted: Bool, _ vocabulary: Vocabulary) throws(Mismatch) -> SlotValue {
    switch self {
    case .product: return .product(isQuoted ? ProductID(text) : try vocabulary.product(text))
    case .transaction: return .transaction(try Self.transaction(text, isQuoted: isQuoted, vocabulary))
    case .number:
      guard text.first?.isNumber == true, let number = Int(text) else {
        throw Mismatch("'\(text)' is no whole number.", advice: "Write digits, such as 3.")
      }
      return .number(number)
    case .amount:
      guard let amount = Decimal(plain: text) else {
        throw Mismatch("'\(text)' is no price.", advice: "Write digits with a point, such as 9.99.")
      }
      return .amount(amount)
    case .storefront:
      guard let storefront = StorefrontTable.storefront(Storefront.ID(text.uppercased())) else {
        throw Mismatch(
          "There is no storefront '\(text)'.",
          advice: StorefrontTable.nearestID(to: text).map { "Did you mean \($0)?" }
            ?? "Write three letters, such as USA, DEU or JPN.")
      }
      return .text(storefront.id.rawValue)
    case .locale:
      guard text.wholeMatch(of: /[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*/) != nil else {
        throw Mismatch("'\(text)' is no language.", advice: "Write its code, such as de or pt-BR.")
      }
      return .text(text)
    case .date:
      guard Timestamp(text) != nil else {
        throw Mismatch(
          "'\(text)' is no date.", advice: "Write one such as 2026-11-30 or 2026-11-30T12:00:00Z.")
      }
      return .text(text)
    case .event:
      guard Event.names.contains(text) else { throw Mismatch(text, noneOf: Event.names, "event") }
      return .text(text)
    case .events: return .pattern(try EntryPattern(text, names: Event.names, what: "event"))
    case .calls: return .pattern(try EntryPattern(text, names: CallPattern.names, what: "call"))
    case .reason:
      let reasons = StoreError.Reason.allCases.map(\.rawValue)
      guard reasons.contains(text) else { throw Mismatch(text, noneOf: reasons, "reason") }
      return .text(text)
    case .key:
      guard isQuoted || vocabulary.isKey(text) else {
        throw Mismatch(
          "'\(text)' is no key.",
          advice: "Write a key such as b, Enter or Ctrl-D, or text in quotes to type it.")
      }
      return .text(text)
    case .name:
      guard let first = text.first, ScriptWord.isNameStart(first), text.allSatisfy(ScriptWord.isNamePart)
      else {
        throw Mismatch(
          "'\(text)' is no name.", advice: "Begin with a letter, then letters, digits and _.")
      }
      return .text(text)
    case .account, .offer, .file:
      guard !text.isEmpty else { throw Mismatch("This is empty.", advice: "Write \(rawValue).") }
      return .text(text)
    case .stage:
      let stages = StoreStage.allCases.map(\.rawValue)
      guard stages.contains(text) else { throw Mismatch(text, noneOf: stages, "stage") }
      return .text(text)
    case .failure:
      guard StoreFailure.names.contains(text) else {
        throw Mismatch(text, noneOf: StoreFailure.names, "error")
      }
      return .text(text)
    case .notification:
      let types = NotificationType.allCases.map(\.rawValue)
      guard types.contains(text) else { throw Mismatch(text, noneOf: types, "notification") }
      return .text(text)
    case .uuid:
      guard UUID(uuidString: text) != nil else {
        throw Mismatch(
          "'\(text)' is no UUID, and only a UUID is an account token.",
          advice: "Write one such as 7e3fb20b-4cdb-47cc-936d-99d65f608138, or any name as 'user \(text)'.")
      }
      return .text(text)
    case .span:
      guard let milliseconds = DurationText.milliseconds(text) else {
        throw Mismatch("'\(text)' is no length of time.", advice: "Write one such as 500ms, 5s, 90m or 7d.")
      }
      return .milliseconds(milliseconds)
    case .text, .value, .condition, .time: return .text(text)
    }
  }

  private static func transaction(_ text: String, isQuoted: Bool, _ vocabulary: Vocabulary)
    throws(Mismatch) -> TransactionName
  {
    if isQuoted { return .product(ProductID(text)) }
    if text == "last" { return .last }
    if let first = text.utf8.first, (48...57).contains(first), let id = TransactionID(text) { return .id(id) }
    do throws(Mismatch) {
      return .product(try vocabulary.product(text))
    } catch {
      guard nearest(to: text, in: ["last"]) == nil else {
        throw Mismatch("'\(text)' names no transaction.", advice: "Did you mean 'last'?")
      }
      throw error
    }
  }
}
