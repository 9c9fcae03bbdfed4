import JSONSyntax
import StoreModel
import TerminalKit

/// Reads one settings file. Total: whatever the bytes, the good parts come out and the rest is listed.
struct SettingsFileReader {
  private(set) var values: [Setting.Name: (value: SettingValue, place: SettingsFinding.Place)] = [:]
  private(set) var bindings: [KeyBinding] = []
  private(set) var themes: [Theme] = []
  private(set) var findings: [SettingsFinding] = []
  private let file: SettingsFile
  private let commands: [String]
  private let map: SourceMap

  /// - Parameter commands: the ids that keys can be given to.
  init(_ bytes: [UInt8], of file: SettingsFile, commands: [String], home: String?) {
    self.file = file
    self.commands = commands
    map = SourceMap(bytes)
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(parsing: bytes, as: .json5)
      for offset in document.duplicateKeyOffsets {
        complain(
          at: offset,
          SettingMistake("the key is given twice; the last one counts", advice: "Remove one of them."))
      }
      read(document.root, home: home)
    } catch {
      complain(
        SettingsFinding.Place.file(path: file.path, line: error.position.line, column: error.position.column),
        SettingMistake(
          "\(error.message), so no settings are read from the file",
          advice: "Mend it; 'storefront config check' looks again."))
    }
  }

  private mutating func read(_ root: JSONValue, home: String?) {
    guard let members = members(root, "the settings are") else { return }
    // Themes first: the setting may name one of them.
    for member in members where member.key == "themes" { readThemes(member.value) }
    let themeNames = ThemeName.allCases.map(\.rawValue) + themes.map(\.name)
    for member in members where member.key != "themes" {
      if member.key == "keys" {
        readKeys(member.value)
      } else if let name = Setting.Name(rawValue: member.key) {
        // Null is no value.
        if member.value.isNull { continue }
        do throws(SettingMistake) {
          var value = try Setting.named(name).value(of: member.value, themes: themeNames)
          if case (.path, .text(let path)) = (Setting.named(name).kind, value) {
            value = .text(file.resolved(path, home: home))
          }
          values[name] = (value, place(member.value.offset))
        } catch {
          complain(at: member.value.offset, error)
        }
      } else {
        complainOfKey(member, "setting", known: Setting.Name.allCases.map(\.rawValue) + ["keys", "themes"])
      }
    }
    findings.sort { $0.place.order < $1.place.order }
  }

  private mutating func readKeys(_ value: JSONValue) {
    for member in members(value, "keys is") ?? [] {
      guard commands.contains(member.key) else {
        complainOfKey(member, "command", known: commands)
        continue
      }
      // One key may stand without a list.
      guard let items = member.value.array ?? (member.value.string == nil ? nil : [member.value]) else {
        complain(
          at: member.value.offset,
          SettingMistake(
            "the keys of \(member.key) are \(member.value.kind)",
            advice: "Write a list such as [\"b\", \"ctrl-b\"]."))
        continue
      }
      let keys = items.map { item in (item, item.string.flatMap(Key.init)) }
      for (item, key) in keys where key == nil {
        complain(
          at: item.offset,
          SettingMistake(
            "\(item.string?.quoted ?? item.kind) is no key, so \(member.key) keeps its own",
            advice: "Write one such as \"b\", \"ctrl-b\", \"f5\", \"space\" or \"pgdn\"."))
      }
      guard keys.allSatisfy({ $0.1 != nil }) else { continue }
      bindings.append(
        KeyBinding(command: member.key, keys: keys.compactMap(\.1), place: place(member.value.offset)))
    }
  }

  private mutating func readThemes(_ value: JSONValue) {
    for member in members(value, "themes is") ?? [] {
      guard !member.key.isEmpty, ThemeName(rawValue: member.key) == nil else {
        complain(
          at: member.keyOffset,
          SettingMistake(
            "a theme cannot be called \(member.key.quoted)", advice: "Give it a name of its own."))
        continue
      }
      guard let roles = members(member.value, "the theme \(member.key.quoted) is") else { continue }
      themes.append(readTheme(member.key, roles))
    }
  }

  /// A role that is not given, or cannot be read, is as in the neutral theme.
  private mutating func readTheme(_ name: String, _ members: [JSONObject.Member]) -> Theme {
    var styles: [Theme.Role: Style] = [:]
    for member in members {
      guard let role = Theme.Role(name: member.key) else {
        complainOfKey(member, "role", known: Theme.Role.allCases.map(\.name))
        continue
      }
      guard let text = member.value.string else {
        complain(
          at: member.value.offset,
          SettingMistake(
            "the style of \(member.key) is \(member.value.kind)", advice: "Write one such as \"bold green\".")
        )
        continue
      }
      do throws(ThemeError) {
        styles[role] = try Style(text: text)
      } catch {
        complain(at: member.value.offset, SettingMistake(error, in: member.key))
      }
    }
    return Theme(name: name) { styles[$0] ?? Theme.neutral[$0] }
  }

  // MARK: - Complaints

  private mutating func members(_ value: JSONValue, _ subject: String) -> [JSONObject.Member]? {
    if let object = value.object { return object.members }
    complain(
      at: value.offset, SettingMistake("\(subject) \(value.kind)", advice: "Write an object in braces."))
    return nil
  }

  private mutating func complainOfKey(_ member: JSONObject.Member, _ kind: String, known: [String]) {
    let near = nearest(to: member.key, in: known)
    complain(
      at: member.keyOffset,
      SettingMistake(
        "there is no \(kind) \(member.key.quoted)",
        advice: near.map { "Did you mean \($0)?" } ?? "'storefront config default' lists them all."))
  }

  private mutating func complain(at offset: Int, _ mistake: SettingMistake) {
    complain(place(offset), mistake)
  }

  private mutating func complain(_ place: SettingsFinding.Place, _ mistake: SettingMistake) {
    findings.append(SettingsFinding(place: place, mistake: mistake))
  }

  private func place(_ offset: Int) -> SettingsFinding.Place {
    let position = map.position(at: offset)
    return .file(path: file.path, line: position.line, column: position.column)
  }
}

extension SettingMistake {
  fileprivate init(_ error: ThemeError, in role: String) {
    switch error {
    case .unknownRole(let word), .unknownWord(let word):
      let near = nearest(to: word, in: error.candidates)
      self.init(
        "in the style of \(role), \(word.quoted) is neither a colour nor an attribute",
        advice: near.map { "Did you mean \($0)?" }
          ?? "Write bold, dim, reverse, underline, a colour such as red, 0 to 255 or #rrggbb.")
    case .missingBackground:
      self.init(
        "in the style of \(role), a colour is missing after 'on'", advice: "Write it, or remove 'on'.")
    case .secondColor(let word):
      self.init(
        "in the style of \(role), \(word.quoted) is a second colour for the text",
        advice: "Write 'on' before the colour of the background.")
    }
  }
}

extension SettingsFinding.Place {
  /// In the order of the file.
  fileprivate var order: (Int, Int) {
    if case .file(_, let line, let column) = self { (line, column) } else { (0, 0) }
  }
}
