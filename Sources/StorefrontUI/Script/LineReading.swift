import StoreModel
import StoreScript

/// What one line of the script language says, typed where each line stands alone.
enum LineReading: Hashable {
  case act(Act)
  /// It is right as far as it goes; the sentence says what is missing.
  case unfinished(String)
  /// The sentence says what is wrong and what to write instead; `column` is that of the word at fault, from 1.
  case wrong(String, column: Int)

  /// - Parameter completions: what may come next, when that has been asked already.
  init(_ line: String, parser: ScriptParser) {
    let name = Verb.Name(rawValue: line.firstWord)
    switch name {
    case .let:
      self = .wrong("Each line stands alone here, so that a name would stand for nothing.", column: 1)
      return
    case .include:
      self = .wrong("Lines are run one by one here. A file is run by 'storefront run FILE'.", column: 1)
      return
    case .start:
      self = .wrong(
        "The store is open already. Only a script says what it starts from; options of storefront say it here.",
        column: 1)
      return
    default: break
    }
    do throws(ScriptErrors) {
      guard let statement = try parser.parse(line, name: "").statements.first else {
        self = .unfinished("Nothing is written yet.")
        return
      }
      self = .act(statement.act)
    } catch {
      guard let first = error.errors.first else { preconditionFailure("Errors are never none.") }
      let column = first.place.column
      let sentence = "Column \(column): \(first.message) \(first.advice)"
      let isAtEnd = column > line.trimmedEnd.count
      // Who is in the middle of a word has not made a mistake yet.
      let isInLastWord =
        line.trimmedEnd.dropFirst(column - 1).allSatisfy { !$0.isWhitespace } && !line.endsInBlank
      let isUnfinished = isAtEnd || (isInLastWord && !parser.completions(of: line).isEmpty)
      self = isUnfinished ? .unfinished(sentence) : .wrong(sentence, column: column)
    }
  }
}

extension String {
  /// What a line of the script language begins with.
  var firstWord: String { String(drop(while: \.isWhitespace).prefix { !$0.isWhitespace }) }

  var endsInBlank: Bool { last?.isWhitespace == true }

  fileprivate var trimmedEnd: Substring {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

extension ShopState {
  /// The names that a line typed here may use.
  var vocabulary: Vocabulary {
    var vocabulary = Vocabulary(screen: catalog, searchLimit: Self.searchedProducts)
    vocabulary.transactions = facts.transactions.prefix(Self.offeredTransactions).map(\.id)
    var seen: Set<AccountID> = []
    vocabulary.accounts =
      ([facts.settings.account] + facts.journal.prefix(Self.accountEntries).flatMap(\.accounts))
      .filter { seen.insert($0).inserted }
    return vocabulary
  }

  var lineParser: ScriptParser {
    // A line that includes a file is refused before it is parsed.
    ScriptParser(vocabulary: vocabulary, load: { _ in "" })
  }

  /// More products are known by their whole ids alone: a key must not wait for all of them to be read.
  private static let searchedProducts = 2_000
  private static let offeredTransactions = 50
  private static let accountEntries = 500
}

extension JournalEntry {
  fileprivate var accounts: [AccountID] {
    if case .accountChanged(let from, let to) = event { [to, from] } else { [] }
  }
}
