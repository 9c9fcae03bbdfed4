import FoundationEssentials

/// What became of a text that was to be copied.
///
/// A terminal never says whether it took the text, and some are set to drop it: word it as
/// "sent to the terminal", never as "copied", and show the text.
public enum CopyResult: Hashable, Sendable {
  /// So many bytes of text went to the terminal.
  case sent(bytes: Int)
  /// Nothing was sent: terminals take at most `limit` bytes.
  case tooLong(bytes: Int, limit: Int)
}

/// The escape sequence that puts text on the clipboard of the person's own machine, over ssh as well.
enum ClipboardSequence {
  /// 100,000 bytes is what terminals take in all; Base64 needs four bytes for three.
  static let limit = 74_994

  /// The sequence for a text, or `nil` when it is too long.
  ///
  /// Base64 keeps whatever is in the text from acting on the terminal. BEL ends it, since the
  /// Linux console does not know the other end.
  static func bytes(for text: String) -> String? {
    let data = Data(text.utf8)
    guard data.count <= limit else { return nil }
    return "\u{1b}]52;c;\(data.base64EncodedString())\u{7}"
  }
}

extension TerminalBackend {
  /// Sends a text to the clipboard through a way of writing bytes to the terminal.
  package func copy(_ text: String, through write: (String) -> Void) -> CopyResult {
    let count = text.utf8.count
    guard let sequence = ClipboardSequence.bytes(for: text) else {
      return .tooLong(bytes: count, limit: ClipboardSequence.limit)
    }
    write(sequence)
    return .sent(bytes: count)
  }
}
