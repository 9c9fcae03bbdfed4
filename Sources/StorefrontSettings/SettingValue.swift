/// The value of a setting, checked against its kind.
public enum SettingValue: Hashable, Sendable {
  case text(String)
  case flag(Bool)
  case number(Int)
}

// MARK: - CustomStringConvertible

extension SettingValue: CustomStringConvertible {
  /// As it is given on the command line and in the environment.
  public var description: String {
    switch self {
    case .text(let text): text
    case .flag(let isOn): isOn ? "on" : "off"
    case .number(let number): "\(number)"
    }
  }
}

// MARK: - Encodable

extension SettingValue: Encodable {
  /// As it stands in the settings file.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .flag(let isOn): try container.encode(isOn)
    case .number(let number): try container.encode(number)
    }
  }
}
