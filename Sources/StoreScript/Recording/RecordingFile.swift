import FoundationEssentials
import Glibc

/// A script that is written while it happens: each command is on disk when the next one comes, so that a crash loses
/// nothing but what was still to be said of the last.
///
/// Use it from one thread at a time.
public final class RecordingFile {
  public let path: String
  private let descriptor: Int32
  /// Why the last line could not be written; nothing is written after it.
  public private(set) var problem: String?

  /// Why a file could not be begun, and what to do.
  public struct Refusal: Error, Hashable, Sendable {
    public let message: String
    public let advice: String
  }

  /// Begins a file that is not there yet. Nobody's script is overwritten.
  public init(path: String) throws(Refusal) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_APPEND, 0o644)
    self.path = path
    guard descriptor < 0 else { return }
    let name = path.oneLine
    throw errno == EEXIST
      ? Refusal(message: "'\(name)' is there already.", advice: "Name another file, or take that one away.")
      : Refusal(
        message: "'\(name)' cannot be written: \(String(cString: strerror(errno))).",
        advice: "Name a file in a folder that is there and may be written.")
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Writes lines and waits until they are on disk.
  public func append(_ lines: [String]) {
    guard problem == nil, !lines.isEmpty else { return }
    var bytes = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return fail() }
      bytes = bytes.dropFirst(count)
    }
    // A pipe has no disk.
    if fdatasync(descriptor) != 0, errno != EINVAL, errno != EROFS { fail() }
  }

  private func fail() { problem = String(cString: strerror(errno)) }
}
