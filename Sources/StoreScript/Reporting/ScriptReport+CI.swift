// What CI systems read.
extension ScriptReport {
  /// JUnit XML, as its readers agree on it: one suite, one case a script.
  var junit: String {
    let seconds = items.reduce(Duration.zero) { $0 + $1.duration }.seconds
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append(
      "<testsuite name=\"storefront\" tests=\"\(items.count)\" failures=\"\(failed)\" errors=\"0\" time=\"\(seconds)\">"
    )
    for item in items {
      let result = item.result
      let start =
        "  <testcase classname=\"storefront\" name=\"\(result.name.xml)\" time=\"\(item.duration.seconds)\""
      guard let failure = result.failure else {
        lines.append(start + "/>")
        continue
      }
      lines.append(start + ">")
      let text = Self.lines(of: failure).joined(separator: "\n")
      lines.append("    <failure message=\"\(failure.found.oneLine.xml)\">\(text.xml)</failure>")
      lines.append("  </testcase>")
    }
    lines.append("</testsuite>")
    return lines.joined(separator: "\n")
  }

  /// TAP version 14, with the reason of a failure as a YAML block.
  var tap: String {
    var lines = ["TAP version 14", "1..\(items.count)"]
    for (index, item) in items.enumerated() {
      let name = item.result.name.oneLine.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
      guard let failure = item.result.failure else {
        lines.append("ok \(index + 1) - \(name)")
        continue
      }
      lines.append("not ok \(index + 1) - \(name)")
      lines.append("  ---")
      lines.append("  at: \("\(failure.place)".yaml)")
      lines.append("  wanted: \(failure.wanted.yaml)")
      lines.append("  found: \(failure.found.yaml)")
      if !failure.events.isEmpty {
        lines.append("  events:")
        lines += failure.events.map { "    - \($0.yaml)" }
      }
      lines.append("  ...")
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// As text and attributes of XML hold it; what XML cannot hold at all is left out.
  fileprivate var xml: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n", "\t": text.unicodeScalars.append(scalar)
      case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: continue
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// In double quotes, which YAML reads as JSON does.
  fileprivate var yaml: String {
    "\"" + oneLine.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
