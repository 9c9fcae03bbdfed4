import StoreCatalog
import TerminalKit

/// The screen while a large catalogue is read for the first time: how far it is, and a way out.
///
/// Reading goes on elsewhere; keys are answered all the time.
@MainActor public final class CatalogReadingScreen {
  /// How the wait ended.
  public enum Outcome: Sendable {
    case read(CatalogReading)
    case refused(CatalogError)
    /// The person left, or the terminal ended: leave with this status.
    case left(Int32)
  }

  private let terminal: any TerminalBackend
  private let theme: Theme
  private let name: String
  private var progress = 0.0
  private var waiter: CheckedContinuation<Outcome, Never>?
  private var outcome: Outcome?

  /// - Parameter name: of the catalogue, for people.
  public init(terminal: any TerminalBackend, theme: Theme = .neutral, name: String) {
    self.terminal = terminal
    self.theme = theme
    self.name = name
  }

  /// Shows the progress until the catalogue is read or the person leaves.
  ///
  /// The terminal stays open, for the next screen, also when the outcome is that somebody left.
  public func run(_ catalog: FollowedCatalog) async -> Outcome {
    terminal.onEvents = { [weak self] in self?.take($0) }
    terminal.stopNotice = { [name] in "The catalogue \(name) is being read." }
    draw()
    let (figures, tell) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
    let reading = Task.detached { [weak self] in
      let result = Result { () throws(CatalogError) in try catalog.read { tell.yield($0) } }
      tell.finish()
      await self?.end(Outcome(result))
    }
    let following = Task { [weak self] in
      for await figure in figures { self?.show(figure) }
    }
    let outcome = await withCheckedContinuation { (waiter: CheckedContinuation<Outcome, Never>) in
      if let known = self.outcome { waiter.resume(returning: known) } else { self.waiter = waiter }
    }
    following.cancel()
    reading.cancel()
    terminal.onEvents = nil
    terminal.stopNotice = nil
    return outcome
  }

  private func take(_ events: [InputEvent]) {
    for event in events {
      switch event {
      case .end(let reason): end(.left(reason.exitCode))
      case .key(let key) where [.character("q"), .escape].contains(key): end(.left(0))
      case .resize: draw()
      case .key, .mouse, .paste, .focus: break
      }
    }
  }

  private func end(_ outcome: Outcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    waiter?.resume(returning: outcome)
    waiter = nil
  }

  private func show(_ figure: Double) {
    // A frame for each hundredth, and for nothing between.
    guard Int(figure * 100) != Int(progress * 100), outcome == nil else { return }
    progress = figure
    draw()
  }

  private func draw() {
    let size = terminal.size
    var canvas = Canvas(size: size)
    let full = min(max(Int(Double(20) * progress), 0), 20)
    let bar =
      String(repeating: terminal.glyphs.barFull, count: full)
      + String(repeating: terminal.glyphs.barEmpty, count: 20 - full)
    let lines: [(text: String, role: Theme.Role)] = [
      ("Reading \(name)", .heading), ("\(bar) \(Int(progress * 100)) %", .text), ("", .text),
      ("It is large, and new or changed. Next time it opens at once.", .secondary), ("q quits", .secondary),
    ]
    let first = max((size.rows - lines.count) / 3, 0)
    for (offset, line) in lines.enumerated() {
      canvas.put(
        line.text, column: 1, row: first + offset, width: max(size.columns - 2, 0), style: theme[line.role],
        alignment: .center, ellipsis: terminal.glyphs.ellipsis)
    }
    terminal.present(canvas)
  }
}

extension CatalogReadingScreen.Outcome {
  fileprivate init(_ result: Result<CatalogReading, CatalogError>) {
    switch result {
    case .success(let reading): self = .read(reading)
    case .failure(let error): self = .refused(error)
    }
  }
}
