import StoreScript
import TerminalKit

// The palette and the help: every command with its key in force, run by choosing it.
extension ShopState {
  /// What the line that is typed or chosen in a menu means.
  enum MenuMeaning: Hashable {
    case run(ShopCommand.ID)
    /// A line of the script language that can be run.
    case obey(Act)
    /// Putting in this text, for the line goes on.
    case goOn(String)
    /// A line that is right as far as it goes; the sentence says what is missing.
    case unfinished(String)
    /// It cannot be done; the sentence says why, and what to do.
    case refuse(String)
  }

  /// What Enter does in a menu. Everything that a line can mean is decided here.
  func meaning(of menu: CommandMenu) -> MenuMeaning {
    switch menu.cursor.selected {
    case .command(let command):
      switch usability(of: command) {
      case .enabled: .run(command)
      case .disabled(let reason): .refuse(reason)
      }
    case .tip: .refuse("This is only good to know: there is nothing to run.")
    case .line(let line): meaning(ofLine: line, in: menu)
    case nil: .refuse(Self.nothingCalledSo)
    }
  }

  static let nothingCalledSo = "Nothing is called that. Press Backspace."

  /// Whether a command can be used on what is below the menu, and why not.
  func usability(of command: ShopCommand.ID) -> Availability {
    var below = self
    below.menu = nil
    let places = keyMap.commands.filter { $0.id == command }.reduce(into: Set()) { $0.formUnion($1.contexts) }
    if places.contains(below.context) { return below.availability(of: command) }
    guard places.isDisjoint(with: ShopCommand.Context.screens) else {
      return .disabled("Close \(below.context.words) first, with \(keyMap.label(of: .back)).")
    }
    let words = ShopCommand.Context.allCases.filter(places.contains).map(\.words)
    return .disabled("This is for \(words.joined(separator: " and ")).")
  }

  // MARK: - Opening and typing

  mutating func openMenu(_ kind: CommandMenu.Kind) -> [Effect] {
    isTypingFilter = false
    menu = nil
    menu = makeMenu(kind)
    return []
  }

  /// Makes the menu anew when another place is below it.
  mutating func refreshMenu() {
    guard let earlier = menu else { return }
    menu = nil
    let context = context
    guard context != earlier.context else {
      menu = earlier
      return
    }
    var fresh = makeMenu(earlier.kind)
    fresh.goOn(from: earlier)
    menu = fresh
  }

  /// Takes a key while a menu is open; nil when the key is a command there.
  mutating func typeIntoMenu(_ key: Key) -> [Effect]? {
    guard let menu else { return nil }
    if let typed = key.typed {
      type(menu.text + String(typed))
    } else if key == .backspace {
      type(String(menu.text.dropLast()))
    } else {
      return nil
    }
    return []
  }

  /// Runs what is chosen, or says why not; then the menu stays, so that something else can be chosen.
  mutating func runChosen() -> [Effect] {
    guard let menu else { return [] }
    switch meaning(of: menu) {
    case .run(let command):
      self.menu = nil
      return run(command)
    case .obey(let act):
      if case .line(let line) = menu.cursor.selected { remember(line) }
      self.menu = nil
      return obey(act)
    case .goOn(let text):
      type(text)
      return []
    case .unfinished(let reason): return say(reason, .info)
    case .refuse(let reason): return say(reason, .info)
    }
  }

  // MARK: - What stands in it

