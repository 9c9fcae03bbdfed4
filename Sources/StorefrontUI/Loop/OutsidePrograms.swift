import StoreModel
import TerminalKit

/// What other programs can be used in this run: a pager, and what opens links. Found in the environment that
/// is given; none is ever run through a shell.
public struct OutsidePrograms: Sendable {
  /// What cannot be used, as a sentence that says what to do.
  public struct Missing: Error, Hashable, Sendable {
    public let sentence: String
  }

  /// Nothing can be used.
  public static let none = OutsidePrograms(environment: [:], find: { _ in nil })

  private let environment: [String: String]
  private let find: @Sendable (String) -> String?

  /// - Parameter find: the path of a program by its name; nil when there is none.
  public init(environment: [String: String], find: (@Sendable (String) -> String?)? = nil) {
    self.environment = environment
    self.find = find ?? { ChildProcess.find($0, path: environment["PATH"]) }
  }

  /// `$PAGER` with its words, else `less`, else `more`.
  public func pager() -> Result<ChildProcess, Missing> {
    let words = (environment["PAGER"] ?? "").split(separator: " ").map(String.init)
    if let name = words.first {
      guard let path = find(name) else {
        return .failure(
          Missing(
            sentence: "PAGER names '\(name)', and there is no such program. "
              + "Set PAGER to one that is installed, such as less."))
      }
      return .success(ChildProcess(path, Array(words.dropFirst()), environment: environment))
    }
    guard let path = find("less") ?? find("more") else {
      return .failure(
        Missing(sentence: "There is neither less nor more. Install less, or name a pager in PAGER."))
    }
    return .success(ChildProcess(path, environment: environment))
  }

  /// What shows a link on the person's display, with the link as its only word.
  ///
  /// Nothing without a display: over ssh a browser would open where nobody sits.
  func opener(of link: String) -> Result<ChildProcess, Missing> {
    guard link.lowercased().hasPrefix("https://") else {
      return .failure(Missing(sentence: "Only https links are opened."))
    }
    if let missing = missingOpener { return .failure(missing) }
    guard let path = find("xdg-open") else { return .failure(Self.noOpener) }
    return .success(ChildProcess(path, [link], environment: environment))
  }

  /// Why links cannot be opened; nil when they can.
  public var missingOpener: Missing? {
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
    guard hasDisplay else { return Missing(sentence: "There is no display here to open it on.") }
    return find("xdg-open") == nil ? Self.noOpener : nil
  }

  private static let noOpener = Missing(sentence: "There is no xdg-open here to open it with.")
}
