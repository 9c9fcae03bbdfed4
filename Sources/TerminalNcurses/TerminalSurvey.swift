import CNcurses
import FoundationEssentials
import Glibc
import TerminalKit

/// What is known about the terminal without taking it over: for a report to the person.
///
/// It is found the way `NcursesTerminal.open` finds it, with the same options.
@MainActor public struct TerminalSurvey {
  /// What `TERM` says; empty when it says nothing.
  public let asked: String
  /// The entry of the terminal database that would be used; nil when there is none for this terminal.
  public let entry: String?
  /// Whether the entry can do what a screen needs.
  public let canShowScreen: Bool
  /// The colours that the entry has.
  public let colors: Int
  /// How many of them would be used.
  public let tier: ColorTier
  public let hasMouse: Bool
  /// The character set of the locale, such as `UTF-8`.
  public let codeset: String
  public let isUnicode: Bool
  /// As the terminal on standard output reports it; nil when that is no terminal or does not say.
  public let size: Size?

  /// Asks the terminal database and the locale. Sets the character set of the process; writes nothing.
  public init(_ options: TerminalOptions) {
    asked = options.environment["TERM"] ?? ""
    let output = STDOUT_FILENO
    let limit = options.color.limit(environment: options.environment)
    let found = options.terminalNames.first { ncurses_has_terminal($0, output) }
    entry = found.map { TerminalDevice.choose($0, limit: limit, output) }
    colors = entry == nil ? 0 : Int(ncurses_number("colors"))
    tier = min(ColorTier(colors: colors), limit)
    canShowScreen = entry != nil && !TerminalDevice.capability("cup").isEmpty
    hasMouse = entry != nil && TerminalModes.MouseReports(start: TerminalDevice.capability("kmous")) != .none
    isUnicode = TerminalDevice.chooseCharacterSet(options.ascii ? "C" : options.localeName)
    codeset = String(cString: nl_langinfo(nl_item(CODESET)))
    var window = winsize()
    let isKnown = ioctl(output, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
    size = isKnown ? Size(columns: Int(window.ws_col), rows: Int(window.ws_row)) : nil
  }
}
