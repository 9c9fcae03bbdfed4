import TerminalKit

/// Something a person can do: its name, its keys and where they work.
///
/// `ShopCommand.all` is the one registry; a `KeyMap` holds it with the keys in force, for looking up keys,
/// the hint bar and the help. Whether a command can be used now is
/// `ShopState.availability(of:)`; what it does is `ShopState.perform(_:)`.
public struct ShopCommand: Hashable, Sendable, Identifiable {
  public enum ID: String, CaseIterable, Hashable, Sendable {
    // Moving about.
    case moveUp, moveDown, pageUp, pageDown, halfPageUp, halfPageDown, moveToFirst, moveToLast
    case open, backToList, back, zoom
    // Finding.
    case find, nextMatch, previousMatch, keepFilter, clearFilter
    case showStore, showLibrary, showTransactions, showActivity, showReceipt, showLab, nextScreen,
      previousScreen
    // Buying and owning.
    case buy, restore, finish, refreshReceipt, download, cancelDownload, deleteContent
    // What was said.
    case showMessages, showDetails, retry
    // Out of the screen.
    case showActions, showAccounts, showCauses, showToken, otherToken, copy, copyFromSheet, openLink, page,
      previousToken, foldToken,
      toggleScriptLine, copyScriptLine,
      saveScript, saveReport
    // The device and the screen.
    case chooseStorefront, chooseLanguage, toggleNetwork, togglePayments, toggleMouse, showFindings,
      showPalette,
      showHelp, quit
    // In dialogs.
    case pressButton, otherButton, agree, decline, choose, complete
  }

  /// Where keys go: the topmost dialog, else the screen.
  public enum Context: Hashable, Sendable, CaseIterable {
    case store, library, transactions, activity, receipt, lab, filter, sheet, question, picker, findings
    case messages, token, welcome, palette, help

    public static let screens: Set<Context> = [.store, .library, .transactions, .activity, .receipt, .lab]
    /// Where letters are typed.
    static let typing: Set<Context> = [.picker, .filter, .palette, .help]
    /// Where letters are commands.
    static let lettered: Set<Context> = Set(allCases).subtracting(typing)
  }

  public let id: ID
  /// What it does, as the help says it.
  public let title: String
  /// What it does in a word or two, for the hint bar.
  public let hint: String
  public let keys: [Key]
  public let contexts: Set<Context>
  /// Where it comes in the hint bar, 1 first; nil when it is not hinted.
  public let hintRank: Int?

  init(
    _ id: ID, _ title: String, hint: String = "", keys: [Key], in contexts: Set<Context>, rank: Int? = nil
  ) {
    self.id = id
    self.title = title
    self.hint = hint
    self.keys = keys
    self.contexts = contexts
    hintRank = rank
  }

  public static func command(_ id: ID) -> ShopCommand? { all.first { $0.id == id } }
}

// MARK: - The registry

extension ShopCommand {
  /// Every command, in the order of the help. Within one context no key stands twice.
  public static let all: [ShopCommand] = moving + shopping + lab + said + outside + device + dialogs

  private static let scrolling: Set<Context> = Context.lettered.subtracting([.question, .welcome])

