import JSONSyntax

/// App Store Connect's rule for product ids.
enum ProductIDRule {
  /// Warns of an id that the App Store would not take; it is kept as it is.
  static func check(_ id: String, at value: JSONValue, log: FindingLog) {
    let isPlain = id.utf8.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95: true
      default: false
      }
    }
    guard !isPlain || id.utf8.count > 100 else { return }
    log.add(
      .warning, at: value, "the App Store does not take the product id \(id.quoted)",
      "Use at most 100 letters, digits, hyphens, points and underscores.")
  }
}
