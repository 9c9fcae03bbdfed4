import StorefrontSettings
import StorefrontUI
import TerminalKit
import TerminalNcurses

// What the doctor says of the terminal.
extension Shell {
  @MainActor
  func terminalChecks() -> [DoctorCheck] {
    let survey = TerminalSurvey(terminalOptions(logFile: nil))
    var checks = [terminalCheck(survey)]
    guard console.outputIsTerminal, survey.entry != nil else { return checks }
    checks += [colorCheck(survey), characterCheck(survey), sizeCheck(survey), mouseCheck(survey)]
    return checks
  }

  @MainActor
  private func terminalCheck(_ survey: TerminalSurvey) -> DoctorCheck {
    let name = survey.asked
    let found = "TERM \(name.isEmpty ? "not set" : name)"
    let plain = "Without it: 'storefront --plain', or the subcommands."
    if !console.outputIsTerminal {
      return DoctorCheck(
        "terminal", .odd, found + ", output is not a terminal",
        advice: "The screen needs a terminal; subcommands do not.")
    }
    guard let entry = survey.entry else {
      return DoctorCheck(
        "terminal", .bad, name.isEmpty ? found : found + ", not in the terminal database",
        advice: name.isEmpty
          ? "Set TERM, for example to xterm-256color. \(plain)"
          : "Install ncurses-term, or set TERM to what the terminal is like, such as xterm-256color. \(plain)"
      )
    }
    guard survey.canShowScreen else {
      return DoctorCheck(
        "terminal", .bad, found + ", cannot place text on a screen",
        advice: "Set TERM, for example to xterm-256color. \(plain)")
    }
    if !name.hasSuffix("-direct"), entry != name, !entry.hasSuffix("-direct") {
      return DoctorCheck(
        "terminal", .odd, found + ", not in the terminal database; \(entry) stands in",
        advice: "It will do. For the terminal's own entry install ncurses-term.")
    }
    return DoctorCheck("terminal", .good, found + (entry == name ? "" : ", by its entry \(entry)"))
  }

  @MainActor
  private func colorCheck(_ survey: TerminalSurvey) -> DoctorCheck {
    let theme = settings.values.text(.theme) ?? ""
    let found = "\(survey.tier.words); the terminal has \(survey.colors); theme \(theme)"
    let noColor = console.environment["NO_COLOR"] ?? ""
    if survey.tier == .mono, survey.colors > 0, !noColor.isEmpty {
      return DoctorCheck(
        "colours", .good, found + "; NO_COLOR is set", advice: "--color always overrides it.")
    }
    let saysDirect = survey.tier == .direct || console.environment["COLORTERM"] == nil
    return DoctorCheck(
      "colours", .good, found,
      advice: saysDirect ? "" : "COLORTERM says more: --color truecolor asks for it.")
  }

  @MainActor
  private func characterCheck(_ survey: TerminalSurvey) -> DoctorCheck {
    let variables = console.environment
    let language =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? "not set"
    let found = "\(survey.codeset), language \(language)"
    if survey.isUnicode { return DoctorCheck("characters", .good, found) }
    if settings.values.isOn(.ascii) {
      return DoctorCheck("characters", .good, "ASCII, as the settings say")
    }
    return DoctorCheck(
      "characters", .odd, found + ": drawn with ASCII, other letters show as ?",
      advice: "Set LANG to C.UTF-8 if the terminal shows UTF-8.")
  }

  @MainActor
  private func sizeCheck(_ survey: TerminalSurvey) -> DoctorCheck {
    let needed = ShopLayout.needed
    guard let size = survey.size else {
      return DoctorCheck(
        "size", .odd, "the terminal does not say; 80x24 is assumed", advice: "'stty rows 24 cols 80' sets it."
      )
    }
    guard size.columns >= needed.columns, size.rows >= needed.rows else {
      return DoctorCheck("size", .odd, "now \(size), needed \(needed)", advice: "Make the window larger.")
    }
    return DoctorCheck("size", .good, "\(size)")
  }

  @MainActor
  private func mouseCheck(_ survey: TerminalSurvey) -> DoctorCheck {
    guard survey.hasMouse else {
      return DoctorCheck("mouse", .good, "none by the terminal database; everything has a key")
    }
    return settings.values.isOn(.mouse)
      ? DoctorCheck("mouse", .good, "on", advice: "To select text hold Shift, or use --no-mouse.")
      : DoctorCheck("mouse", .good, "off, as \(settings.values.origin(of: .mouse)) says")
  }
}

extension ColorTier {
  fileprivate var words: String {
    switch self {
    case .mono: "none used"
    case .ansi16: "16 used"
    case .indexed256: "256 used"
    case .direct: "16 million used"
    }
  }
}