  private static let moving: [ShopCommand] = [
    ShopCommand(.moveUp, "Up", keys: [.up, "k"], in: scrolling),
    ShopCommand(.moveDown, "Down", keys: [.down, "j"], in: scrolling),
    ShopCommand(.pageUp, "A page up", keys: [.pageUp, .ctrl("b")], in: scrolling),
    ShopCommand(.pageDown, "A page down", keys: [.pageDown, " ", .ctrl("f")], in: Context.screens),
    ShopCommand(
      .pageDown, "A page down", hint: "more", keys: [" ", .pageDown, .ctrl("f")],
      in: scrolling.subtracting(Context.screens), rank: 9),
    ShopCommand(.halfPageUp, "Half a page up", keys: [.ctrl("u")], in: scrolling),
    ShopCommand(.halfPageDown, "Half a page down", keys: [.ctrl("d")], in: scrolling),
    ShopCommand(.moveToFirst, "To the beginning", keys: [.home, "g"], in: scrolling),
    ShopCommand(.moveToLast, "To the end", keys: [.end, "G"], in: scrolling),
    ShopCommand(
      .open, "Open the details", hint: "details", keys: [.enter, .right], in: Context.screens, rank: 20),
    ShopCommand(
      .backToList, "Back to the list", hint: "list", keys: [.left, "h"], in: Context.screens, rank: 21),
    ShopCommand(
      .zoom, "Give the pane the whole screen, or show both again", hint: "zoom", keys: ["z"],
      in: Context.screens, rank: 26),
    ShopCommand(
      .find, "Find in this list by title, id or kind", hint: "find", keys: ["/"], in: Context.screens,
      rank: 6),
    ShopCommand(.nextMatch, "Next match", hint: "next", keys: ["n"], in: Context.screens, rank: 7),
    ShopCommand(.previousMatch, "Previous match", keys: ["N"], in: Context.screens),
    ShopCommand(.showStore, "Store: what is for sale", keys: ["1"], in: Context.screens),
    ShopCommand(.showLibrary, "Library: what you own", keys: ["2"], in: Context.screens),
    ShopCommand(.showTransactions, "Transactions: what was bought", keys: ["3"], in: Context.screens),
    ShopCommand(.showActivity, "Activity: what happens", keys: ["4"], in: Context.screens),
    ShopCommand(.showReceipt, "Receipt: what the app has to show for it", keys: ["5"], in: Context.screens),
    ShopCommand(
      .showLab, "Lab: what goes wrong, what is held, who asks whom", keys: ["6"], in: Context.screens),
    ShopCommand(.nextScreen, "Next screen", hint: "screens", keys: [.tab], in: Context.screens, rank: 90),
    ShopCommand(.previousScreen, "Previous screen", keys: [.backTab], in: Context.screens),
  ]

  private static let shopping: [ShopCommand] = [
    ShopCommand(.buy, "Buy the selected product", hint: "buy", keys: ["b"], in: Context.screens, rank: 1),
    ShopCommand(
      .download, "Download, pause or resume content", hint: "download", keys: ["d"], in: Context.screens,
      rank: 2),
    ShopCommand(
      .cancelDownload, "Cancel the download", hint: "cancel download", keys: ["x"], in: Context.screens,
      rank: 3),
    ShopCommand(
      .deleteContent, "Delete downloaded content", hint: "delete", keys: ["D"], in: Context.screens, rank: 4),
    ShopCommand(.restore, "Restore purchases", hint: "restore", keys: ["r"], in: Context.screens, rank: 5),
    ShopCommand(
      .finish, "Finish the transaction: it leaves the queue for good", hint: "finish", keys: ["f"],
      in: [.transactions, .lab], rank: 2),
    ShopCommand(
      .finish, "Finish the transaction: it leaves the queue for good", keys: ["f"],
      in: Context.screens.subtracting([.transactions, .lab])),
    ShopCommand(
      .refreshReceipt, "Refresh the receipt: ask the store for a new one", hint: "refresh", keys: ["u"],
      in: [.receipt], rank: 4),
    ShopCommand(
      .refreshReceipt, "Refresh the receipt: ask the store for a new one", keys: ["u"],
      in: Context.screens.subtracting([.receipt])),
  ]

  private static let lab: [ShopCommand] = [
    ShopCommand(
      .showActions, "Actions: approve, refund, fail, hold … what can be done about this", hint: "actions",
      keys: ["a"], in: [.lab, .transactions], rank: 1),
    ShopCommand(
      .showActions, "Actions: approve, refund, fail, hold … what can be done about this", hint: "actions",
      keys: ["a"], in: Context.screens.subtracting([.lab, .transactions]), rank: 10),
    ShopCommand(
      .showAccounts, "Accounts: sign in as another customer, or make one a child", hint: "accounts",
      keys: ["A"],
      in: Context.screens, rank: 36),
    ShopCommand(
      .showCauses, "Cause and effect: what led to this, and what came of it", hint: "cause and effect",
      keys: ["e"], in: Context.screens, rank: 11),
  ]

