import FoundationEssentials
import StoreCatalog
import StoreModel
import StoreScript
import StorefrontSettings
import StorefrontUI
import TerminalKit

extension Shell {
  /// Prints a picture of a screen, after a script has played in front of it.
  ///
  /// The store is one of its own, with a clock that stands still, so the same call gives the same bytes.
  @MainActor func snapshot() async throws -> ExitStatus {
    let name = invocation.value(.script) ?? "snapshot"
    guard let file = try playFile(source: try snapshotScript(), name: name) else { return .usage }
    let stage = try pictureStage(file.setting)
    guard tell(await ScriptRun.play(file.script, on: stage)) else { return .refused }
    let format =
      try invocation.choice(.picture, ScreenPicture.Format.allCases.map { ($0.rawValue, $0) }) ?? .text
    let picture = ScreenPicture(
      stage.screen, palette: isOnLight ? .light : .dark, title: file.setting.catalog.app.name)
    console.print(picture.rendered(as: format), terminator: "")
    return .done
  }

  /// Writes a recording of a script that plays in front of a screen.
  @MainActor func demo() async throws -> ExitStatus {
    guard let path = invocation.arguments.first else {
      throw UsageError("Which script?", advice: "Write 'storefront demo FILE --cast OUT'.")
    }
    guard let output = invocation.value(.cast) else {
      throw UsageError("Where to?", advice: "Name the recording's file with --cast.")
    }
    guard let file = try playFile(path) else { return .usage }
    let stage = RecordedStage(
      try pictureStage(file.setting), size: try screenSize(), title: file.setting.catalog.app.name)
    guard tell(await ScriptRun.play(file.script, on: stage)) else { return .refused }
    do {
      try Data(stage.recording.text.utf8).write(to: URL(filePath: output), options: .atomic)
    } catch {
      throw UsageError(
        "The recording cannot be written to '\(output.singleLine)'.",
        advice: "Name a file in a folder that is there.")
    }
    return .done
  }

  /// Pictures are drawn for a dark background unless the theme says otherwise.
  private var isOnLight: Bool { settings.themeName == .light }

  @MainActor private func pictureStage(_ setting: ScriptSetting) throws -> ScreenStage {
    ScreenStage(
      StoreMachine(setting.parts(try setting.ledger())), size: try screenSize(),
      glyphs: settings.values.isOn(.ascii) ? .ascii : .unicode,
      theme: settings.theme(tier: .direct, background: isOnLight ? .light : .dark))
  }

  /// Tells why a script failed; true when it did not.
  func tell(_ result: ScriptResult) -> Bool {
    guard let failure = result.failure else { return true }
    console.note(ScriptReport.lines(of: failure).joined(separator: "\n"))
    return false
  }

  /// The script's own lines, then the screen that is asked for.
  private func snapshotScript() throws(UsageError) -> String {
    let lines = try invocation.value(.script).map(readScript) ?? ""
    guard let screen = invocation.value(.screen) else { return lines }
    return lines + "\nscreen \(screen)\n"
  }

  private func screenSize() throws(UsageError) -> Size {
    guard let text = invocation.value(.size) else { return Size(columns: 100, rows: 30) }
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1], (1...500).contains(columns),
      (1...500).contains(rows)
    else {
      throw UsageError(
        "--size cannot be '\(text.singleLine)'.",
        advice: "Write columns and rows from 1 to 500: --size 100x30.")
    }
    return Size(columns: columns, rows: rows)
  }
}
