import StoreCatalog
import StoreModel

/// A place that one can be at in plain mode.
enum PlainPlace: Hashable, Sendable {
  case menu
  case store
  /// All products, or those of one type.
  case products(ProductType?)
  /// The products that hold this text.
  case found(String)
  case product(ProductID)
  case library
  case downloads
  case transactions
  case transaction(TransactionID)
  case activity
  case entry(EventID)
  case receipt
  /// A purchase in the receipt, by the number of its transaction.
  case record(String)
  /// Narrowed to what holds this text.
  case storefronts(String)
  case languages(String)
  case findings
}

/// Being at a place: which part of its list is told.
struct PlainVisit: Hashable, Sendable {
  var place: PlainPlace
  /// The first item told, counted from 0.
  var first = 0

  init(_ place: PlainPlace) { self.place = place }
}

/// What a number stands for.
struct PlainChoice: Hashable, Sendable {
  enum Act: Hashable, Sendable {
    case go(PlainPlace)
    /// The next items of the same list.
    case more
    case back
    case command(ShopCommand.ID)
    case storefront(Storefront.ID)
    case language(LocaleID)
    /// The answer to the open sheet or question.
    case answer(Bool)
  }

  let label: String
  let act: Act

  init(_ label: String, _ act: Act) {
    self.label = label
    self.act = act
  }
}

/// What is told at a place: some lines, then numbered choices.
struct PlainPage {
  var lines: [String]
  /// The first one is number 1.
  var choices: [PlainChoice] = []
  /// What number 0 does; nil when leaving needs an answer.
  var exit: PlainChoice? = PlainChoice("Back", .back)
  /// What Enter alone does, as an index of `choices`; nil when it tells the page again.
  var standard: Int?
  /// Whether words narrow the list.
  var isSearchable = false

  /// The choices as lines, and what can be typed.
  var menu: [String] {
    var lines = choices.enumerated().map { index, choice in
      "\(index + 1). \(choice.label)" + (index == standard ? " (Enter alone chooses this)" : "")
    }
    if let exit { lines.append("0. \(exit.label)") }
    let first = exit == nil ? 1 : 0
    let range = first == choices.count ? "\(first)" : "\(first) to \(choices.count)"
    lines.append("Choose \(range)\(isSearchable ? ", or type words to search" : "").")
    return lines
  }

  func choice(_ number: Int) -> PlainChoice? {
    if number == 0 { return exit }
    return choices.indices.contains(number - 1) ? choices[number - 1] : nil
  }
}
