import StoreScript

/// Those that play scripts and show what comes of them.
extension Subcommand {
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
}
