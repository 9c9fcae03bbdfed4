import TerminalKit

extension String {
  /// This text as one line for any terminal and any screen reader: without controls, escapes and marks
  /// that reorder, and without lines, blocks and braille, which are read out one by one (X34).
  var plainLine: String {
    let safe = truncated(toWidth: .max)
    guard safe.unicodeScalars.contains(where: \.isDrawing) else { return safe }
    return String(String.UnicodeScalarView(safe.unicodeScalars.map { $0.isDrawing ? " " : $0 }))
  }
}

extension Unicode.Scalar {
  fileprivate var isDrawing: Bool { (0x2500...0x259f).contains(value) || (0x2800...0x28ff).contains(value) }
}

extension Paragraph {
  /// The paragraph on one line: a label and its value as `Label: value`.
  var plainLine: String {
    switch self {
    case .blank: ""
    case .heading(let text), .text(let text, _): text.plainLine
    case .field(let label, let value, _): "\(label): \(value)".plainLine
    }
  }
}

extension Sequence<Paragraph> {
  var plainLines: [String] { filter { $0 != .blank }.map(\.plainLine) }
}
