/// Why a value cannot be taken: what is wrong and what to write instead.
///
/// Texts are clean: no control or direction marks, and no more of what was given than fits a line.
public struct SettingMistake: Error, Hashable, Sendable {
  /// A clause that begins in lower case and ends without a point.
  public let message: String
  /// A whole sentence.
  public let advice: String

  public init(_ message: String, advice: String) {
    self.message = message
    self.advice = advice
  }
}

/// A mistake and where it stands. The value of the next source, in the end the default, counts instead.
public struct SettingsFinding: Error, Hashable, Sendable {
  /// Where settings come from.
  public enum Place: Hashable, Sendable {
    /// Line and column from 1; zero for the file as a whole.
    case file(path: String, line: Int, column: Int)
    case variable(String)
  }

  public let place: Place
  public let mistake: SettingMistake

  public init(place: Place, mistake: SettingMistake) {
    self.place = place
    self.mistake = mistake
  }
}

// MARK: - CustomStringConvertible

extension SettingsFinding: CustomStringConvertible {
  /// One line: `/home/a/.config/storefront/config.json:3:10: … Write …`.
  public var description: String { "\(place): \(mistake.message). \(mistake.advice)" }
}

extension SettingsFinding.Place: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let path, 0, _): path
    case .file(let path, let line, let column): "\(path):\(line):\(column)"
    case .variable(let name): name
    }
  }
}

extension String {
  /// In quotes, on one line and short, so that a message can carry it.
  var quoted: String {
    let clean = String(
      String.UnicodeScalarView(
        unicodeScalars.prefix(64).map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
          default: scalar
          }
        }))
    return "'\(clean)\(unicodeScalars.count > 64 ? "…" : "")'"
  }
}
