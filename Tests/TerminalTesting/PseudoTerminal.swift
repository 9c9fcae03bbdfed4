import Foundation
import TerminalKit

/// A program on a terminal of its own, driven as a person would and watched byte by byte.
///
///     let terminal = try PseudoTerminal(columns: 80, rows: 24)
///     try terminal.run(try PseudoTerminal.builtProgram("storefront"), ["catalog.json"])
///     try terminal.wait("the store is shown") { $0.text.contains("Store") }
///     terminal.type("q")
///     #expect(try terminal.waitForEnd() == .exited(0))
///     #expect(terminal.isRestored)
///
/// Nothing sleeps: `wait` reads until its condition holds, and after `patience` throws what the
/// screen showed instead. The program is killed when this goes away. Use from one thread, in a
/// `.serialized` suite.
public final class PseudoTerminal {
  /// How a program ended.
  public enum End: Equatable, Sendable {
    case exited(Int32)
    case signaled(Int32)
  }

  /// A condition that did not come true in time, with what was on the screen.
  public struct Timeout: Error, CustomStringConvertible {
    public let description: String
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// What the bytes so far make a terminal show.
  public private(set) var screen: ScreenModel
  /// All bytes that the program has written.
  public private(set) var bytes: [UInt8] = []
  /// How long a condition may take; generous, since it is only spent on failure.
  public var patience: Duration = .seconds(60)

  /// Held while descriptors are made or inherited: a stranger that kept one would keep the terminal open.
  public static let descriptors = NSLock()

  private var master: Int32
  private let slave: Int32
  private let slaveName: String
  private let modesBefore: [UInt8]
  private var process: pid_t = 0
  private var lifeline: Int32 = -1
  private var end: End?

  public init(columns: Int = 80, rows: Int = 24) throws {
    screen = ScreenModel(columns: columns, rows: rows)
    var (master, slave): (Int32, Int32) = (-1, -1)
    var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var name = [CChar](repeating: 0, count: 128)
    Self.descriptors.lock()
    defer { Self.descriptors.unlock() }
    guard openpty(&master, &slave, &name, nil, &window) == 0 else {
      throw Failure(description: "openpty: \(String(cString: strerror(errno)))")
    }
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    self.master = master
    self.slave = slave
    slaveName = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    modesBefore = Self.modes(slave)
  }