  private static let said: [ShopCommand] = [
    ShopCommand(
      .showMessages, "Messages: all that was said", hint: "messages", keys: ["H"],
      in: Context.screens.union([.sheet]), rank: 35),
    ShopCommand(
      .showDetails, "Details of the last error", hint: "details", keys: ["E"],
      in: Context.screens.union([.sheet])),
    ShopCommand(
      .showDetails, "Details of this message", hint: "details", keys: ["E", .enter, .right], in: [.messages],
      rank: 10),
    ShopCommand(
      .retry, "Try again what failed", hint: "try again", keys: ["R"],
      in: Context.screens.union([.messages]), rank: 8),
  ]

  private static let outside: [ShopCommand] = [
    ShopCommand(
      .showToken, "Signed form: what servers get of it (JWS)", hint: "signed", keys: ["t"],
      in: [.transactions, .receipt, .activity], rank: 5),
    ShopCommand(
      .showToken, "Signed form: what servers get of it (JWS)", keys: ["t"],
      in: Context.screens.subtracting([.transactions, .receipt, .activity])),
    ShopCommand(
      .otherToken, "The next token: transaction, renewal info", hint: "next token", keys: [.tab, .right],
      in: [.token], rank: 8),
    ShopCommand(
      .previousToken, "The token before", keys: [.backTab, .left], in: [.token]),
    ShopCommand(
      .foldToken, "All of a token's raw text, or as much as fits", hint: "all raw text", keys: [.enter],
      in: [.token], rank: 9),
    ShopCommand(
      .copy, "Copy an id, a link or a message", hint: "copy", keys: ["y"],
      in: Context.screens.union([.messages, .token]), rank: 32),
    ShopCommand(.copyFromSheet, "Copy its id or a link", hint: "copy", keys: [.ctrl("y")], in: [.sheet]),
    ShopCommand(
      .openLink, "Terms, privacy, subscriptions: open a link", hint: "links", keys: ["o"],
      in: Context.screens.union([.sheet]), rank: 33),
    ShopCommand(
      .page, "Read the long text in a pager", hint: "pager", keys: ["v"],
      in: Context.screens.union([.sheet, .findings, .messages, .token]), rank: 34),
    ShopCommand(
      .toggleScriptLine, "Script lines: show the line of each key, or no longer", hint: "script lines",
      keys: ["c"],
      in: Context.screens.union([.sheet, .token]), rank: 41),
    ShopCommand(
      .copyScriptLine, "Copy the script line of the last command", hint: "copy line", keys: ["C"],
      in: Context.screens.union([.sheet, .token]), rank: 42),
    ShopCommand(
      .saveScript, "Save all that happened as a script", hint: "save script", keys: ["S"],
      in: Context.screens.union([.sheet]), rank: 43),
    ShopCommand(
      .saveReport, "Save a bug report: one file that shows all this anywhere", hint: "bug report",
      keys: ["F"],
      in: Context.screens.union([.sheet]), rank: 44),
  ]

  private static let device: [ShopCommand] = [
    ShopCommand(
      .chooseStorefront, "Choose the storefront: country and currency", hint: "storefront", keys: ["s"],
      in: Context.screens, rank: 30),
    ShopCommand(
      .chooseLanguage, "Choose the language of texts", hint: "language", keys: ["l"], in: Context.screens,
      rank: 31),
    ShopCommand(
      .showFindings, "What is wrong in the catalogue", hint: "findings", keys: ["!"], in: Context.screens),
    ShopCommand(.toggleNetwork, "Network on or off, to try failures", keys: ["w"], in: Context.screens),
    ShopCommand(
      .togglePayments, "Payments allowed or refused, to try failures", keys: ["p"], in: Context.screens),
    ShopCommand(
      .toggleMouse, "Mouse on or off: off, dragging selects text", keys: ["m"], in: Context.screens),
    ShopCommand(
      .showPalette, "All commands, to choose from", hint: "commands", keys: [":", .ctrl("p")],
      in: Context.lettered, rank: 40),
    ShopCommand(
      .showPalette, "All commands, to choose from", keys: [.ctrl("p")], in: [.picker, .filter]),
    ShopCommand(
      .showHelp, "Help: what the keys do", hint: "help", keys: ["?", .function(1)], in: Context.lettered,
      rank: 100),
    ShopCommand(
      .showHelp, "Help: what the keys do", hint: "help", keys: [.function(1)],
      in: [.picker, .filter, .palette], rank: 100),
    ShopCommand(.quit, "Quit", hint: "quit", keys: ["q"], in: Context.screens, rank: 95),
  ]

