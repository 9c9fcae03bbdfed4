/// A page of the manual, in the language of the `man` macros.
///
/// What is put in is plain text: whatever roff would take for itself is escaped here.
struct ManualPage {
  private var lines: [String]

  init(name: String, section: Int, title: String) {
    lines = [
      ".\\\" Made by storefront from its own tables.",
      ".TH \(name.uppercased()) \(section) \"\" \"storefront \(Versions.storefront)\" \"\(title)\"",
      ".nh", ".ad l",
    ]
  }

  /// The page as text, with a line end at its end.
  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func section(_ title: String) { lines.append(".SH \(Self.argument(title))") }

  mutating func subsection(_ title: String) { lines.append(".SS \(Self.argument(title))") }

  mutating func paragraph(_ text: String) { lines += [".PP", Self.escaped(text)] }

  /// A term and, set in, what it means.
  mutating func entry(_ term: String, _ meaning: String) {
    lines += [".TP", ".B \(Self.argument(term))", Self.escaped(meaning)]
  }

  /// Lines that stay as they are.
  mutating func example(_ text: String) {
    lines += [".PP", ".nf", ".RS 4", Self.escaped(text), ".RE", ".fi"]
  }

  private static func argument(_ text: String) -> String {
    "\"\(escaped(text).replacing("\"", with: "\\(dq"))\""
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      // An empty line would be a vertical space of the wrong kind, a point or quote a request.
      if line.isEmpty { return ".sp" }
      let isRequest = line.first == "." || line.first == "'"
      return (isRequest ? "\\&" : "") + line.unicodeScalars.map(escaped).joined()
    }.joined(separator: "\n")
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\e"
    // These are shown as typographic signs unless they are escaped; people copy them.
    case "-": "\\-"
    case "'": "\\(aq"
    case "`": "\\(ga"
    case "^": "\\(ha"
    case "~": "\\(ti"
    case _ where scalar.isASCII: String(scalar)
    default: "\\[u\(String(scalar.value, radix: 16, uppercase: true).leftPadded(to: 4))]"
    }
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: "0", count: max(width - count, 0)) + self
  }
}
