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
  private static let common: [Option] = [.json, .help]

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

  private static let scripting: [Option] = Option.reading + [.state, .seed, .now, .rate, .format]

  static let exec = Subcommand(
    name: .exec, summary: "run commands, as a person or a script gives them", arguments: ["COMMAND..."],
    options: scripting + common,
    examples: [
      ("storefront exec 'buy PRODUCT' confirm", "buy, and see every event that came of it"),
      (
        "storefront exec 'buy PRODUCT' confirm 'expect entitled PRODUCT'", "ends with 1 when it does not hold"
      ),
      ("storefront exec 'crash after purchased' 'buy PRODUCT' confirm", "kill the app at the worst moment"),
      ("storefront exec --state shop.sqlite 'finish last'", "act on a store that stays"),
    ],
    notes: """
      Each COMMAND is one line of the language that 'storefront help script' explains. Nothing is kept, and time, \
      chance, country and language are the same every time, unless options say otherwise. With --state the store's \
      time is the machine's, and wait waits. Exit code 1: an expectation failed or the store said no; 2: a mistake \
      in a command, and then none of them has run.
      """)

  static let run = Subcommand(
    name: .run, summary: "run script files, several at a time", arguments: ["FILE..."],
    options: scripting + [.jobs] + common,
    examples: [
      ("storefront run buy.storefront", "run one script"),
      ("storefront run scenarios/*.storefront --format junit", "run all of them for CI"),
      ("storefront run shop.storefront --state shop.sqlite", "act on a store that stays"),
    ],
    notes: """
      'storefront help script' explains the language. All files are read and checked before the first one runs; each \
      has a store of its own. A script that looks at the screen or presses keys gets one. --format json prints one \
      object: scripts, passed, failed; each script has name, passed, statements, done, seconds, failure (null, or file, \
      line, column, statement, wanted, found, events). Exit code 1: an expectation \
      failed or the store said no; 2: a mistake in a script, and then none has run.
      """)

  static let replay = Subcommand(
    name: .replay, summary: "play a script or a bundle on the screen", arguments: ["FILE"],
    options: Option.reading + [.seed, .now, .rate, .speed, .step] + Option.look + [.help],
    examples: [
      ("storefront replay bug.storefront", "as it was recorded"),
      ("storefront replay bug.storefront --speed 4", "four times faster"),
      ("storefront replay bug.storefront --step", "a command at each press of Enter"),
    ],
    notes: """
      The command that comes next stands in the place of the hints. Space pauses and goes on, Enter does the next \
      command at once, Esc stops and leaves the screen to you, q quits. At the end the screen is yours, until you \
      quit; nothing is kept. Where something is not as the script expects it stops, and the exit code is 1. \
      'storefront run FILE' plays it without a screen.
      """)

  static let open = Subcommand(
    name: .open, summary: "show the screen that a bundle or a script leads to", arguments: ["FILE"],
    options: Option.reading + [.seed, .now, .rate] + Option.look + [.help],
    examples: [
      ("storefront open report.bundle", "where the bug report was made"),
      ("storefront open first-script.storefront", "what a script leads to, to go on from there"),
    ],
    notes: "The store keeps nothing. A bundle brings its catalogue, clock and seed along.")

  static let bundle = Subcommand(
    name: .bundle, summary: "make a bug report: one file that shows what happened, anywhere",
    arguments: ["[SCRIPT]"], options: Option.reading + [.state, .seed, .now, .rate, .output, .help],
    examples: [
      ("storefront bundle bug.storefront --output report.bundle", "of what a script does"),
      ("storefront bundle --output report.bundle", "of all that has happened in your store"),
      ("storefront run report.bundle", "does the same happen here?"),
      ("storefront open report.bundle", "see it"),
    ],
    notes: """
      A bundle is text: the catalogue, a script with seed and clock, and the journal. Customers' names are masked, and \
      so are what the app calls its users, paths, and keys and team ids of a .storekit file. Without SCRIPT the script \
      is made from the journal of the store, from its beginning on; such a store lived by a real clock, so its times \
      are not compared on replay, and a catalogue that has changed since may make a difference.
      """)

  static let snapshot = Subcommand(
    name: .snapshot, summary: "print a picture of a screen", arguments: [],
    options: Option.reading + [.script, .screen, .size, .picture, .theme]
      + Option.look.filter { $0.name == "ascii" } + [.seed, .now, .help],
    examples: [
      ("storefront snapshot", "the store as text"),
      ("storefront snapshot --format svg --size 100x30 > store.svg", "a picture for a document"),
      (
        "storefront snapshot --script buy.storefront --screen library --format html",
        "what a script leads to, as a page"
      ),
      ("storefront snapshot --locale ja --theme light --format svg", "in Japanese, on a light background"),
    ],
    notes: """
      The store is one of its own that keeps nothing and whose clock stands still: the same call prints the same \
      bytes. When the script fails nothing is printed and the exit code is 1.
      """)

  static let demo = Subcommand(
    name: .demo, summary: "record a script that plays in front of a screen", arguments: ["FILE"],
    options: Option.reading + [.cast, .size, .theme] + Option.look.filter { $0.name == "ascii" }
      + [.seed, .now, .rate, .help],
    examples: [
      ("storefront demo buy.storefront --cast buy.cast", "a recording that asciinema plays"),
      ("storefront demo buy.storefront --cast buy.cast --size 80x24 --locale de", "smaller, and in German"),
    ],
    notes: """
      Between two things that the script does a second goes by in the recording; long waits are cut short. The same \
      script gives the same bytes.
      """)

  static let receipt = Subcommand(
    name: .receipt,
    summary: "show, verify, compare, refresh or export a receipt; sign a transaction; ask the store",
    arguments: ["ACTION", "[FILE]"],
    options: [.root, .bundle, .deviceID, .renewal, .raw, .secret, .excludeOld, .production] + Option.reading
      + [.state, .seed, .now, .network] + common,
    examples: [
      ("storefront receipt show", "the receipt of this store's app, attribute by attribute"),
      ("storefront receipt diff", "what it says otherwise than the one before the last event"),
      ("storefront receipt refresh", "ask the store for a new one"),
      ("storefront receipt export app.receipt", "a copy, for another program to verify"),
      ("storefront receipt jws 3", "transaction 3 as the store signs it: header, payload, token"),
      ("storefront receipt jws 3 --renewal --raw", "the renewal info, for another program"),
      ("storefront receipt app-transaction", "how the app itself was bought, signed"),
      ("storefront receipt answer | jq .pending_renewal_info", "what verifyReceipt answers, as JSON"),
      ("storefront receipt answer FILE --secret wrong", "what a server with another secret gets: 21004"),
      ("storefront receipt show FILE", "any receipt: every attribute, known or not, and the certificates"),
      ("storefront receipt verify FILE", "whether Apple signed it, and for which app"),
      (
        "storefront receipt verify FILE --root root.pem --bundle com.example.app",
        "against a root of one's own"
      ),
      ("storefront receipt verify - --json < FILE", "from standard input, for a script"),
    ],
    notes: """
      ACTION is show, verify, diff, refresh, export, answer, jws or app-transaction. Without FILE, show, verify and
      answer take the receipt of this ledger's app; diff and refresh take none, and export writes to it ('-': base64 on
      standard output). FILE is an app receipt, binary or base64, or a signed transaction, renewal info, app transaction
      or notification (JWS); '-' is standard input. Without --root Apple's own roots are trusted, or this store's for its
      own receipt; with it only those given. Certificates are judged at the date of signing. jws signs the transaction
      with this number as the store does for servers; it changes nothing. answer sends the receipt to verifyReceipt, to
      production first and to the sandbox after 21007, and prints the JSON that comes back; 'fail verification with 21005
      once', written in the palette, gives it trouble. Exit code 0: valid, status 0. 1: not valid; the message tells the
      first thing that is wrong.
      """)

  static let keys = Subcommand(
    name: .keys, summary: "export the certificates that others have to trust; tell the shared secret",
    arguments: ["ACTION", "[DIR]"],
    options: [.state] + common,
    examples: [
      ("storefront keys export roots", "the roots of receipts and of signed transactions, DER and PEM"),
      ("storefront keys export roots --state shop.sqlite", "those of another store"),
      ("storefront keys secret", "the shared secret that verifyReceipt expects"),
    ],
    notes: """
      ACTION is export or secret. Each ledger has keys of its own, made once and kept beside it in a folder for its owner alone
      (FILE-keys, mode 0600). Only certificates are exported, never a private key.
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
