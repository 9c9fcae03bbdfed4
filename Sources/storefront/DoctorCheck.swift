import StoreCatalog
import StorefrontSettings

/// One thing that the doctor looked at.
struct DoctorCheck: Encodable {
  enum State: String, Encodable { case good, odd, bad }

  let name: String
  let state: State
  let found: String
  /// What to do; empty when nothing needs to be done.
  let advice: String

  init(_ name: String, _ state: State, _ found: String, advice: String = "") {
    self.name = name
    self.state = state
    self.found = found
    self.advice = advice
  }

  init(_ finding: Finding) {
    let place =
      finding.line.map { "line \($0)" + (finding.column.map { ", column \($0)" } ?? "") + ": " } ?? ""
    let path = finding.path.isEmpty ? "" : "\(finding.path): "
    self.init(
      "  " + finding.severity.rawValue, finding.severity == .note ? .good : .odd,
      place + path + finding.message, advice: finding.advice)
  }

  init(_ finding: SettingsFinding) {
    self.init(
      "  mistake", .odd, "\(finding.place): \(finding.mistake.message).", advice: finding.mistake.advice)
  }

  /// For a table: a mark, the name, what was found and what to do.
  var row: [String] {
    let mark =
      switch state {
      case .good: "ok"
      case .odd: "!"
      case .bad: "BAD"
      }
    return [mark, name, [found, advice].filter { !$0.isEmpty }.joined(separator: " ")]
  }
}
