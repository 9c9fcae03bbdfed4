import StoreCatalog
import StoreModel
import StoreScript
import TerminalKit

/// Everything that the screen is drawn from.
///
/// A value: `update` changes it and says what has to be done, `ShopView` draws it. It reads no clock
/// and no terminal; times and sizes come in actions.
///
/// Invariants:
/// 1. Selections are ids; after each update they name something that is in their list.
/// 2. At most one payment of a product is on its way from this screen (K19).
/// 3. A purchase sheet can be agreed to only after all its lines have been on the screen.
public struct ShopState: Hashable, Sendable {
  // MARK: What is for sale

  public internal(set) var texts: ProductTexts
  /// The products by type, in catalogue order.
  var allProducts: SectionedList<ProductID>
  /// Those of them that the filter leaves.
  public internal(set) var products: SectionedList<ProductID>
  /// How many levels each subscription group has.
  var levelCounts: [GroupID: Int]
  public internal(set) var findings: [Finding]
  /// One product of each group with an introductory offer: what eligibility is asked by.
  public internal(set) var introductoryProducts: [GroupID: ProductID]
  /// Why the file as it is now cannot be read; nil while what is shown is what is in the file.
  public internal(set) var catalogProblem: CatalogError?

  // MARK: What the store says

  public internal(set) var facts: StoreFacts
  /// What has been asked of the store and is not answered yet.
  public internal(set) var requests: [RequestID: Command] = [:]
  var lastRequest = 0
  var isLoadingTransactions = false
  var isLoadingJournal = false

  /// How the app works that buys here.
  public internal(set) var app = AppFacts()
  /// True while it is started again at once with what is set: then only the start is told.
  var isAppRestarting = false
  /// True from a kill until the app is started again.
  var isAppKilled = false

  // MARK: What is on the screen

  public internal(set) var size: Size
  public internal(set) var screen = Screen.store
  public internal(set) var pane = Pane.list
  /// True while the pane with the keys has the whole screen.
  public internal(set) var isZoomed = false
  /// What narrows each list; a list without filter is not in it.
  var filters: [Screen: ListFilter] = [:]
  /// How much of a large catalogue's titles has been gathered for the filter, from 0 to 1; nil when nobody
  /// waits for them.
  var titleProgress: Double?
  /// True when the titles have to be asked for.
  var needsTitles = false
  /// True while letters go into the filter.
  public internal(set) var isTypingFilter = false
  public internal(set) var dialog: Dialog?
  /// The palette or the help, above everything else.
  public internal(set) var menu: CommandMenu?
  /// The purchase sheet, below the dialog if there is one.
  public internal(set) var sheet: SheetState?
  /// True while the store asks the customer to sign in.
  var isSignInAsked = false
  /// The sheet that was answered last: when it comes again, its price has changed.
  var lastSheet: PaymentSheet?
  public internal(set) var toasts = Toasts()
  /// Everything that was said.
  public internal(set) var messages = MessageLog()
  /// The wall clock, as last told: when something was said.
  var now: Timestamp
  /// Whether clicks come; without a mouse they never do.
  public internal(set) var isMouseOn = false
  /// Whether what happens can be saved from here.
  package var canSave = false
  /// Stands in the place of the keys' hints, while a script plays.
  public internal(set) var caption: String?
  /// The name of the script that this session is written to; nil when it is not.
  public internal(set) var recording: String?
  var hasMouse = false
  /// The lines that were run in the palette, the newest last.
  var linesRun: [String] = []
  /// True while the command of each key is shown.
  public internal(set) var showsScriptLine = false
  /// What the last input did.
  public internal(set) var lastStatement: KeyStatement?
  /// The last statement that is more than a key.
  public internal(set) var lastCommand: Act?
  var storeCursor = ListCursor<ProductID>()
  var libraryCursor = ListCursor<LibraryItem>()
  var transactionCursor = ListCursor<TransactionID>()
  var activityCursor = ListCursor<EventID>()
  var receiptCursor = ListCursor<ReceiptItem>()
  var labCursor = ListCursor<LabItem>()
  var labList = SectionedList<LabItem>()
  /// What passed between the queue and the app, oldest first.
  var tape: [TapeLine] = []
  var callCount = 0
  var library = SectionedList<LibraryItem>()
  /// How many rows the library has without its filter.
  var libraryCount = 0
  var transactions = SectionedList<TransactionID>()
  var activity = SectionedList<EventID>()
  /// What is known of the receipt on this device.
  var receipt = ReceiptState()
  /// A transaction that is shown as soon as its page has been read.
  var wantedTransaction: TransactionID?
  /// What is being signed to be looked at.
  var signing: TokenSubject?
  /// The newest entry stays selected as others come in.
  var followsActivity = true
  /// The first line of the detail pane.
  var detailTop = 0
  public let clock: ClockText
  public let keyMap: KeyMap
  /// Why links cannot be opened from here; nil when they can.
  let noOpener: String?
  /// The file that libraries' output goes to; nil when there is none.
  let logFile: String?
  /// Whether bars move as bytes come; if not, they move in tenths.
  let motion: Bool

