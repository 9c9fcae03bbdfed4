import StoreModel
import StorefrontSettings
import StorefrontUI
import TerminalKit

extension Shell {
  /// Tells where the settings are, what counts, and what is wrong with them.
  func config() throws -> ExitStatus {
    let action = invocation.arguments.first ?? ConfigAction.show.rawValue
    switch ConfigAction(rawValue: action) {
    case .path:
      guard let file = settings.values.file else {
        throw UsageError(
          "There is no place for settings: neither XDG_CONFIG_HOME nor HOME is set.",
          advice: "Set one of them to a folder.")
      }
      if invocation.has(.json) {
        try console.print(json: ["path": file.path])
      } else {
        console.print(file.path)
      }
      return .done
    case .show: return try showSettings()
    case .check: return try checkSettings()
    case .default:
      console.print(DefaultSettingsFile.text(commands: ShopCommand.bindable), terminator: "")
      return .done
    case nil:
      let actions = ConfigAction.allCases.map(\.rawValue)
      let near = nearest(to: action, in: actions)
      throw UsageError(
        "'storefront config' cannot '\(action.singleLine)'.",
        advice: (near.map { "Did you mean '\($0)'? " } ?? "") + "Choose \(actions.joined(separator: ", ")).")
    }
  }

  private func showSettings() throws -> ExitStatus {
    let report = SettingsReport(settings)
    if invocation.has(.json) {
      try console.print(json: report)
    } else {
      console.print(report.lines.joined(separator: "\n"))
      if let notice = settings.notice { console.note(notice) }
    }
    return .done
  }

  private func checkSettings() throws -> ExitStatus {
    let findings = settings.findings
    if invocation.has(.json) {
      try console.print(json: ["findings": findings.map(SettingsReport.Finding.init)])
    } else if findings.isEmpty {
      let path = settings.values.file?.path ?? "no file"
      console.print(
        "\(path): \(settings.values.fileExists ? "no mistakes" : "there is no such file; defaults count").")
    } else {
      for finding in findings { console.print("\(finding)".singleLine) }
    }
    return findings.isEmpty ? .done : .usage
  }
}

/// What `storefront config` can be asked to do.
enum ConfigAction: String, CaseIterable {
  case show, check, path, `default`
}

/// What `config show` tells.
struct SettingsReport: Encodable {
  struct Value: Encodable {
    let name: String
    /// Left out when there is none.
    let value: SettingValue?
    let origin: String
  }

  struct Finding: Encodable {
    let place: String
    let message: String
    let advice: String

    init(_ finding: SettingsFinding) {
      place = "\(finding.place)"
      message = finding.mistake.message
      advice = finding.mistake.advice
    }
  }

  let file: String?
  let fileExists: Bool
  let settings: [Value]
  /// The keys of every command by its id, as the file writes them.
  let keys: [String: [String]]
  let themes: [String]
  let findings: [Finding]
  private let rebound: [String]

  private enum CodingKeys: String, CodingKey { case file, fileExists, settings, keys, themes, findings }

  init(_ run: RunSettings) {
    file = run.values.file?.path
    fileExists = run.values.fileExists
    settings = Setting.all.map {
      Value(
        name: $0.name.rawValue, value: run.values[$0.name], origin: "\(run.values.origin(of: $0.name))")
    }
    let commands = ShopCommand.bindable(in: run.keyMap)
    keys = Dictionary(uniqueKeysWithValues: commands.map { ($0.id, $0.keys.map(\.settingName)) })
    rebound = zip(commands, ShopCommand.bindable).compactMap { $0.keys == $1.keys ? nil : $0.id }
    themes = run.values.themes.map(\.name)
    findings = run.findings.map(Finding.init)
  }

  /// For people: settings, then what keys and themes the file changes.
  var lines: [String] {
    let rows = settings.map { value -> [String] in
      let none = Setting.Name(rawValue: value.name).map { Setting.named($0).meaningOfNone } ?? ""
      return [value.name, value.value.map(\.description) ?? none, value.origin]
    }
    let keyRows = rebound.map { id in
      ["keys.\(id)", keys[id, default: []].joined(separator: " "), file ?? ""]
    }
    let themeRows = themes.map { ["themes.\($0)", "", file ?? ""] }
    return TextTable(rows + keyRows + themeRows).lines
  }
}

extension ShopCommand {
  /// The commands as settings files know them: by id, with the keys that a binding replaces.
  static var bindable: [DefaultSettingsFile.Command] { bindable(in: .standard) }

  static func bindable(in keyMap: KeyMap) -> [DefaultSettingsFile.Command] {
    ID.allCases.compactMap { id in
      command(id).map { .init(id: id.rawValue, title: $0.title, keys: keyMap.keys(of: id)) }
    }
  }
}
