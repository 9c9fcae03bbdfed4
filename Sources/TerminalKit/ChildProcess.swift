import Dispatch
import Glibc

/// Another program that is run with words of its own and no shell: nothing in them can become a command.
public struct ChildProcess: Hashable, Sendable {
  /// How a program ended.
  public enum End: Hashable, Sendable {
    case exited(Int32)
    case signaled(Int32)
    /// It could not be started; the system's reason.
    case notStarted(String)
  }

  /// The file to run, as a path.
  public let path: String
  /// The words after the program's name.
  public let arguments: [String]
  public let environment: [String: String]

  public init(_ path: String, _ arguments: [String] = [], environment: [String: String]) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }

  /// The first file of this name in the folders of `PATH` that can be run; a name with a slash is a path.
  public static func find(_ name: String, path: String?) -> String? {
    if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
    let folders = (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 && !isFolder($0) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// Starts it with signals as they are by default.
  ///
  /// - Parameters:
  ///   - input, output: its standard input, and its standard output and error; nil for `/dev/null`.
  /// - Returns: its number, for `kill`, or the system's reason.
  package func start(input: Int32?, output: Int32?) -> Result<pid_t, Failure> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, output)] {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      } else {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, path, &actions, &attributes, &words, &variables)
    return failure == 0 ? .success(process) : .failure(Failure(String(cString: strerror(failure))))
  }

  /// Why a program could not be started.
  package struct Failure: Error, Hashable {
    package let reason: String
    package init(_ reason: String) { self.reason = reason }
  }

  /// Runs it to its end, with nothing to read, what it prints dropped.
  public func run() async -> End {
    switch start(input: nil, output: nil) {
    case .success(let process): await Self.end(of: process)
    case .failure(let failure): .notStarted(failure.reason)
    }
  }

  /// Waits for a program, on a thread that may block. One that stops itself is told to go on, since nobody
  /// else could.
  ///
  /// - Parameter afterwards: done on that thread when it has ended, before this returns.
  package static func end(
    of process: pid_t, afterwards: @escaping @Sendable () -> Void = {}
  ) async -> End {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var status: Int32 = 0
        while true {
          let answer = waitpid(process, &status, WUNTRACED)
          if answer < 0 && errno == EINTR { continue }
          if answer == process, status & 0xff == 0x7f {
            kill(process, SIGCONT)
            continue
          }
          break
        }
        afterwards()
        let signal = status & 0x7f
        continuation.resume(returning: signal == 0 ? .exited((status >> 8) & 0xff) : .signaled(signal))
      }
    }
  }
}