  /// Opens on a catalogue. The storefront of `settings` is the one shown; one that the App Store does
  /// not have counts as the American one. `inASCII` says that the terminal has no other characters; `printed` is
  /// what has been printed before.
  public init(
    reading: CatalogReading, settings: StoreSettings, locale: LocaleID, now: Timestamp, clock: ClockText,
    size: Size, keyMap: KeyMap = .standard, isMouseOn: Bool = false, motion: Bool = true,
    logFile: String? = nil, noOpener: String? = nil, inASCII: Bool = false, printed: PrintedTexts? = nil
  ) {
    facts = StoreFacts(settings: settings, now: now)
    texts = ProductTexts(
      catalog: reading.catalog, storefront: Self.storefront(settings.storefront), locale: locale,
      inASCII: inASCII, printed: printed)
    findings = reading.findings
    allProducts = Self.list(of: reading.catalog)
    products = allProducts
    levelCounts = Self.levelCounts(of: reading.catalog)
    introductoryProducts = Self.introductoryProducts(of: reading.catalog)
    self.clock = clock
    self.keyMap = keyMap
    self.motion = motion
    self.logFile = logFile
    self.noOpener = noOpener
    self.now = now
    self.size = size
    self.isMouseOn = isMouseOn
    hasMouse = isMouseOn
    storeCursor.settle(in: products)
  }

  /// What has to be asked of the store when the screen opens; a notice is shown as a warning.
  public mutating func start(notice: String? = nil, welcomes: Bool = false) -> [Effect] {
    if welcomes { dialog = .welcome }
    isLoadingTransactions = true
    isLoadingJournal = true
    return [.loadLibrary, .loadTransactions(before: nil), .loadJournal(before: nil)]
      + (notice.map { say($0, .warning) } ?? [])
  }

  // MARK: - What is selected

  public var catalog: Catalog { texts.catalog }

  /// The product that `b` and `d` are about on this screen.
  public var selectedProduct: Product? {
    switch screen {
    case .store: storeCursor.selected.flatMap(catalog.product)
    case .library: libraryCursor.selected.flatMap { catalog.product($0.product) }
    case .transactions: selectedTransaction.flatMap { catalog.product($0.productID) }
    case .lab: labTransaction.flatMap { catalog.product($0.productID) }
    case .activity, .receipt: nil
    }
  }

  public var selectedTransaction: Transaction? { transactionCursor.selected.flatMap(facts.transaction) }

  public var selectedEntry: JournalEntry? {
    activityCursor.selected.flatMap { id in facts.journal.first { $0.id == id } }
  }

  /// Where keys go now.
  public var context: ShopCommand.Context {
    if let menu { return menu.kind == .palette ? .palette : .help }
    return switch dialog {
    case .picker: .picker
    case .question: .question
    case .findings: .findings
    case .messages: .messages
    case .token: .token
    case .welcome: .welcome
    case nil: sheet != nil ? .sheet : isTypingFilter ? .filter : screen.context
    }
  }

  func isBeingBought(_ product: ProductID) -> Bool {
    requests.values.contains { command in
      if case .buy(let payment) = command { payment.productID == product } else { false }
    }
  }

  // MARK: - Worked out from the catalogue

  static func storefront(_ id: Storefront.ID) -> Storefront {
    if let found = StorefrontTable.storefront(id) ?? StorefrontTable.storefront("USA") { return found }
    preconditionFailure("The table of storefronts holds the American one.")
  }

  /// The types in the order of the Store.
  static let typesInOrder: [ProductType] = [.autoRenewable, .nonConsumable, .nonRenewing, .consumable]

  /// The products by type, each type in catalogue order; a row asks the catalogue when it is in sight.
  static func list(of catalog: Catalog) -> SectionedList<ProductID> {
    let sections = typesInOrder.map { (type: $0, count: catalog.summary.counts[$0] ?? 0) }
    let products = catalog.products
    let items = ListItems<ProductID>(
      id: { position in
        var rank = position
        for section in sections {
          if rank < section.count { return products.id(at: rank, of: section.type) }
          rank -= section.count
        }
        preconditionFailure("The list of products has no position \(position).")
      },
      position: { id in
        guard let place = products.place(of: id) else { return nil }
        return place.rank + sections.prefix { $0.type != place.type }.reduce(0) { $0 + $1.count }
      })
    return SectionedList(sections.map { ($0.type.heading, $0.count) }, of: items)
  }

  static func levelCounts(of catalog: Catalog) -> [GroupID: Int] {
    catalog.summary.groups.mapValues { $0.levels.count }
  }

  static func introductoryProducts(of catalog: Catalog) -> [GroupID: ProductID] {
    catalog.summary.groups.compactMapValues { $0.introductoryProduct }
  }
}

extension ProductType {
  /// As a heading of the store: what one buys, in plain words.
  var heading: String {
    switch self {
    case .consumable: "To use up"
    case .nonConsumable: "To keep"
    case .nonRenewing: "For a time"
    case .autoRenewable: "Subscriptions"
    }
  }

  /// As StoreKit names it.
  var words: String {
    switch self {
    case .consumable: "Consumable"
    case .nonConsumable: "Non-consumable"
    case .nonRenewing: "Non-renewing subscription"
    case .autoRenewable: "Auto-renewable subscription"
    }
  }
}
