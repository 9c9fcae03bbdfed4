import Foundation

/// Measures the program against the least that the same work costs, and prints one line for each goal.
///
/// Figures of one run are compared only with each other: machines are shared, so what counts is the
/// ratio. Takes the names of subjects to measure only those; ends with 1 when a goal is missed and
/// `--strict` asks for that.
@main @MainActor
struct StorefrontBench {
  private static let subjects: [(name: String, measure: @MainActor (Report) async throws -> Void)] = [
    ("catalogue", CatalogueSubject.measure),
    ("frames", FrameSubject.measure),
    ("texts", TextSubject.measure),
    ("purchases", PurchaseSubject.measure),
    ("shown", ShownPurchaseSubject.measure),
    ("history", HistorySubject.measure),
    ("restore", RestoreSubject.measure),
    ("download", DownloadSubject.measure),
    ("receipts", ReceiptSubject.measure),
    ("screen", ScreenSubject.measure),
    ("scripts", ScriptSubject.measure),
  ]

  static func main() async {
    var names = Array(CommandLine.arguments.dropFirst())
    let isStrict = names.contains("--strict")
    names.removeAll { $0 == "--strict" }
    let known = subjects.map(\.name)
    if let unknown = names.first(where: { !known.contains($0) }) {
      let advice = "Give none for all, or some of: \(known.joined(separator: " "))."
      FileHandle.standardError.write(Data("storefront-bench: '\(unknown)' is no subject. \(advice)\n".utf8))
      exit(2)
    }
    let report = Report()
    report.begin()
    for subject in subjects where names.isEmpty || names.contains(subject.name) {
      do {
        try await subject.measure(report)
      } catch {
        report.note("\(subject.name) could not be measured: \(error)")
        report.fail()
      }
    }
    report.end()
    if report.hasFailed || (isStrict && report.missedGoals > 0) { exit(1) }
  }
}
