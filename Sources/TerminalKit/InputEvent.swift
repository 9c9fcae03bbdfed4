/// What comes in from a terminal.
public enum InputEvent: Hashable, Sendable {
  case key(Key)
  /// A press or a step of the wheel; comes only while the mouse is on.
  case mouse(MouseEvent)
  /// Text pasted as a whole; line breaks are `\n`, other controls are gone. Never run as keys.
  case paste(String)
  /// The window has the person's keyboard, or another one has; comes only from terminals that tell.
  case focus(Bool)
  /// The grid has a new size; draw again.
  case resize(Size)
  /// The screen has to end: save, close the terminal, leave with `exitCode`.
  case end(EndReason)
}

/// Why a terminal tells a program to leave.
public enum EndReason: Hashable, Sendable {
  /// Ctrl-C, or the signal SIGINT.
  case interrupt
  /// SIGTERM.
  case terminate
  /// The terminal is gone: SIGHUP or end of input.
  case hangup

  /// 128 + the number of the signal.
  public var exitCode: Int32 {
    switch self {
    case .interrupt: 130
    case .terminate: 143
    case .hangup: 129
    }
  }
}
