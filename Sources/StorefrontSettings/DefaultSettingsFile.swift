import TerminalKit

/// The settings file that changes nothing: every setting with its default, explained, behind `//`.
public enum DefaultSettingsFile {
  /// A command whose keys can be set: its id, what it does, and the keys that it has.
  public struct Command: Hashable, Sendable {
    public let id: String
    public let title: String
    public let keys: [Key]

    public init(id: String, title: String, keys: [Key]) {
      self.id = id
      self.title = title
      self.keys = keys
    }
  }

  /// The file as text. It reads back without a finding, and also with every `// ` before a value taken away.
  public static func text(commands: [Command]) -> String {
    var lines = [
      "// Settings of storefront. JSON, and JSON5 too: comments, trailing commas, unquoted keys.",
      "// Everything here stands at its default. Take away the // before a line to change it.",
      "// An option comes before STOREFRONT_NAME in the environment, and that before this file.",
      "// 'storefront config check' looks for mistakes; 'storefront config show' tells what counts.",
      "{",
    ]
    for setting in Setting.all {
      let none = setting.standard == nil ? " Without it: \(setting.meaningOfNone)." : ""
      lines.append("  // \("\(setting.help.capitalizedFirst).\(none)".wrappedAsComment)")
      let value = setting.standard ?? setting.example ?? .flag(false)
      lines += ["  // \(setting.name.rawValue): \(value.literal),", ""]
    }
    lines += [
      "  // The keys of a command, by its id: \"b\", \"D\", \"ctrl-b\", \"f5\", \"space\", \"pgdn\". [] switches them off.",
      "  keys: {",
    ]
    let width = commands.map(\.id.count).max() ?? 0
    for command in commands {
      let keys = command.keys.map(\.settingName.literal).joined(separator: ", ")
      let entry = "// \(command.id): [\(keys)],"
      let room = String(repeating: " ", count: max(width + 34 - entry.count, 1))
      lines.append("    \(entry)\(room)// \(command.title)")
    }
    lines += [
      "  },", "",
      "  // Themes of your own: the style of each role, such as \"bold #ff8800 on black\". What a theme leaves",
      "  // out is as in neutral. Roles:",
      "  // \(Theme.Role.allCases.map(\.name).joined(separator: ", ").wrappedAsComment)",
      "  themes: {",
      "    // evening: { price: \"bold yellow\", selection: \"reverse\" },",
      "  },",
      "}",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}

extension SettingValue {
  /// As JSON.
  var literal: String {
    switch self {
    case .text(let text): text.literal
    case .flag(let isOn): isOn ? "true" : "false"
    case .number(let number): "\(number)"
    }
  }
}

extension String {
  /// As JSON text; holds no controls.
  var literal: String {
    "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// Broken into comment lines.
  fileprivate var wrappedAsComment: String { wrapped(toWidth: 96).joined(separator: "\n  // ") }
}
