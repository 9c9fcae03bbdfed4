import FoundationEssentials
@preconcurrency import Glibc
import Synchronization

/// What the shell gives a run: its variables, and standard input, output and error.
///
/// Output for programs and people goes to standard output; messages go to standard error.
struct Console: Sendable {
  let environment: [String: String]
  let inputIsTerminal: Bool
  let outputIsTerminal: Bool
  private let output = Output()

  /// What became of standard output.
  private final class Output: Sendable {
    let failure = Mutex<Int32?>(nil)
  }

  init(environment: [String: String], inputIsTerminal: Bool, outputIsTerminal: Bool) {
    self.environment = environment
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
  }

  /// Why something that was printed did not arrive, as a full disk; nil when all did, or nobody wanted to read on.
  var outputFailure: String? { output.failure.withLock { $0 }.map { String(cString: strerror($0)) } }

  /// The streams and variables of this process.
  static var process: Console {
    Console(
      environment: variables, inputIsTerminal: isatty(0) == 1,
      outputIsTerminal: isatty(1) == 1)
  }

  /// The variables as libc has them: Foundation looks at them character by character, for as long as a frame takes.
  private static var variables: [String: String] {
    var variables: [String: String] = [:]
    // Nothing has changed them yet, and no second thread runs.
    var entry = environ
    while let line = entry.pointee {
      if let equals = strchr(line, Int32(UInt8(ascii: "="))), equals > line {
        let name = UnsafeRawBufferPointer(start: line, count: line.distance(to: equals))
        variables[String(decoding: name, as: UTF8.self)] = String(cString: equals + 1)
      }
      entry += 1
    }
    return variables
  }

  func print(_ text: String, terminator: String = "\n") {
    let code = Self.write(text + terminator, to: STDOUT_FILENO)
    if code != 0 { output.failure.withLock { $0 = $0 ?? code } }
  }

  func complain(_ text: String) { Self.write("storefront: \(text)\n", to: STDERR_FILENO) }

  func note(_ text: String) { Self.write(text + "\n", to: STDERR_FILENO) }

  /// Prints `value` as one JSON object with sorted keys: on many lines, or on one for streams.
  func print<Value: Encodable>(json value: Value, onOneLine: Bool = false) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      onOneLine
      ? [.sortedKeys, .withoutEscapingSlashes] : [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Asks on standard error and reads one line; nil at the end of the input.
  func ask(_ question: String) -> String? {
    Self.write(question, to: STDERR_FILENO)
    return readLine()
  }

  /// The code of what went wrong, 0 for nothing. A reader that closed the pipe is no fault of ours: what is left over
  /// is dropped.
  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno != EINTR { return errno == EPIPE ? 0 : errno }
        rest = rest.dropFirst(max(count, 0))
      }
      return 0
    }
  }
}
