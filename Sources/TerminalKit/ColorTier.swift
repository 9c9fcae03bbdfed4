/// How many colours a terminal shows.
public enum ColorTier: Int, Comparable, CaseIterable, Sendable {
  /// None: attributes only.
  case mono
  /// The ANSI colours, eight or sixteen, as the person has set them.
  case ansi16
  /// The palette of 256.
  case indexed256
  /// 16 million: colours are sent as red, green and blue.
  case direct

  public static func < (left: ColorTier, right: ColorTier) -> Bool { left.rawValue < right.rawValue }

  /// The tier for a number of colours, as the terminal database gives it.
  public init(colors: Int) {
    self =
      switch colors {
      case ..<8: .mono
      case ..<256: .ansi16
      case ..<0x100_0000: .indexed256
      default: .direct
      }
  }
}

/// What a person asked for with `--color`; the raw value is what they write.
public enum ColorChoice: String, CaseIterable, Sendable {
  /// As the terminal can, unless NO_COLOR is set.
  case auto
  /// As the terminal can, even when NO_COLOR is set.
  case always
  case never
  case ansi16 = "16"
  case indexed256 = "256"
  case truecolor

  /// The most colours that may be used; never more than the terminal has.
  ///
  /// NO_COLOR counts in `auto` when it is set and not empty (no-color.org). Direct colour is used
  /// when COLORTERM says that the terminal has it, or when it is asked for by name.
  public func limit(environment: [String: String]) -> ColorTier {
    let saysDirect = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    switch self {
    case .never: return .mono
    case .ansi16: return .ansi16
    case .indexed256: return .indexed256
    case .truecolor: return .direct
    case .auto where !(environment["NO_COLOR"] ?? "").isEmpty: return .mono
    case .auto, .always: return saysDirect ? .direct : .indexed256
    }
  }
}
