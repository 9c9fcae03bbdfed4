import Foundation
import TerminalTesting

/// How a run of the program ended, and all that it wrote.
struct Run: CustomStringConvertible {
  /// The exit code, or 128 and the signal's number as shells have it.
  let code: Int32
  let output: String
  let errors: String

  var lines: [Substring] { output.split(separator: "\n") }

  var description: String { "ended with \(code)\n-- output:\n\(output)\n-- errors:\n\(errors)" }

  /// The output as one JSON object.
  func object() throws -> [String: Any] {
    guard let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] else {
      throw RunFailure("The output is no JSON object. \(self)")
    }
    return object
  }

  /// The output as one JSON object a line.
  func objects() throws -> [[String: Any]] {
    try lines.map { line in
      guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
        throw RunFailure("A line is no JSON object: \(line)")
      }
      return object
    }
  }
}

struct RunFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A program with pipes for its output, watched until it ends.
///
/// Its environment is only what is given. It is killed when this goes away. Use from one thread.
final class RunningProgram {
  private var process: pid_t = 0
  private var pipes: [Int32] = [-1, -1]
  private var bytes: [[UInt8]] = [[], []]
  private var hasEnded = false

  /// Starts the program in `folder` with `input`, a file, as its standard input.
  init(
    _ program: String, _ arguments: [String], in folder: String, environment: [String: String],
    input: String = "/dev/null"
  ) throws {
    PseudoTerminal.descriptors.lock()
    defer { PseudoTerminal.descriptors.unlock() }
    var ends: [Int32] = []
    for index in 0..<2 {
      var pair: [Int32] = [-1, -1]
      guard pipe(&pair) == 0 else { throw RunFailure("pipe: \(String(cString: strerror(errno)))") }
      for descriptor in pair { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      pipes[index] = pair[0]
      ends.append(pair[1])
    }
    defer { for end in ends { close(end) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[0], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // There is no portable way to spawn in another folder.
    let command = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder, program] + arguments
    var argv: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    let failure = posix_spawn(&process, command[0], &actions, &attributes, &argv, &envp)
    if failure != 0 {
      process = 0
      throw RunFailure("\(program): \(String(cString: strerror(failure)))")
    }
  }

  deinit {
    if process != 0, !hasEnded {
      kill(SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    for pipe in pipes where pipe >= 0 { close(pipe) }
  }

  func kill(_ signal: Int32) { _ = Glibc.kill(process, signal) }

  /// Closes this side of standard output, as `head` does when it has enough.
  func closeOutput() {
    close(pipes[0])
    pipes[0] = -1
  }

  /// Reads until the program has closed its output or the time is over; true when it has closed it.
  @discardableResult
  func read(for time: Duration) -> Bool {
    let deadline = ContinuousClock.now + time
    while pipes.contains(where: { $0 >= 0 }) {
      let left = deadline - .now
      guard left > .zero else { return false }
      let (seconds, attoseconds) = left.components
      let milliseconds = Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
      var polls = pipes.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&polls, 2, max(1, milliseconds)) > 0 else { continue }
      for index in 0..<2 where polls[index].revents != 0 { take(index) }
    }
    return true
  }

  private func take(_ index: Int) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(pipes[index], &buffer, buffer.count)
    if count > 0 {
      bytes[index] += buffer.prefix(count)
    } else {
      close(pipes[index])
      pipes[index] = -1
    }
  }

  /// Reads what comes until the condition holds; looks at it every millisecond.
  func wait(_ name: String, patience: Duration = .seconds(60), until condition: () -> Bool) throws {
    let deadline = ContinuousClock.now + patience
    while !condition() {
      guard !read(for: .milliseconds(1)), .now < deadline else {
        throw RunFailure("Waited in vain: \(name). Seen so far: \(run(code: -1))")
      }
    }
  }

  /// Reads until the program has ended.
  func waitForEnd(patience: Duration = .seconds(60)) throws -> Run {
    if !read(for: patience) {
      kill(SIGKILL)
      throw RunFailure("The program does not end. Seen so far: \(run(code: -1))")
    }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    hasEnded = true
    return run(code: status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f))
  }

  private func run(code: Int32) -> Run {
    Run(
      code: code, output: String(decoding: bytes[0], as: UTF8.self),
      errors: String(decoding: bytes[1], as: UTF8.self))
  }
}
