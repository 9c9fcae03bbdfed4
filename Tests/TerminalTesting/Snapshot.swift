import Foundation
import Testing

/// Compares a screen to the golden one in `Snapshots/NAME.txt` beside the test.
///
/// A missing golden screen is recorded and the test fails, so that somebody looks at it.
/// `RECORD_SNAPSHOTS=1` in the environment renews those that differ.
public func expectSnapshot(
  _ text: String, named name: String, file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let folder = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Snapshots")
  let path = folder.appendingPathComponent(name + ".txt")
  let shown = text.hasSuffix("\n") ? text : text + "\n"
  let golden = try? String(contentsOf: path, encoding: .utf8)
  if golden == shown { return }
  let records = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"
  if golden == nil || records {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try shown.write(to: path, atomically: true, encoding: .utf8)
    } catch {
      Issue.record("\(path.path) cannot be written: \(error)", sourceLocation: sourceLocation)
      return
    }
  }
  if let golden {
    if records { return }
    let difference = Snapshot.difference(golden, shown)
    Issue.record(
      "The screen '\(name)' has changed (- golden, + now):\n\(difference)\nRECORD_SNAPSHOTS=1 accepts it.",
      sourceLocation: sourceLocation)
  } else {
    Issue.record(
      "Recorded the new screen '\(name)'; look at it and run again:\n\(shown)", sourceLocation: sourceLocation
    )
  }
}

enum Snapshot {
  /// The rows that differ, with their numbers.
  static func difference(_ golden: String, _ shown: String) -> String {
    let old = golden.split(separator: "\n", omittingEmptySubsequences: false)
    let new = shown.split(separator: "\n", omittingEmptySubsequences: false)
    var lines: [String] = []
    for row in 0..<max(old.count, new.count) {
      let before = row < old.count ? old[row] : nil
      let after = row < new.count ? new[row] : nil
      if before == after { continue }
      if let before { lines.append("\(row) - \(before)") }
      if let after { lines.append("\(row) + \(after)") }
    }
    return lines.joined(separator: "\n")
  }
}
