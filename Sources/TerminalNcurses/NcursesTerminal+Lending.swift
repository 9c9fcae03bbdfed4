import CNcurses
import Dispatch
import FoundationEssentials
import Glibc
import TerminalKit

/// The terminal while another program has it.
@MainActor final class Loan {
  let process: pid_t
  private let ended = DispatchSemaphore(value: 0)

  init(_ process: pid_t) { self.process = process }

  /// Waits for its end, then, when it was so quick that nothing can have been read, for Enter.
  func end(input: Int32, output: Int32) async -> ChildProcess.End {
    let (started, ended) = (DispatchTime.now(), ended)
    return await ChildProcess.end(of: process) {
      ended.signal()
      let took = DispatchTime.now().uptimeNanoseconds - started.uptimeNanoseconds
      if took < 500_000_000 { Self.waitForEnter(input, output) }
    }
  }

  /// Ends the program because ours ends, so that both do not write to the terminal.
  func callIn() {
    kill(process, SIGTERM)
    _ = ended.wait(timeout: .now() + .seconds(1))
  }

  private nonisolated static func waitForEnter(_ input: Int32, _ output: Int32) {
    let question = Array("\r\nPress Enter to come back to storefront.".utf8)
    _ = question.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
    var byte: UInt8 = 0
    while true {
      let count = read(input, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 || byte == 10 || byte == 13 { return }
    }
  }
}

extension TerminalDevice {
  /// Starts a program on the terminal that has been left, with a text to read.
  func start(_ program: ChildProcess, reading text: String) -> Result<pid_t, ChildProcess.Failure> {
    var path = Array((FileManager.default.temporaryDirectory.path + "/storefront-XXXXXX").utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { return .failure(.init(String(cString: strerror(errno)))) }
    defer { Glibc.close(file) }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    unlink(path)
    Self.write(text, to: file)
    lseek(file, 0, SEEK_SET)
    return program.start(input: file, output: output)
  }
}
