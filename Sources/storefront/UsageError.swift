/// A mistake in how storefront was called: what is wrong and what to do. Ends with exit code 2.
struct UsageError: Error, Equatable {
  let message: String
  let advice: String

  init(_ message: String, advice: String) {
    self.message = message
    self.advice = advice
  }
}

/// How a run ended, as the shell sees it.
struct ExitStatus: Error, Equatable {
  let code: Int32

  static let done = ExitStatus(code: 0)
  /// The store said no.
  static let refused = ExitStatus(code: 1)
  /// Usage or bad input.
  static let usage = ExitStatus(code: 2)
  static let needsTerminal = ExitStatus(code: 3)

  /// Every code and what it means, for help and manual.
  static let meanings: [(code: String, meaning: String)] = [
    ("0", "done"), ("1", "the store said no, or an expectation failed"), ("2", "usage or bad input"),
    ("3", "needs a terminal"),
    ("128+n", "ended by signal n"),
  ]
}
