import StoreCatalog
import StoreModel
import TerminalKit

// What is good to know, and the list of findings.
extension ShopState {
  var goodToKnow: [String] {
    [
      "The App Store here is simulated: nothing is charged, whatever you buy.",
      "A product that is owned can be bought again: the store gives it back for nothing.",
      "Turn the network off (\(keyMap.label(of: .toggleNetwork))) or refuse payments "
        + "(\(keyMap.label(of: .togglePayments))) to see how purchases fail.",
      "What was bought is kept. Quit at any time and go on later.",
    ]
  }

  /// What is wrong in the catalogue, the reason why it cannot be read first.
  func findingLines(width: Int) -> [TextLine] { findingParagraphs.lines(width: width) }

  var findingParagraphs: [Paragraph] {
    var paragraphs: [Paragraph] = []
    if let problem = catalogProblem {
      paragraphs += [
        .text("! The file cannot be read; what you see is the last good version.", .error),
        .text(problem.description, .text), .text(problem.advice, .secondary),
      ]
    }
    for finding in findings {
      if !paragraphs.isEmpty { paragraphs.append(.blank) }
      let place = finding.line.flatMap { line in finding.column.map { "line \(line), column \($0)" } }
      let subject = [place, finding.path.isEmpty ? nil : finding.path].compactMap(\.self).joined(
        separator: ", ")
      paragraphs += [
        .text(
          [finding.severity.label, subject].filter { !$0.isEmpty }.joined(separator: "  "),
          finding.severity.role),
        .text("\(finding.message.capitalizedFirst).", .text), .text(finding.advice, .secondary),
      ]
    }
    if paragraphs.isEmpty { paragraphs.append(.text("Everything in the catalogue could be read.", .text)) }
    return paragraphs
  }
}

extension CatalogError {
  /// Without the folder, which only takes room: `catalog.json:3:14: expected …`.
  var shortDescription: String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return CatalogError(file: name, line: line, column: column, problem: problem, advice: advice).description
  }
}

extension Finding.Severity {
  var label: String {
    switch self {
    case .error: "! Left out"
    case .warning: "! Warning"
    case .note: "Note"
    }
  }

  var role: Theme.Role {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .heading
    }
  }
}

extension Key {
  /// As hints and help show it: arrows as arrows.
  var label: String {
    switch self {
    case .up: "\u{2191}"
    case .down: "\u{2193}"
    case .left: "\u{2190}"
    case .right: "\u{2192}"
    default: description
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