  deinit {
    if process != 0, end == nil {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    for descriptor in [master, slave, lifeline] where descriptor >= 0 { close(descriptor) }
  }

  // MARK: - Running

  /// A program that the package builds, beside the test bundle.
  public static func builtProgram(_ name: String) throws -> String {
    // The bundle is the running executable or one of its arguments, as the runner pleases.
    let candidates = CommandLine.arguments + [Bundle.main.executablePath ?? ""]
    for candidate in candidates where candidate.contains("/") {
      var folder = URL(fileURLWithPath: candidate).deletingLastPathComponent()
      for _ in 0..<4 {
        let path = folder.appendingPathComponent(name).path
        if access(path, X_OK) == 0, !path.hasSuffix(".build/\(name)") { return path }
        folder.deleteLastPathComponent()
      }
    }
    throw Failure(description: "'\(name)' is not built beside the tests: \(candidates)")
  }

  /// Where a program's standard input comes from, and where its output goes.
  public enum Stream: Equatable, Sendable {
    case terminal
    case file(String)
  }

  /// Starts a program with this as its controlling terminal.
  ///
  /// Its environment is only what stands here: `TERM=xterm-256color`, `LANG=C.UTF-8`, `PATH`, no
  /// backtraces; `environment` adds to it and overrides it, a `nil` removes.
  public func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    input: Stream = .terminal, output: Stream = .terminal
  ) throws {
    precondition(process == 0, "one program a terminal")
    var variables: [String: String] = [
      "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
    ]
    for (name, value) in environment { variables[name] = value }

    var ends: [Int32] = [-1, -1]
    Self.descriptors.lock()
    defer { Self.descriptors.unlock() }
    guard pipe(&ends) == 0 else {
      throw Failure(description: "pipe: \(String(cString: strerror(errno)))")
    }
    for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    lifeline = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session leader opens becomes its own.
    posix_spawn_file_actions_addopen(&actions, 0, slaveName, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    if case .file(let path) = input { posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0) }
    if case .file(let path) = output {
      posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    // The other end of this pipe closes when the program is gone, whoever else holds the terminal.
    posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let newSession: Int16 = 0x80
    posix_spawnattr_setflags(
      &attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    sigfillset(&mask)
    posix_spawnattr_setsigdefault(&attributes, &mask)

    var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    let failure = posix_spawn(&process, program, &actions, &attributes, &argv, &envp)
    close(ends[1])
    if failure != 0 {
      process = 0
      throw Failure(description: "\(program): \(String(cString: strerror(failure)))")
    }
  }

  // MARK: - What a person does

  public func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  public func type(_ text: String) { send(Array(text.utf8)) }

  /// Pastes as a terminal with bracketed paste does.
  public func paste(_ text: String) { type("\u{1b}[200~\(text)\u{1b}[201~") }

  public func press(_ key: Key) {
    let codes: [Key: String] = [
      .enter: "\r", .escape: "\u{1b}", .tab: "\t", .backTab: "\u{1b}[Z", .backspace: "\u{7f}",
      .up: "\u{1b}OA",
      .down: "\u{1b}OB", .right: "\u{1b}OC", .left: "\u{1b}OD", .home: "\u{1b}OH", .end: "\u{1b}OF",
      .delete: "\u{1b}[3~",
      .pageUp: "\u{1b}[5~", .pageDown: "\u{1b}[6~", .function(1): "\u{1b}OP",
    ]
    if let code = codes[key] {
      type(code)
    } else if case .character(let character) = key.code {
      if key.modifiers.contains(.control), let ascii = character.asciiValue {
        send([ascii & 0x1f])
      } else {
        type((key.modifiers.contains(.alt) ? "\u{1b}" : "") + String(character))
      }
    } else {
      preconditionFailure("no bytes are known for \(key)")
    }
  }

  public func resize(columns: Int, rows: Int) {
    drain()
    var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    screen.resize(columns: columns, rows: rows)
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
  }

  public func signal(_ number: Int32) { kill(process, number) }

  /// Closes the terminal's window.
  public func hangUp() {
    close(master)
    master = -1
  }

  // MARK: - Waiting

  /// Reads until the condition holds.
  ///
  /// - Throws: `Timeout` with the screen when it does not within `patience`, or when the program ends first.
  public func wait(_ name: String, until condition: (ScreenModel) -> Bool) throws {
    let deadline = ContinuousClock.now + patience
    drain()
    // A frame that is being written (mode 2026) is half of the old screen and half of the new one.
    while screen.modes.contains(2026) || !condition(screen) {
      let left = deadline - .now
      guard left > .zero, read(for: left) else {
        drain()
        if condition(screen) { return }
        throw Timeout(description: "Waited in vain: \(name).\n\(portrait)")
      }
    }
  }

  /// Reads until the program ends.
  @discardableResult
  public func waitForEnd() throws -> End {
    if let end { return end }
    let deadline = ContinuousClock.now + patience
    while true {
      let left = deadline - .now
      guard left > .zero else { throw Timeout(description: "The program does not end.\n\(portrait)") }
      if !read(for: left) { break }
    }
    guard hasEnded(within: 0) else { throw Timeout(description: "The program does not end.\n\(portrait)") }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    drain()
    let ended = status & 0x7f == 0 ? End.exited((status >> 8) & 0xff) : .signaled(status & 0x7f)
    end = ended
    return ended
  }

  /// The bytes that come within a time in which nothing should: to prove silence.
  public func bytesWithin(_ time: Duration) -> Int {
    drain()
    let before = bytes.count
    let deadline = ContinuousClock.now + time
    while case let left = deadline - .now, left > .zero, read(for: left) {}
    return bytes.count - before
  }

  /// Takes what is there now.
  public func drain() { while read(for: .zero, stopsAtEnd: false) {} }

  /// Reads once when bytes come in time; false when none came or the program has ended.
  private func read(for time: Duration, stopsAtEnd: Bool = true) -> Bool {
    let (seconds, attoseconds) = time.components
    let milliseconds = Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    var polls = [
      pollfd(fd: master, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stopsAtEnd ? lifeline : -1, events: 0, revents: 0),
    ]
    guard poll(&polls, 2, time > .zero ? max(1, milliseconds) : 0) > 0 else { return false }
    guard polls[0].revents & Int16(POLLIN) != 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    bytes += buffer.prefix(count)
    screen.feed(buffer.prefix(count))
    return true
  }

  /// False once the program has ended.
  public var isRunning: Bool { !hasEnded(within: 0) }

  private func hasEnded(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: lifeline, events: 0, revents: 0)
    return poll(&polled, 1, milliseconds) > 0
  }

  /// The screen in a frame and the last bytes, for the report of a failure.
  public var portrait: String {
    let edge = "+" + String(repeating: "-", count: screen.size.columns) + "+"
    let tail = String(decoding: bytes.suffix(200), as: UTF8.self).debugDescription
    return "\(edge)\n\(screen.text)\n\(edge)\nLast bytes: \(tail)"
  }

  // MARK: - The state of the terminal

  /// Whether modes, screen, cursor and paste are as they were before the program began.
  public var isRestored: Bool { damage.isEmpty }

  /// What is not as it was before the program began.
  public var damage: [String] {
    drain()
    var damage: [String] = []
    if Self.modes(slave) != modesBefore { damage.append("termios differs") }
    if screen.isAlternate { damage.append("alternate screen") }
    if !screen.isCursorVisible { damage.append("cursor hidden") }
    for mode in screen.modes.subtracting([7, 25, 12, 1034]) where mode != 1049 {
      damage.append("mode \(mode) on")
    }
    return damage
  }

  private static func modes(_ descriptor: Int32) -> [UInt8] {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else { return [] }
    return withUnsafeBytes(of: &modes) { Array($0.prefix(17 + 19)) }
  }

  /// The processor time of the program until now, in clock ticks of 10 ms.
  public var processorTicks: Int {
    guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let fields = stat.split(separator: ")").last?.split(separator: " "), fields.count > 12
    else { return -1 }
    return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
  }

  /// The most memory that the program has had resident, in bytes; 0 when it has ended.
  public var peakMemory: Int {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1024
  }

  /// How often a thread of the program gave up the processor until now: once for each time it woke up.
  public var wakeUps: Int {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.reduce(0) { sum, thread in
      guard let status = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("voluntary_ctxt_switches") }),
        let number = line.split(separator: "\t").last.flatMap({ Int($0) })
      else { return sum }
      return sum + number
    }
  }
}
