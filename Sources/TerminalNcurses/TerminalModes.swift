import TerminalKit

/// The modes that are switched on besides those of ncurses, and what switches all of them off.
struct TerminalModes {
  /// How the terminal reports its mouse.
  enum MouseReports {
    case none
    /// Up to column 223 (mode 1000).
    case x10
    /// Any column (modes 1000 and 1006).
    case sgr

    /// - Parameter start: What a report begins with: the capability `kmous`.
    init(start: String) {
      self =
        switch start {
        case "\u{1b}[<": .sgr
        case "\u{1b}[M": .x10
        default: .none
        }
    }
  }

  let mouse: MouseReports
  /// Whether the order of right-to-left text is ours, and the terminal must leave it alone.
  let isBidiExplicit: Bool
  let synchronizesFrames: Bool

  var hasMouse: Bool { mouse != .none }

  /// What is sent when the terminal is taken, or taken again.
  ///
  /// Bracketed paste: pasted text comes marked, so that it never acts as keys. Focus reports: a window that nobody
  /// looks at is drawn less often.
  func on(mouse isMouseOn: Bool) -> String {
    "\u{1b}[?2004h\u{1b}[?1004h" + (isBidiExplicit ? "\u{1b}[8l" : "") + (isMouseOn ? mouseOn : "")
  }

  /// What undoes all that is ever switched on, whatever of it is on now.
  var off: String {
    (synchronizesFrames ? Self.frameEnd : "") + mouseOff + (isBidiExplicit ? "\u{1b}[8h" : "")
      + "\u{1b}[?1004l\u{1b}[?2004l"
  }

  var mouseOn: String {
    switch mouse {
    case .none: ""
    case .x10: "\u{1b}[?1000h"
    case .sgr: "\u{1b}[?1000h\u{1b}[?1006h"
    }
  }

  var mouseOff: String {
    switch mouse {
    case .none: ""
    case .x10: "\u{1b}[?1000l"
    case .sgr: "\u{1b}[?1006l\u{1b}[?1000l"
    }
  }

  static let frameStart = "\u{1b}[?2026h"
  static let frameEnd = "\u{1b}[?2026l"
}