  private func makeMenu(_ kind: CommandMenu.Kind) -> CommandMenu {
    let context = context
    // Nobody needs to be told how to come where he is.
    var seen: Set<ShopCommand.ID> = [kind == .palette ? .showPalette : .showHelp]
    var sections = commandSections(in: context).map { title, commands in
      CommandMenu.Section(
        title: title,
        entries: commands.filter { seen.insert($0.id).inserted }.map { command in
          CommandMenu.Entry(
            item: .command(command.id), title: command.title, keys: command.keys,
            otherNames: [command.hint, command.id.rawValue])
        })
    }
    if kind == .help {
      let tips = goodToKnow.enumerated().map { index, text in
        CommandMenu.Entry(item: .tip(index), title: text, keys: [], otherNames: [])
      }
      sections.append(CommandMenu.Section(title: "Good to know", entries: tips))
    }
    return CommandMenu(kind, in: context, sections, kind == .palette ? lines(for: "") : CommandMenu.Lines())
  }

  /// The commands, those of where one is first. A command may stand in more than one.
  private func commandSections(in context: ShopCommand.Context) -> [(String, [ShopCommand])] {
    let here = keyMap.commands.filter { $0.contexts.contains(context) }
    let isScreen = ShopCommand.Context.screens.contains(context)
    let now = here.filter { command in
      !isScreen || (command.hintRank ?? 90) < 90 && availability(of: command.id).isEnabled
    }
    let groups = ShopCommand.groups.map { title, ids in
      (
        title,
        ids.compactMap { id in here.first { $0.id == id } ?? keyMap.commands.first { $0.id == id } }
      )
    }
    return [(isScreen ? "Here, now" : "In \(context.words)", ordered(now))] + groups
  }

  /// What can be done now first, then in the order of the hints.
  private func ordered(_ commands: [ShopCommand]) -> [ShopCommand] {
    let ranked = commands.enumerated().map { place, command in
      (
        command: command, isOff: availability(of: command.id).isEnabled ? 0 : 1,
        rank: command.hintRank ?? .max, place: place
      )
    }
    return ranked.sorted { ($0.isOff, $0.rank, $0.place) < ($1.isOff, $1.rank, $1.place) }.map(\.command)
  }
}

extension ShopCommand {
  /// All commands in groups, as the help and the palette list them; each stands in one.
  static let groups: [(title: String, ids: [ID])] = [
    (
      "Buying and owning",
      [.buy, .restore, .finish, .refreshReceipt, .download, .cancelDownload, .deleteContent]
    ),
    (
      "Country, language, device",
      [.chooseStorefront, .chooseLanguage, .toggleNetwork, .togglePayments, .toggleMouse, .showFindings]
    ),
    ("What can go wrong", [.showActions, .showCauses, .showAccounts]),
    ("What was said", [.showMessages, .showDetails, .retry]),
    ("Out of the screen", [.showToken, .copy, .copyFromSheet, .openLink, .page]),
    ("For scripts", [.toggleScriptLine, .copyScriptLine, .saveScript, .saveReport]),
    ("Finding", [.find, .nextMatch, .previousMatch]),
    (
      "Moving",
      [
        .moveUp, .moveDown, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .moveToFirst, .moveToLast,
        .open, .backToList, .back, .zoom,
        .showStore, .showLibrary, .showTransactions, .showActivity, .showReceipt, .showLab,
        .nextScreen, .previousScreen,
      ]
    ),
    ("Program", [.showPalette, .showHelp, .quit]),
    (
      "In dialogs",
      [
        .complete, .pressButton, .otherButton, .agree, .decline, .choose, .otherToken, .previousToken,
        .foldToken, .keepFilter, .clearFilter,
      ]
    ),
  ]
}

extension ShopCommand.Context {
  /// What it is called in a sentence.
  var words: String {
    switch self {
    case .store: "the Store"
    case .library: "the Library"
    case .transactions: "the Transactions"
    case .activity: "the Activity"
    case .receipt: "the Receipt"
    case .lab: "the Lab"
    case .filter: "the filter"
    case .sheet: "the purchase sheet"
    case .question: "questions"
    case .picker: "lists to choose from"
    case .findings: "the findings"
    case .messages: "the messages"
    case .token: "the signed form"
    case .welcome: "the welcome"
    case .palette: "the palette"
    case .help: "the help"
    }
  }
}
