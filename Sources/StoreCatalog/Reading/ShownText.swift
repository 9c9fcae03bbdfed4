import StoreModel

extension String {
  /// The text with controls, direction marks and line breaks written as `\u{1B}`.
  var shownSafely: String {
    guard unicodeScalars.contains(where: \.isHarmful) else { return self }
    return unicodeScalars.map { scalar in
      scalar.isHarmful ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
    }.joined()
  }

  /// A value from the file in quotes for a message. Long texts are only counted: they may be secret, and help nobody.
  var quoted: String {
    let length = unicodeScalars.prefix(65).count
    return length <= 64 ? "'\(shownSafely)'" : "a text of \(unicodeScalars.count) characters"
  }
}

extension Unicode.Scalar {
  fileprivate var isHarmful: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}

/// " Did you mean 'x'?", or nothing when no known name is close.
func suggestion(for name: String, in names: some Sequence<String>) -> String? {
  nearest(to: name, in: names).map { "Did you mean '\($0)'?" }
}