  private static let dialogs: [ShopCommand] = [
    ShopCommand(
      .pressButton, "Press the marked button", hint: "press", keys: [.enter], in: [.sheet, .question],
      rank: 11),
    ShopCommand(
      .otherButton, "Mark the other button", hint: "other button", keys: [.tab, .backTab, .left, .right],
      in: [.sheet, .question], rank: 12),
    ShopCommand(.agree, "Yes: agree", hint: "yes", keys: ["y"], in: [.sheet, .question], rank: 10),
    ShopCommand(.decline, "No", hint: "no", keys: ["n"], in: [.question], rank: 10),
    ShopCommand(.moveUp, "Up", keys: [.up], in: [.picker, .filter]),
    ShopCommand(.moveDown, "Down", keys: [.down], in: [.picker, .filter]),
    ShopCommand(.moveUp, "Up", keys: [.up, .ctrl("p")], in: [.palette, .help]),
    ShopCommand(.moveDown, "Down", keys: [.down, .ctrl("n")], in: [.palette, .help]),
    ShopCommand(.pageUp, "A page up", keys: [.pageUp], in: Context.typing),
    ShopCommand(.pageDown, "A page down", keys: [.pageDown], in: Context.typing),
    ShopCommand(.halfPageUp, "Half a page up", keys: [.ctrl("u")], in: Context.typing),
    ShopCommand(.halfPageDown, "Half a page down", keys: [.ctrl("d")], in: Context.typing),
    ShopCommand(.moveToFirst, "To the beginning", keys: [.home], in: Context.typing),
    ShopCommand(.moveToLast, "To the end", keys: [.end], in: Context.typing),
    ShopCommand(.keepFilter, "Keep the filter", hint: "keep", keys: [.enter], in: [.filter], rank: 10),
    ShopCommand(.clearFilter, "Show all again", hint: "show all", keys: [.escape], in: [.filter], rank: 15),
    ShopCommand(.choose, "Choose the marked one", hint: "choose", keys: [.enter], in: [.picker], rank: 10),
    ShopCommand(
      .choose, "Run the marked command", hint: "run", keys: [.enter], in: [.palette, .help], rank: 10),
    ShopCommand(
      .complete, "Complete the word that is typed", hint: "complete", keys: [.tab], in: [.palette], rank: 16),
    ShopCommand(
      .back, "Close", hint: "close", keys: [.escape, "q"], in: [.findings, .messages, .token], rank: 15),
    ShopCommand(
      .back, "Close and begin", hint: "begin", keys: [.enter, .escape, "q", " "], in: [.welcome], rank: 10),
    ShopCommand(.back, "Close", hint: "close", keys: [.escape], in: [.palette, .help], rank: 15),
    ShopCommand(
      .back, "One level back", hint: "cancel", keys: [.escape], in: [.sheet, .question, .picker], rank: 15),
    ShopCommand(.back, "One level back", hint: "back", keys: [.escape], in: Context.screens, rank: 22),
  ]
}

/// Whether a command can be used now.
public enum Availability: Hashable, Sendable {
  case enabled
  /// Why not, and what to do instead, in a plain sentence.
  case disabled(String)

  public var isEnabled: Bool { self == .enabled }
}
