import Synchronization

/// What Foundation and ICU printed, kept from one run to the next.
///
/// Making them ready for their first price, number and day takes longer than all the rest of a start. What they
/// print depends on the place and the value alone, as long as the program is the same one; so what was printed
/// once is as good as what would be printed now. Every text in here was printed by them: it is a memory of their
/// answers, not a table of our own.
///
/// Safe to share between threads.
public final class PrintedTexts: Sendable {
  /// How many texts are remembered: enough for what two screens show.
  public static let limit = 256

  private struct Memory {
    var texts: [String: String] = [:]
    /// Those asked for in this run.
    var used: Set<String> = []
    var hasNews = false
  }

  private let memory: Mutex<Memory>

  /// - Parameter texts: of an earlier run of the same program, by what they are the answer to.
  public init(_ texts: [String: String] = [:]) { memory = Mutex(Memory(texts: texts)) }

  /// True when something was printed that no earlier run had printed.
  public var hasNews: Bool { memory.withLock { $0.hasNews } }

  /// What is worth being kept for the next run: what was asked for in this one, and as much of the rest as the
  /// limit allows.
  public var all: [String: String] {
    memory.withLock { memory in
      guard memory.texts.count > Self.limit else { return memory.texts }
      var kept = memory.texts.filter { memory.used.contains($0.key) }
      for (question, text) in memory.texts where kept.count < Self.limit { kept[question] = text }
      return kept
    }
  }

  /// The text that answers `question`: as it was printed before, else as `print` prints it now.
  ///
  /// - Parameter question: everything that the text depends on.
  package func text(_ question: String, _ print: () -> String) -> String {
    let known = memory.withLock { memory -> String? in
      guard let text = memory.texts[question] else { return nil }
      memory.used.insert(question)
      return text
    }
    if let known { return known }
    // Outside the lock: others need not wait until Foundation is ready.
    let printed = print()
    memory.withLock { memory in
      // A long list is not worth remembering.
      guard memory.used.count < Self.limit else { return }
      memory.texts[question] = printed
      memory.used.insert(question)
      memory.hasNews = true
    }
    return printed
  }

  /// A number that answers `question`.
  package func number(_ question: String, _ count: () -> Int) -> Int {
    let text = text(question) { String(count()) }
    return Int(text) ?? count()
  }
}

extension PrintedTexts? {
  /// The text that answers `question`, printed now where nothing is remembered.
  package func text(_ question: @autoclosure () -> String, _ print: () -> String) -> String {
    guard let self else { return print() }
    return self.text(question(), print)
  }

  /// A number that answers `question`, counted now where nothing is remembered.
  package func number(_ question: @autoclosure () -> String, _ count: () -> Int) -> Int {
    guard let self else { return count() }
    return self.number(question(), count)
  }
}
