import CNcurses
import FoundationEssentials
import Glibc
import MainLoop
import TerminalKit

/// The terminal that the process runs in, through ncurses.
///
/// One a process, on the main actor, since ncurses is not made for threads. Keys are decoded by
/// `InputDecoder`; ncurses finds the fewest bytes for a frame. Nothing polls: without keys,
/// signals and frames the process sleeps. However the process ends, the guard gives the
/// terminal back as it was.
@MainActor public final class NcursesTerminal: TerminalBackend {
  /// The version of the ncurses library, such as `ncurses 6.4.20221231`.
  public nonisolated static var libraryVersion: String { String(cString: curses_version()) }

  public private(set) var size: Size
  public let glyphs: Glyphs
  public let colorTier: ColorTier
  public private(set) var isMouseOn: Bool
  /// Events begin to come when this is first set.
  public var onEvents: (@MainActor ([InputEvent]) -> Void)? {
    didSet { listen() }
  }

  public var stopNotice: (@MainActor () -> String)?

  private let device: TerminalDevice
  private var writer: RowWriter
  private var decoder: InputDecoder
  private var shown: Canvas?
  /// Nil while they rest.
  private var inputWatch: ReadWatch?
  private var signalWatch: ReadWatch?
  private var isListening = false
  /// While another program has the terminal.
  private var loan: Loan?
  private var isClosed = false
  /// Counts feedings of the decoder, so that only the timer of the last one flushes it.
  private var feeding = 0

  /// Takes over the terminal: alternate screen, own key mode, output of others to the log.
  ///
  /// - Throws: `TerminalError`; the terminal is then as it was. Print it and leave with 3.
  public static func open(_ options: TerminalOptions) throws(TerminalError) -> NcursesTerminal {
    try NcursesTerminal(options)
  }

  private init(_ options: TerminalOptions) throws(TerminalError) {
    device = try TerminalDevice(options)
    glyphs = device.isUnicode ? .unicode : .ascii
    writer = RowWriter(
      isUnicode: device.isUnicode, limit: options.color.limit(environment: options.environment),
      mayFillCorner: device.canFillCorner)
    colorTier = writer.tier
    isMouseOn = options.mouse && device.modes.hasMouse
    decoder = InputDecoder(escapeDelay: options.escapeDelay)
    size = device.size
    resizeterm(Int32(size.rows), Int32(size.columns))
    device.write(device.modes.on(mouse: isMouseOn))
  }

  /// The entry of the terminal database in use, such as `xterm-256color`.
  public var terminalName: String { device.name }
  public var background: TerminalBackground { device.background }

  // MARK: - Output

  public func present(_ canvas: Canvas) {
    guard !isClosed, loan == nil else { return }
    let changes = canvas.changes(since: shown)
    // A frame like the one before costs nothing, not even its marks.
    if let shown, shown.size == canvas.size, changes.isEmpty, shown.cursor == canvas.cursor { return }
    let rows = min(canvas.size.rows, size.rows)
    if shown?.size != canvas.size { ncurses_erase() }
    for change in changes where change.row < rows {
      let cells = canvas.cells(in: change.column..<change.endColumn, row: change.row)
      writer.write(cells, column: change.column, row: change.row, of: size)
    }
    if let cursor = canvas.cursor, canvas.bounds.contains(cursor), Rect(size).contains(cursor) {
      ncurses_place_cursor(Int32(cursor.row), Int32(cursor.column))
    } else {
      ncurses_hide_cursor()
    }
    device.update()
    shown = canvas
  }

  public func bell() {
    if !isClosed { device.write("\u{7}") }
  }

  public func setMouse(_ isOn: Bool) {
    let wanted = isOn && device.modes.hasMouse
    guard !isClosed, wanted != isMouseOn else { return }
    isMouseOn = wanted
    device.write(wanted ? device.modes.mouseOn : device.modes.mouseOff)
  }

  public func copy(_ text: String) -> CopyResult {
    copy(text) { if !isClosed { device.write($0) } }
  }

  // MARK: - Input

  private func listen() {
    guard !isListening, onEvents != nil, !isClosed else { return }
    isListening = true
    watchInput()
    signalWatch = watch(device.signals) { [weak self] in self?.readSignals() }
    // Not within this call: whoever sets the handler may not be ready yet.
    Task { [weak self] in self?.readTypedAhead() }
  }

