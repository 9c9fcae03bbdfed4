/// Something that shows a canvas and gives input events: ncurses, memory.
@MainActor public protocol TerminalBackend: AnyObject {
  /// The grid now; changes are told by `InputEvent.resize`.
  var size: Size { get }
  /// The symbols that the terminal can show.
  var glyphs: Glyphs { get }
  /// How many colours reach the person; choose the theme by it.
  var colorTier: ColorTier { get }
  /// What the terminal is drawn on, as far as it said.
  var background: TerminalBackground { get }
  /// Whether mouse reports come; always false on a terminal that has no mouse.
  var isMouseOn: Bool { get }
  /// Called on the main actor with all events that were waiting, in order.
  ///
  /// Handle them all, then draw once: a held key then costs one frame.
  var onEvents: (@MainActor ([InputEvent]) -> Void)? { get set }
  /// One line, without its end, to say below the shell's prompt when the process is stopped; called then.
  var stopNotice: (@MainActor () -> String)? { get set }
  /// Shows a canvas; only what differs from the one before is sent.
  func present(_ canvas: Canvas)
  func bell()
  /// Takes the mouse, or leaves it to the terminal, where dragging then selects text.
  ///
  /// On a terminal without a mouse it does nothing: look at `isMouseOn` afterwards.
  func setMouse(_ isOn: Bool)
  /// Sends a text to the clipboard; whether it arrives cannot be known.
  func copy(_ text: String) -> CopyResult
  /// Gives the terminal back and stops the process, as Ctrl-Z does; returns when it goes on.
  ///
  /// The screen is whole again only after the next `present`, for which `onEvents` gets a `resize`.
  func suspend()
  /// Lends the terminal to another program until it ends, with a text on its standard input: a pager.
  ///
  /// Nothing is shown and no key is taken meanwhile. The screen is whole again only after the next `present`,
  /// for which `onEvents` gets a `resize` before this returns.
  func lend(to program: ChildProcess, reading text: String) async -> ChildProcess.End
  /// Gives the terminal back for good. Calling it again does nothing.
  func close()
}
