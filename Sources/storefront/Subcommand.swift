import StoreScript

/// One thing that storefront does when it is not the screen. Help, and later completions and the
/// manual, are made from this table.
struct Subcommand: Sendable {
  enum Name: String, CaseIterable, Sendable {
    case products, show, buy, restore, transactions, downloads, events, notifications, receipt, keys, explain,
      exec, run, replay
    case open, bundle, snapshot, demo, config, doctor, help, completions, version
  }

  /// Nil for the screen itself.
  let name: Name?
  let summary: String
  /// The words after the command, in order; a name in brackets may be left out.
  let arguments: [String]
  let options: [Option]
  /// Whole command lines with what they do, the most useful first.
  let examples: [(line: String, meaning: String)]
  /// What else a user has to know; may be empty.
  let notes: String

  /// How it is called: `storefront buy`.
  var call: String { name.map { "storefront \($0.rawValue)" } ?? "storefront" }

  /// Whether it goes on in spite of a mistake in the settings, which it then has to mention. The screen shows
  /// a mistake itself, and some commands are about nothing else.
  var usesSettings: Bool {
    switch name {
    case .products, .show, .buy, .restore, .transactions, .downloads, .events, .notifications: true
    case .exec, .run, .replay, .open, .bundle, .snapshot, .demo, .receipt, .keys, .explain, nil, .config,
      .doctor,
      .help,
      .completions, .version:
      false
    }
  }

  /// The call with its arguments: `storefront buy PRODUCT`.
  var usage: String { ([call] + arguments).joined(separator: " ") }

  static func named(_ name: Name?) -> Subcommand {
    switch name {
    case nil: screen
    case .products: products
    case .show: show
    case .buy: buy
    case .restore: restore
    case .transactions: transactions
    case .downloads: downloads
    case .events: events
    case .notifications: notifications
    case .exec: exec
    case .run: run
    case .replay: replay
    case .open: open
    case .bundle: bundle
    case .snapshot: snapshot
    case .demo: demo
    case .receipt: receipt
    case .keys: keys
    case .explain: explain
    case .config: config
    case .doctor: doctor
    case .help: help
    case .completions: completions
    case .version: version
    }
  }
}

extension Subcommand {
  static let common: [Option] = [.json, .help]

  static let screen = Subcommand(
    name: nil, summary: "open the store on the screen", arguments: ["[CATALOG]"],
    options: Option.reading + Option.keeping + [.record] + Option.device + Option.look
      + [.json, .help, .version],
    examples: [
      ("storefront", "open ./catalog.json, or the built-in sample"),
      ("storefront Products.storekit", "open an Xcode StoreKit configuration"),
      ("storefront --storefront DEU --locale de", "sell in Germany, speak German"),
      ("storefront --ephemeral", "try things out and keep nothing"),
      ("storefront --record bug.storefront", "write down what is done, as a script to play again"),
      ("storefront --plain", "for screen readers and scripts: lines and numbered choices"),
      ("storefront --theme light --no-mouse", "look and behave otherwise; 'storefront config' keeps it"),
    ],
    notes: "Without a terminal the products are printed instead, as 'storefront products' does.")

  static let products = Subcommand(
    name: .products, summary: "list what is for sale", arguments: ["[CATALOG]"],
    options: Option.reading + common,
    examples: [
      ("storefront products", "titles and prices"),
      ("storefront products --storefront JPN --locale ja", "in yen and in Japanese"),
      ("storefront products --json | jq '.products[].id'", "ids, for a script"),
    ],
    notes: """
      --json prints one object: catalog, storefront, locale, products, diagnostics. Each product has id,
      type, group, level, period, title, description, language (which one answered), price (amount,
      currency, text; null where it is not sold), available, offers. Each diagnostic has severity, path
      and message, and line and column when known.
      """)

  static let show = Subcommand(
    name: .show, summary: "show one product with everything that must be disclosed",
    arguments: ["PRODUCT"], options: Option.reading + [.now] + common,
    examples: [
      ("storefront show PRODUCT", "its texts, price, offers and disclosures"),
      ("storefront show PRODUCT --locale pl", "the same in Polish"),
    ], notes: "")

  static let buy = Subcommand(
    name: .buy, summary: "buy a product", arguments: ["PRODUCT"],
    options: Option.reading + Option.keeping + Option.device
      + [.quantity, .user, .token, .hashed, .yes] + common,
    examples: [
      ("storefront buy PRODUCT", "read the disclosures, then answer"),
      ("storefront buy PRODUCT --yes", "buy without being asked, for scripts"),
      ("storefront buy PRODUCT --yes --payments refused", "see what a refused payment does"),
    ],
    notes: """
      Without a terminal and without --yes nothing is bought and the exit code is 2. Exit code 0: bought.
      1: cancelled, or the store said no.
      """)

  static let restore = Subcommand(
    name: .restore, summary: "restore what this account owns", arguments: [],
    options: Option.reading + Option.keeping + Option.device + common,
    examples: [
      ("storefront restore", "bring purchases back to this device"),
      ("storefront restore --network off", "see a restore fail"),
    ], notes: "Consumables and non-renewing subscriptions are never restored.")

