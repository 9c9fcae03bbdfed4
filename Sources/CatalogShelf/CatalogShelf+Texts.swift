import StoreCatalog

// Beside the copies: what Foundation printed for the first frame.
extension CatalogShelf {
  /// What an earlier run of this same program printed; empty when nothing of it is there or whole.
  public func printedTexts() -> PrintedTexts {
    guard let bytes = folder?.texts(), let printer, var reader = try? RecordReader(bytes),
      let texts = try? reader.texts(of: printer)
    else { return PrintedTexts() }
    return PrintedTexts(texts)
  }

  /// Keeps what was printed for the next run of this program, if there is anything new.
  public func keep(_ printed: PrintedTexts) {
    guard keepsNew, let folder, let printer, printed.hasNews else { return }
    var record = RecordWriter()
    record.put(texts: printed.all, of: printer)
    record.seal()
    folder.keep(texts: record.bytes)
  }

  /// Who prints: this build of the program with this ICU. Another one might print something else.
  private var printer: String? { program.map { "1|\($0)|\(PluralRules.libraryVersion)" } }
}

extension RecordWriter {
  fileprivate mutating func put(texts: [String: String], of printer: String) {
    put(printer)
    put(each: texts) {
      $0.put($1.key)
      $0.put($1.value)
    }
  }
}

extension RecordReader {
  /// Nil when somebody else printed them.
  fileprivate mutating func texts(of printer: String) throws(DamagedRecord) -> [String: String]? {
    guard try text() == printer else { return nil }
    let pairs = try list { reader throws(DamagedRecord) in (try reader.text(), try reader.text()) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
