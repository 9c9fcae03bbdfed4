import CNcurses
import FoundationEssentials
import Glibc
import TerminalKit

/// The descriptors and modes of the terminal, and what is redirected while it is ours.
@MainActor final class TerminalDevice {
  let input: Int32
  let signals: Int32
  let isUnicode: Bool
  /// Whether wrapping can be switched off, so that the lower right corner is written like any cell.
  let canFillCorner: Bool
  let modes: TerminalModes
  /// The entry of the terminal database in use.
  let name: String
  let background: TerminalBackground
  /// What came while the terminal was asked: keys pressed meanwhile, and answers, which mean nothing more.
  private(set) var typedAhead: [UInt8] = []
  /// The terminal for us, and once more for ncurses, whose own is another file while it makes a frame.
  let output: Int32
  private let ncursesOutput: Int32
  private let screen: OpaquePointer
  private var savedOutput: [(number: Int32, copy: Int32)] = []
  private let sink: Int32

  init(_ options: TerminalOptions) throws(TerminalError) {
    guard isatty(STDOUT_FILENO) == 1 else { throw .outputIsNotATerminal }
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    ncursesOutput = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0, ncursesOutput >= 0 else { throw .unusable(Self.systemReason()) }
    // Keys come from the terminal even when standard input is a file or a pipe.
    input =
      isatty(STDIN_FILENO) == 1
      ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : Glibc.open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard input >= 0 else { throw .noKeyboard }

    let names = options.terminalNames
    guard let asked = names.first else { throw .unnamedTerminal }
    let descriptor = output
    guard let plain = names.first(where: { ncurses_has_terminal($0, descriptor) }) else {
      throw .unknownTerminal(asked)
    }
    // A terminal without this would be flooded with spaces and line feeds.
    guard !Self.capability("cup").isEmpty else { throw .incapableTerminal(plain) }
    name = Self.choose(plain, limit: options.color.limit(environment: options.environment), descriptor)
    modes = TerminalModes(
      mouse: TerminalModes.MouseReports(start: Self.capability("kmous")),
      isBidiExplicit: options.bidi == .visual && TerminalOptions.isLikeXterm(name),
      synchronizesFrames: options.synchronizesFrames && TerminalOptions.isLikeXterm(name))

    canFillCorner = !Self.capability("rmam").isEmpty && !Self.capability("smam").isEmpty
    isUnicode = Self.chooseCharacterSet(options.ascii ? "C" : options.localeName)
    // Stale values of a shell would freeze the size.
    unsetenv("LINES")
    unsetenv("COLUMNS")

    guard terminal_guard_save(input) else { throw .unusable(Self.systemReason()) }
    // Before newterm, which installs handlers of its own where there are none.
    signals = terminal_guard_signals()
    guard signals >= 0 else { throw .unusable(Self.systemReason()) }
    (background, typedAhead) = Self.findBackground(options, name: name, input: input, output: output)
    guard let outputStream = fdopen(ncursesOutput, "w"), let inputStream = fdopen(input, "r"),
      let screen = newterm(name, outputStream, inputStream)
    else { throw .unusable("ncurses cannot start on '\(name)'") }
    self.screen = screen
    guard terminal_guard_arm(output, Self.restoreBytes(modes), options.crashLine),
      ncurses_set_key_mode(input)
    else {
      let reason = Self.systemReason()
      endwin()
      terminal_guard_disarm()
      throw .unusable(reason)
    }

    let sink = options.logFile.map { Glibc.open($0, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) } ?? -1
    terminal_guard_log(sink)
    self.sink = sink >= 0 ? sink : Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
    redirectOutput()
  }

  private static func systemReason() -> String { String(cString: strerror(errno)) }

  // MARK: - Capabilities and character set

