import StoreModel
import StoreScript
import TerminalKit

// Lines of the script language in the palette: what they mean, what can be typed next, and those that were run.
extension ShopState {
  private static let linesKept = 100

  /// What a line of the list does when it is run.
  func meaning(ofLine line: String, in menu: CommandMenu) -> MenuMeaning {
    switch LineReading(line, parser: lineParser) {
    case .act(let act): refusal(of: act).map(MenuMeaning.refuse) ?? .obey(act)
    // A verb or a word that was chosen begins a line; what was typed as a line is told what it lacks.
    case .unfinished(let reason):
      line != menu.text || !menu.text.contains(where: \.isWhitespace)
        ? .goOn(line + " ") : .unfinished(reason)
    case .wrong(let reason, _): .refuse(reason)
    }
  }

  /// Why what stands on a line of a menu cannot be run; nil when it can, or goes on.
  func reasonOff(_ item: CommandMenu.Item) -> String? {
    switch item {
    case .command(let id): return usability(of: id).reason
    case .tip: return nil
    case .line(let line):
      guard let menu, case .refuse(let reason) = meaning(ofLine: line, in: menu) else { return nil }
      return reason
    }
  }

  /// The column of the word at fault in what is typed, from 1; nil when nothing is wrong or something else is chosen.
  func fault(in menu: CommandMenu) -> Int? {
    guard menu.lines.typed != nil, menu.cursor.selected == menu.lines.typed?.item,
      case .wrong(_, let column) = LineReading(menu.text, parser: lineParser)
    else { return nil }
    return column
  }

  /// How the line is written and what it does, by its verb.
  func explanation(ofLine line: String) -> String {
    guard let name = Verb.Name(rawValue: line.firstWord) else { return Self.nothingCalledSo }
    let verb = Verb.named(name)
    return "\(verb.usage.text): \(verb.meaning)."
  }

  // MARK: - Typing

  /// Puts a text into the menu in place of what stands there.
  mutating func type(_ text: String) {
    let text = String(text.prefix(CommandMenu.limit))
    let lines = menu?.kind == .palette ? lines(for: text) : CommandMenu.Lines()
    menu?.setText(text, lines)
  }

  /// What a typed text is in the script language.
  func lines(for text: String) -> CommandMenu.Lines {
    let parser = lineParser
    let completions = parser.completions(of: text)
    let kept = text.endsInBlank ? text : text.keepingAllButLastWord
    var lines = CommandMenu.Lines()
    lines.completions = completions.map { entry(for: $0, line: kept + $0.word) }
    guard Verb.Name(rawValue: text.firstWord) != nil else { return lines }
    guard text.drop(while: \.isWhitespace).contains(where: \.isWhitespace) else {
      lines.isPromising = isWholeLine(text, parser)
      return lines
    }
    lines.typed = CommandMenu.Entry(item: .line(text), title: text, keys: [], otherNames: [])
    lines.completions.removeAll { $0.item == .line(text) }
    switch LineReading(text, parser: parser) {
    case .wrong: break
    // In the middle of a word, the title of a command may be meant.
    case .unfinished: lines.isPromising = text.endsInBlank || !beginsCommand(text)
    case .act: lines.isPromising = true
    }
    return lines
  }

  /// True for one word that can be run as it stands, unless a command that can be used begins so, as `restore` does.
  private func isWholeLine(_ word: String, _ parser: ScriptParser) -> Bool {
    guard case .act(let act) = LineReading(word, parser: parser), refusal(of: act) == nil else {
      return false
    }
    return !beginsCommand(word)
  }

  /// True when the title of a command that can be used begins so.
  private func beginsCommand(_ text: String) -> Bool {
    keyMap.commands.contains { command in
      command.title.lowercased().hasPrefix(text.lowercased()) && usability(of: command.id).isEnabled
    }
  }

  private func entry(for completion: Completion, line: String) -> CommandMenu.Entry {
    var title = completion.word
    var note = ""
    switch completion.kind {
    case .verb(let name):
      title = Verb.named(name).usage.text
      note = Verb.named(name).meaning
    case .keyword: break
    case .value(let slot): note = self.note(for: completion.word, in: slot)
    }
    return CommandMenu.Entry(item: .line(line), title: title, keys: [], otherNames: [], note: note)
  }

  /// What a value stands for, in words.
  private func note(for word: String, in slot: Slot) -> String {
    switch slot {
    case .product: return texts.name(of: ProductID(word))
    case .transaction:
      if word == "last" { return "the newest one" }
      guard let id = TransactionID(word) else {
        return "the newest one of \(texts.name(of: ProductID(word)))"
      }
      return facts.transaction(id).map { texts.name(of: $0.productID) } ?? ""
    case .storefront:
      let storefront = Self.storefront(Storefront.ID(word))
      return "\(storefront.name)  \(storefront.currency)"
    case .locale: return texts.words(for: LocaleID(word))
    case .condition, .time: return Condition.forms.first { $0.name == word }?.meaning ?? ""
    default: return ""
    }
  }

  // MARK: - Completing

  var completing: Availability {
    guard let menu, menu.lines.completions.isEmpty else { return .enabled }
    return .disabled("There is nothing to complete. The line below the list says what can stand here.")
  }

  /// Puts in the line that is chosen, or as much as all that can follow have in common; else chooses the first of them.
  mutating func complete() -> [Effect] {
    guard let menu else { return [] }
    let lines = menu.lines.completions.map(\.item.line)
    if case .line(let chosen) = menu.cursor.selected, lines.contains(chosen) {
      type(chosen + " ")
    } else if lines.count == 1 {
      type(lines[0] + " ")
    } else {
      let shared = lines.dropFirst().reduce(lines.first ?? "") { shared, line in
        String(zip(shared, line).prefix { $0 == $1 }.map(\.0))
      }
      if shared.count > menu.text.count {
        type(shared)
      } else if let first = menu.lines.completions.first {
        self.menu?.select(first.item)
      }
    }
    return []
  }

  // MARK: - What was run

  mutating func remember(_ line: String) {
    linesRun.removeAll { $0 == line }
    linesRun.append(line)
    if linesRun.count > Self.linesKept { linesRun.removeFirst() }
  }

  /// From an empty text up, and on from there: the lines that were run, the newest first. False for any other step.
  mutating func recallLine(by step: Int) -> Bool {
    guard let menu, menu.kind == .palette, abs(step) == 1, menu.isAtFirst, !linesRun.isEmpty,
      menu.recalled != nil || (menu.text.isEmpty && step < 0)
    else { return false }
    let age = min((menu.recalled ?? -1) - step, linesRun.count - 1)
    type(age < 0 ? "" : linesRun[linesRun.count - 1 - age])
    self.menu?.recalled = age < 0 ? nil : age
    return true
  }
}

extension CommandMenu.Item {
  /// The line of the script language; empty for anything else.
  fileprivate var line: String { if case .line(let line) = self { line } else { "" } }
}

extension String {
  /// Up to the beginning of the last word.
  fileprivate var keepingAllButLastWord: String {
    var text = self[...]
    while let last = text.last, !last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
