/// A terminal that only remembers: for tests, demonstrations and snapshots.
@MainActor public final class MemoryTerminal: TerminalBackend {
  public private(set) var size: Size
  public let glyphs: Glyphs
  public let colorTier: ColorTier
  public let background: TerminalBackground
  public private(set) var isMouseOn = true
  public var onEvents: (@MainActor ([InputEvent]) -> Void)?
  public var stopNotice: (@MainActor () -> String)?
  /// What was said at each suspension.
  public private(set) var stopNotices: [String] = []
  /// How many canvases are kept, the newest; a long run need not remember all.
  public var memory = Int.max
  /// The canvases presented, oldest first.
  public private(set) var frames: [Canvas] = []
  public private(set) var bells = 0
  /// What was sent to the clipboard, oldest first.
  public private(set) var copied: [String] = []
  public private(set) var suspensions = 0
  /// The programs that had the terminal, each with what it was given to read.
  public private(set) var loans: [(program: ChildProcess, text: String)] = []
  /// How programs that have the terminal end.
  public var loanEnd = ChildProcess.End.exited(0)
  public private(set) var isClosed = false

  public init(
    columns: Int = 80, rows: Int = 24, glyphs: Glyphs = .unicode, colorTier: ColorTier = .indexed256,
    background: TerminalBackground = .unknown
  ) {
    size = Size(columns: columns, rows: rows)
    self.glyphs = glyphs
    self.colorTier = colorTier
    self.background = background
  }

  /// The last canvas; an empty one of the right size before the first.
  public var screen: Canvas { frames.last ?? Canvas(size: size) }
  /// The last canvas as text, a line for each row.
  public var text: String { screen.text }

  // MARK: - What a person does

  /// Presses keys that arrive together.
  public func press(_ keys: Key...) { send(keys.map(InputEvent.key)) }
  /// Types each character of the text as a key.
  public func type(_ text: String) { send(text.map { .key(.character($0)) }) }
  /// Presses a button of the mouse, or turns its wheel, on a cell; comes only while the mouse is on.
  public func mouse(_ action: MouseEvent.Action, column: Int, row: Int) {
    if isMouseOn { send([.mouse(MouseEvent(action, at: Point(column: column, row: row)))]) }
  }
  public func send(_ events: [InputEvent]) { onEvents?(events) }

  public func resize(columns: Int, rows: Int) {
    size = Size(columns: columns, rows: rows)
    send([.resize(size)])
  }

  // MARK: - TerminalBackend

  public func present(_ canvas: Canvas) {
    guard !isClosed else { return }
    frames.append(canvas)
    if frames.count > memory { frames.removeFirst(frames.count - memory) }
  }
  public func bell() { bells += 1 }
  public func setMouse(_ isOn: Bool) { isMouseOn = isOn }
  public func copy(_ text: String) -> CopyResult {
    copy(text) { _ in copied.append(text) }
  }
  public func suspend() {
    suspensions += 1
    stopNotices.append(stopNotice?() ?? "")
    send([.resize(size)])
  }
  public func lend(to program: ChildProcess, reading text: String) async -> ChildProcess.End {
    loans.append((program, text))
    send([.resize(size)])
    return loanEnd
  }
  public func close() { isClosed = true }
}
