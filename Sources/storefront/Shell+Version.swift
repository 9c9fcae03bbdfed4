import SQLite
import StoreCatalog
import StoreCrypto
import TerminalNcurses

extension Shell {
  /// Prints the version of storefront and of what it is built from.
  func version() throws -> ExitStatus {
    if invocation.has(.json) {
      try console.print(json: Dictionary(uniqueKeysWithValues: Versions.all.map { ($0.name, $0.version) }))
    } else {
      console.print(TextTable(Versions.all.map { [$0.name, $0.version] }).lines.joined(separator: "\n"))
    }
    return .done
  }
}

/// What this program is and what it is built from.
enum Versions {
  static let storefront = "0.1.0"

  static var all: [(name: String, version: String)] {
    [
      ("storefront", storefront), ("Swift", swift), ("ncurses", NcursesTerminal.libraryVersion),
      ("SQLite", SQLiteConnection.libraryVersion), ("OpenSSL", SHA256Digest.libraryVersion),
      ("ICU", PluralRules.libraryVersion),
    ]
  }

  private static var swift: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