  private func watchInput() {
    if isListening { inputWatch = watch(device.input) { [weak self] in self?.readKeys() } }
  }

  /// Keys that came while the terminal was asked for its background.
  private func readTypedAhead() {
    let bytes = device.takeTypedAhead()
    if !bytes.isEmpty, !isClosed { take(decoder.decode(bytes)) }
  }

  private func watch(_ descriptor: Int32, _ handler: @escaping @MainActor () -> Void) -> ReadWatch {
    ReadWatch(descriptor) {
      terminal_guard_cover_thread()
      handler()
    }
  }

  /// Takes all bytes that wait, so that a held key is one batch and one frame.
  private func readKeys() {
    var events: [InputEvent] = []
    var isGone = false
    while let bytes = device.readAvailable(limit: 16_384) {
      if bytes.isEmpty {
        isGone = true
        break
      }
      events += decoder.decode(bytes)
    }
    if isGone {
      // The descriptor stays readable for ever; watching it on would spin.
      stopListening()
      events.append(.end(.hangup))
    }
    take(events)
  }

  /// Delivers what was decoded, and waits for the rest of what is not complete.
  private func take(_ events: [InputEvent]) {
    feeding += 1
    if let timeout = decoder.timeout { startTimer(timeout, feeding: feeding) }
    deliver(events)
  }

  private func startTimer(_ timeout: Duration, feeding: Int) {
    Task { [weak self] in
      do { try await MainLoop.sleep(for: timeout) } catch { return }
      guard let self, self.feeding == feeding, !self.isClosed else { return }
      self.deliver(self.decoder.flush())
    }
  }

  private func readSignals() {
    var events: [InputEvent] = []
    for signal in device.takeSignals() {
      switch signal {
      case SIGINT: events.append(.end(.interrupt))
      case SIGTERM: events.append(.end(.terminate))
      case SIGHUP: events.append(.end(.hangup))
      // The size is looked at when the terminal is back, and Ctrl-Z is the other program's.
      case _ where loan != nil: break
      case SIGTSTP: suspend()
      // SIGCONT: somebody else may have written over the screen meanwhile.
      default: events.append(resized(repaint: signal == SIGCONT))
      }
    }
    deliver(events)
  }

  private func deliver(_ events: [InputEvent]) {
    // A report may still be on its way when the mouse is given back.
    let wanted = isMouseOn ? events : events.filter { if case .mouse = $0 { false } else { true } }
    if !wanted.isEmpty { onEvents?(wanted) }
  }

  /// Follows the terminal's size; a burst of changes costs one look.
  private func resized(repaint: Bool) -> InputEvent {
    let now = device.size
    if now != size || repaint {
      size = now
      resizeterm(Int32(now.rows), Int32(now.columns))
      // What a terminal does to its content when it changes is unknown.
      ncurses_forget_screen()
      shown = nil
    }
    return .resize(size)
  }

  // MARK: - Life cycle

  public func suspend() {
    guard !isClosed else { return }
    device.leave()
    if let notice = stopNotice?(), !notice.isEmpty { device.write(notice + "\r\n") }
    terminal_guard_stop()
    device.enter()
    device.write(device.modes.on(mouse: isMouseOn))
    deliver([resized(repaint: true)])
  }

  public func lend(to program: ChildProcess, reading text: String) async -> ChildProcess.End {
    guard !isClosed, loan == nil else { return .notStarted("the terminal is not free") }
    device.leave()
    terminal_guard_lend(true)
    inputWatch?.cancel()
    switch device.start(program, reading: text) {
    case .failure(let failure):
      takeBack()
      return .notStarted(failure.reason)
    case .success(let process):
      let loan = Loan(process)
      self.loan = loan
      let end = await loan.end(input: device.input, output: device.output)
      if !isClosed { takeBack() }
      return end
    }
  }

  private func takeBack() {
    loan = nil
    terminal_guard_lend(false)
    device.enter()
    device.write(device.modes.on(mouse: isMouseOn))
    watchInput()
    deliver([resized(repaint: true)])
  }

  public func close() {
    guard !isClosed else { return }
    isClosed = true
    loan?.callIn()
    stopListening()
    device.close()
  }

  private func stopListening() {
    isListening = false
    inputWatch?.cancel()
    signalWatch?.cancel()
  }
}
