import StoreScript

// Saving what has happened: as a script, or as a bug report.
extension ShopState {
  var saving: Availability {
    canSave
      ? .enabled
      : .disabled(
        "This session is a script's, or is recorded already. 'storefront bundle FILE' makes a report.")
  }

  /// With what leads to this screen at its end; an open sheet is there by itself.
  mutating func save(_ file: SavedFile) -> [Effect] {
    let place: [Act] = sheet == nil ? [.screen(screen)] : []
    return [.save(file, [.locale(texts.locale)] + place)]
  }

  mutating func saved(_ file: SavedFile, _ result: Result<String, SessionSaver.Refusal>) -> [Effect] {
    switch result {
    case .success(let path):
      say(
        file == .script ? "Saved as a script: \(path)" : "The bug report is saved: \(path)", .success,
        advice: file == .script
          ? "'storefront run \(path)' plays it." : "'storefront open \(path)' shows it, on any machine.")
    case .failure(let refusal): say(refusal.problem, .error, advice: refusal.advice)
    }
  }
}
