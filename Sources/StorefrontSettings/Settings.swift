import StoreModel
import TerminalKit

/// What holds for one run: each setting's value, and where it came from.
///
/// A value of the command line comes before `STOREFRONT_NAME` of the environment, that before the file,
/// the file before a variable that other programs know, too, and that before the default. What is wrong in
/// the environment or the file is a finding, and the next source counts: a mistake never keeps the program
/// from starting.
public struct Settings: Sendable {
  /// Where a value came from.
  public enum Origin: Hashable, Sendable {
    case flag(String)
    case place(SettingsFinding.Place)
    case standard
  }

  /// Nil where nobody named the file's place.
  public let file: SettingsFile?
  /// Whether the file is there.
  public let fileExists: Bool
  /// The keys given in the file, in its order; conflicts are not looked for here.
  public let bindings: [KeyBinding]
  /// The file's own themes.
  public let themes: [Theme]
  /// What is wrong, in the order of the file, the environment after it.
  public let findings: [SettingsFinding]
  private let values: [Setting.Name: SettingValue]
  private let origins: [Setting.Name: Origin]

  /// Reads the file and settles every value. Throws only for what the command line says.
  ///
  /// - Parameters:
  ///   - flags: the options that were given by their names, without dashes; others than those of settings
  ///     are passed over.
  ///   - environment: of the process; an empty variable counts as unset.
  ///   - commands: the ids that keys can be given to.
  public init(
    flags: [String: String], environment: [String: String], commands: [String]
  ) throws(SettingMistake) {
    let file = SettingsFile.usual(environment)
    var findings: [SettingsFinding] = []
    var content: SettingsFileReader?
    var exists = true
    do throws(SettingMistake) {
      let bytes = try file?.read()
      exists = bytes != nil
      if let bytes, !bytes.isEmpty, let file {
        content = SettingsFileReader(bytes, of: file, commands: commands, home: environment["HOME"])
      }
    } catch {
      findings.append(
        SettingsFinding(place: .file(path: file?.path ?? "", line: 0, column: 0), mistake: error))
    }
    self.file = file
    fileExists = exists
    bindings = content?.bindings ?? []
    themes = content?.themes ?? []
    findings += content?.findings ?? []

    let themeNames = ThemeName.allCases.map(\.rawValue) + themes.map(\.name)
    var values: [Setting.Name: SettingValue] = [:]
    var origins: [Setting.Name: Origin] = [:]
    for setting in Setting.all {
      let name = setting.name
      // Every source is read, so that a mistake is told even where another source wins.
      let own = Self.read(setting.variable, of: setting, environment, themeNames, &findings)
      let shared = setting.sharedVariable.flatMap {
        Self.read($0, of: setting, environment, themeNames, &findings)
      }
      let inFile = content?.values[name].map { ($0.value, Origin.place($0.place)) }
      if let (option, word) = try setting.flag(in: flags) {
        do throws(SettingMistake) {
          values[name] = try setting.value(ofWord: word, themes: themeNames)
        } catch {
          throw SettingMistake("--\(error.message)", advice: error.advice)
        }
        origins[name] = .flag("--\(option)")
      } else if let (value, origin) = own ?? inFile ?? shared {
        values[name] = value
        origins[name] = origin
      } else {
        values[name] = setting.standard
        origins[name] = .standard
      }
    }
    findings += Self.misspelled(environment)
    self.findings = findings
    self.values = values
    self.origins = origins
  }

  public subscript(_ name: Setting.Name) -> SettingValue? { values[name] }

  public func origin(of name: Setting.Name) -> Origin { origins[name] ?? .standard }

  public func text(_ name: Setting.Name) -> String? {
    if case .text(let text) = values[name] { text } else { nil }
  }

  /// False also for a setting that is no flag.
  public func isOn(_ name: Setting.Name) -> Bool { values[name] == .flag(true) }

  public func number(_ name: Setting.Name) -> Int? {
    if case .number(let number) = values[name] { number } else { nil }
  }

  private static func read(
    _ variable: String, of setting: Setting, _ environment: [String: String], _ themes: [String],
    _ findings: inout [SettingsFinding]
  ) -> (SettingValue, Origin)? {
    guard let word = environment[variable], !word.isEmpty else { return nil }
    let place = SettingsFinding.Place.variable(variable)
    do throws(SettingMistake) {
      return (try setting.value(ofWord: word, themes: themes), .place(place))
    } catch {
      findings.append(SettingsFinding(place: place, mistake: error))
      return nil
    }
  }

  /// Variables that look like ours and are not. One that resembles nothing is somebody else's.
  private static func misspelled(_ environment: [String: String]) -> [SettingsFinding] {
    let known = Setting.all.map(\.variable)
    return environment.keys.filter { $0.hasPrefix("STOREFRONT_") && !known.contains($0) }.sorted()
      .compactMap { variable in
        let name = String(variable.dropFirst("STOREFRONT_".count))
        guard let near = nearest(to: name, in: Setting.Name.allCases.map(\.rawValue)) else { return nil }
        return SettingsFinding(
          place: .variable(variable),
          mistake: SettingMistake(
            "there is no such setting", advice: "Did you mean STOREFRONT_\(near.uppercased())?"))
      }
  }
}

// MARK: - CustomStringConvertible

extension Settings.Origin: CustomStringConvertible {
  public var description: String {
    switch self {
    case .flag(let flag): flag
    case .place(let place): "\(place)"
    case .standard: "default"
    }
  }
}
