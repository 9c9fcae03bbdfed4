import StoreModel
import StorefrontSettings
import StorefrontUI
import TerminalKit

/// The settings of one run, their keys checked against the commands of the screen.
struct RunSettings {
  let values: Settings
  let keyMap: KeyMap
  /// Everything that is wrong in the file and in the environment.
  let findings: [SettingsFinding]

  /// Reads the settings; only a mistake on the command line is thrown.
  init(_ invocation: Invocation, environment: [String: String]) throws(UsageError) {
    do throws(SettingMistake) {
      values = try Settings(
        flags: invocation.values, environment: environment, commands: ShopCommand.ID.allCases.map(\.rawValue))
    } catch {
      throw UsageError("\(error.message).", advice: error.advice)
    }
    var refusals: [KeyMap.Refusal] = []
    let bindings = values.bindings.compactMap { binding in
      ShopCommand.ID(rawValue: binding.command).map { KeyMap.Binding($0, binding.keys) }
    }
    keyMap = KeyMap(bindings, refusals: &refusals)
    let places = Dictionary(values.bindings.map { ($0.command, $0.place) }) { $1 }
    findings =
      values.findings
      + refusals.compactMap { refusal in
        places[refusal.command.rawValue].map { SettingsFinding(place: $0, mistake: SettingMistake(refusal)) }
      }
  }

  /// The theme to draw with; a theme of the file goes before those that come with storefront.
  func theme(tier: ColorTier, background: TerminalBackground) -> Theme {
    if let own = values.themes.last(where: { $0.name == values.text(.theme) }) {
      return own.adapted(to: tier)
    }
    return .named(themeName ?? .auto, tier: tier, background: background)
  }

  /// Nil when the theme is one of the file's own.
  var themeName: ThemeName? { values.text(.theme).flatMap(ThemeName.init) }

  /// One line about the findings, for people; nil when there are none.
  var notice: String? {
    guard let first = findings.first else { return nil }
    let count = findings.count == 1 ? "1 mistake" : "\(findings.count) mistakes"
    return "Settings: \(count), the first at \(first.place). 'storefront config check' lists them."
  }
}

extension SettingMistake {
  fileprivate init(_ refusal: KeyMap.Refusal) {
    switch refusal.reason {
    case .taken(let key, let other):
      self.init(
        "\(key.settingName) is also a key of \(other.rawValue), so \(refusal.command.rawValue) keeps its own",
        advice: "Choose another key, or give \(other.rawValue) others.")
    case .needsKey:
      self.init(
        "\(refusal.command.rawValue) needs a key, so it keeps its own",
        advice: "Name one, or remove the line.")
    }
  }
}