  static let transactions = Subcommand(
    name: .transactions, summary: "list every transaction, newest first", arguments: [],
    options: [.limit, .filter] + Option.keeping + common,
    examples: [
      ("storefront transactions --limit 20", "the newest twenty"),
      ("storefront transactions --filter 'state:deferred account:mia'", "who waits for an answer"),
      ("storefront transactions --json", "all fields, for a script"),
    ],
    notes: "WORDS all have to fit; a word without a key is a part of the product's id.\n"
      + TransactionQuery.keys.map { "  \($0.key): \($0.meaning)" }.joined(separator: "\n"))

  static let explain = Subcommand(
    name: .explain, summary: "explain an error: its cause, whose fault it is, what to show and what to do",
    arguments: ["[ERROR]"], options: common,
    examples: [
      ("storefront explain", "every error that the store can answer with"),
      ("storefront explain paymentNotAllowed", "one of StoreKit's"),
      ("storefront explain 21007", "a status of verifyReceipt"),
    ],
    notes: "ERROR is a name in StoreKit, a status of verifyReceipt, or a reason that the journal gives.")

  static let downloads = Subcommand(
    name: .downloads, summary: "list downloads, or start, pause, resume, cancel or delete one",
    arguments: ["[ACTION]", "[PRODUCT]"],
    options: Option.reading + Option.keeping + Option.device + common,
    examples: [
      ("storefront downloads", "what is on this device"),
      ("storefront downloads start PRODUCT", "download the content of something owned"),
      ("storefront downloads delete PRODUCT", "free its space; it can be downloaded again"),
    ], notes: "ACTION is start, pause, resume, cancel or delete. start and resume wait until it has ended.")

  static let events = Subcommand(
    name: .events, summary: "print the journal: everything that happened and why", arguments: [],
    options: [.limit] + Option.keeping + common,
    examples: [
      ("storefront events --limit 20", "the newest twenty, in words"),
      ("storefront events --json | jq -r .name", "one JSON object a line"),
    ], notes: "")

  static let notifications = Subcommand(
    name: .notifications, summary: "print what the store would tell the app's server, signed",
    arguments: ["[ENTRY]"], options: [.body, .limit, .words, .catalog, .state, .seed] + common,
    examples: [
      ("storefront notifications", "type, subtype and product of each, oldest first"),
      ("storefront notifications 12", "that of journal entry 12: decoded and raw, the tokens in it too"),
      (
        "storefront notifications --raw --limit 1 | curl -H 'Content-Type: application/json' -d @- URL",
        "send the newest to a server of yours"
      ),
      (
        "storefront notifications --json | jq -r .payload.notificationType",
        "one JSON object a line, the tokens in it decoded"
      ),
      ("storefront notifications --filter 'REFUND coins'", "only those whose row has all of the words"),
    ],
    notes: """
      App Store Server Notifications, version 2. Nothing is sent: the store has no network. ENTRY is the number of a journal
      entry, as in the first column. Each look gives the same notification, with the same notificationUUID and signed at
      the time of the entry, saying how things were then; only signatures differ. A server that trusts the roots of
      'storefront keys export' accepts it. --json prints entry, time and payload; the transaction and the renewal info
      stand decoded in payload.data. Subscriptions do not renew here yet, so nothing is told of renewals and expiry.
      """)

  static let config = Subcommand(
    name: .config, summary: "tell what is set, and where; look for mistakes", arguments: ["[ACTION]"],
    options: common,
    examples: [
      ("storefront config", "each setting, its value and where it came from"),
      ("storefront config check", "every mistake with line and column; ends with 2 when there is one"),
      ("storefront config path", "where the settings file is, or would be"),
      ("storefront config default", "a file to start from, every setting explained"),
    ],
    notes: """
      ACTION is show, check, path or default. An option comes before STOREFRONT_NAME in the environment, and
      that before the file. 'storefront help config' tells what can be set.
      """)

  static let doctor = Subcommand(
    name: .doctor, summary: "explain what storefront found on this machine", arguments: ["[CATALOG]"],
    options: Option.reading + Option.keeping + Option.look + common,
    examples: [
      ("storefront doctor", "terminal, settings, catalogue, ledger and versions, each with what to do")
    ],
    notes: "")

  static let help = Subcommand(
    name: .help, summary: "explain a command, or the format of a file", arguments: ["[TOPIC]"],
    options: [.man, .help],
    examples: [
      ("storefront help buy", "one command"), ("storefront help catalog", "how to write catalog.json"),
      ("storefront help script", "how to write a script"),
      ("storefront help config", "how to write config.json"),
      ("storefront help --man | man -l -", "storefront(1), the whole manual"),
      ("storefront help config --man | man -l -", "storefront(5), the formats of files"),
    ], notes: "")

  static let completions = Subcommand(
    name: .completions, summary: "print what lets a shell complete the command line", arguments: ["SHELL"],
    options: [.help],
    examples: [
      ("storefront completions bash > ~/.local/share/bash-completion/completions/storefront", "for bash"),
      ("storefront completions zsh > ~/.zsh/_storefront", "for zsh, into a folder of fpath"),
      ("storefront completions fish > ~/.config/fish/completions/storefront.fish", "for fish"),
    ], notes: "SHELL is bash, zsh or fish. 'make install' installs all three.")

  static let version = Subcommand(
    name: .version, summary: "print the version and those of the libraries", arguments: [],
    options: common, examples: [("storefront version", "storefront, Swift, ncurses, SQLite, OpenSSL, ICU")],
    notes: "")
}