  static func capability(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    let length = ncurses_capability(name, &buffer, buffer.count)
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The entry with direct colour, when it is wanted and there is one; else the entry itself.
  static func choose(_ name: String, limit: ColorTier, _ descriptor: Int32) -> String {
    let direct = TerminalOptions.directName(for: name)
    if limit == .direct, ColorTier(colors: Int(ncurses_number("colors"))) == .indexed256,
      ncurses_has_terminal(direct, descriptor)
    {
      return direct
    }
    // The last one asked for is the current one.
    _ = ncurses_has_terminal(name, descriptor)
    return name
  }

  /// What undoes all that is ever switched on, for the case that nobody else can.
  private static func restoreBytes(_ modes: TerminalModes) -> String {
    modes.off + ["sgr0", "op", "rmacs", "cnorm", "rmkx", "rmcup"].map(capability).joined() + "\r"
  }

  /// Sets the character set of the process and says whether it is Unicode.
  ///
  /// Asked for by name, ASCII is ASCII. Nothing asked, or a UTF-8 locale that is not installed
  /// here, as in most containers, is UTF-8.
  static func chooseCharacterSet(_ asked: String?) -> Bool {
    if let asked, setlocale(LC_CTYPE, asked) != nil {
      return String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
    }
    if let asked, !asked.lowercased().contains("utf") {
      setlocale(LC_CTYPE, "C")
      return false
    }
    return setlocale(LC_CTYPE, "C.UTF-8") != nil
  }

  // MARK: - Background

  /// The longest time that the first frame waits for an answer, in milliseconds.
  private static let patience = 150 as UInt64

  private static func findBackground(
    _ options: TerminalOptions, name: String, input: Int32, output: Int32
  ) -> (TerminalBackground, typedAhead: [UInt8]) {
    guard options.asksBackground else { return (.unknown, []) }
    let bytes = TerminalOptions.isLikeXterm(name) ? ask(input, output) : []
    let answer = TerminalBackground(answer: bytes)
    let said = TerminalBackground(colorFGBG: options.environment["COLORFGBG"])
    // Nobody has changed the black of a console.
    let known: TerminalBackground = name == "linux" ? .dark : .unknown
    return (answer != .unknown ? answer : said != .unknown ? said : known, bytes)
  }

  /// Asks for the background and gives all that came until the answer or the end of patience.
  ///
  /// Keys that are pressed meanwhile are among it. A later answer is swallowed like any other.
  private static func ask(_ input: Int32, _ output: Int32) -> [UInt8] {
    var before = termios()
    guard tcgetattr(input, &before) == 0 else { return [] }
    var silent = before
    // Not shown, not held back until Return; Ctrl-C and Ctrl-Z stay what they are.
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON)
    guard tcsetattr(input, TCSANOW, &silent) == 0 else { return [] }
    defer { tcsetattr(input, TCSANOW, &before) }
    write(TerminalBackground.question, to: output)
    let deadline = milliseconds() + patience
    var bytes: [UInt8] = []
    while !TerminalBackground.isAnswered(bytes) {
      let now = milliseconds()
      guard now < deadline,
        let more = readAvailable(input, limit: 4096, wait: Int32(deadline - now)), !more.isEmpty
      else { break }
      bytes += more
    }
    return bytes
  }

  private static func milliseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
  }

  /// Gives what was typed before the screen was there, once.
  func takeTypedAhead() -> [UInt8] {
    defer { typedAhead = [] }
    return typedAhead
  }

  // MARK: - Size, bytes, signals

  /// The size that the terminal reports; 80x24 when it reports none.
  var size: Size {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Sends what has changed on ncurses' screen, as one frame.
  func update() {
    let isMarked = modes.synchronizesFrames
    ncurses_update(
      ncursesOutput, output, isMarked ? TerminalModes.frameStart : "", isMarked ? TerminalModes.frameEnd : "")
  }

  /// Sends bytes past ncurses, whose own output is complete after each update.
  func write(_ text: String) { Self.write(text, to: output) }

  static func write(_ text: String, to output: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Bytes that wait to be read: `nil` for none, empty when the terminal is gone.
  ///
  /// Never waits. The descriptor stays blocking, since the shell shares its file.
  func readAvailable(limit: Int) -> [UInt8]? { Self.readAvailable(input, limit: limit, wait: 0) }

  /// The same, waiting for so many milliseconds.
  private static func readAvailable(_ input: Int32, limit: Int, wait: Int32) -> [UInt8]? {
    var poll = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, wait) > 0 else { return nil }
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
      count = read(input, buffer.baseAddress, limit)
      initialized = max(count, 0)
    }
    if count > 0 { return bytes }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? nil : []
  }

  /// The signals that have come since the last call, in order.
  func takeSignals() -> [Int32] {
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = read(signals, &buffer, buffer.count)
    return count > 0 ? buffer.prefix(count).map(Int32.init) : []
  }

  // MARK: - Entering and leaving

  /// Gives the terminal back for a while.
  func leave() {
    write(modes.off)
    endwin()
    restoreOutput()
  }

  /// Takes the terminal again after `leave`; the next update repaints it. Modes are switched on by the caller.
  func enter() {
    redirectOutput()
    reset_prog_mode()
    doupdate()
  }

  func close() {
    leave()
    terminal_guard_disarm()
    delscreen(screen)
    Glibc.close(sink)
  }

  /// What libraries print would land on the screen: it goes to the log instead.
  private func redirectOutput() {
    fflush(nil)
    for number in [STDOUT_FILENO, STDERR_FILENO] where number == STDOUT_FILENO || isatty(number) == 1 {
      savedOutput.append((number, fcntl(number, F_DUPFD_CLOEXEC, 3)))
      dup2(sink, number)
    }
  }

  private func restoreOutput() {
    fflush(nil)
    for (number, copy) in savedOutput where copy >= 0 {
      dup2(copy, number)
      Glibc.close(copy)
    }
    savedOutput = []
  }
}
