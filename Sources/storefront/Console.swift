import FoundationEssentials
@preconcurrency import Glibc

/// What the shell gives a run: its variables, and standard input, output and error.
///
/// Output for programs and people goes to standard output; messages go to standard error.
struct Console: Sendable {
  let environment: [String: String]
  let inputIsTerminal: Bool
  let outputIsTerminal: Bool

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

  func print(_ text: String, terminator: String = "\n") { Self.write(text + terminator, to: STDOUT_FILENO) }

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

  /// A reader that closed the pipe is no fault of ours: what is left over is dropped.
  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno != EINTR { return }
        rest = rest.dropFirst(max(count, 0))
      }
    }
  }
}
