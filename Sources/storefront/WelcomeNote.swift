import FoundationEssentials

/// Remembers that the welcome was closed: an empty file beside the ledgers, in
/// `$XDG_STATE_HOME/storefront`. Deleting it shows the welcome once more.
struct WelcomeNote {
  private let path: String?

  init(environment: [String: String]) {
    path = (try? LedgerLocation.stateFolder(environment)).map { $0 + "/welcomed" }
  }

  /// True when there is a place to remember it and it has not been closed yet. Where nothing can be
  /// remembered it would come at each start, so there it does not.
  var isDue: Bool { path.map { !FileManager.default.fileExists(atPath: $0) } ?? false }

  /// Called when it has been closed. A folder that cannot be written is no reason to disturb: the welcome
  /// comes once more.
  func write() {
    guard let path else { return }
    let folder = URL(filePath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: path, contents: Data())
  }
}
