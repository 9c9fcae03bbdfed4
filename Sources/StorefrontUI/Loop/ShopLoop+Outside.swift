import StoreModel
import StoreScript
import TerminalKit

// What leaves the screen: copied text, saved files, links, the pager.
extension ShopLoop {
  /// Carries out an effect that is the terminal's or another program's; false when it is the store's.
  func carryOutOutside(_ effect: Effect) -> Bool {
    switch effect {
    case .setMouse(let wanted):
      terminal.setMouse(wanted)
      take([.mouseSet(isOn: terminal.isMouseOn, wanted: wanted)])
    case .copy(let text): take([.copied(text, terminal.copy(text))])
    case .openLink(let link): open(link)
    case .page(let text): page(text)
    case .save(let file, let end): save(file, end)
    case .rememberWelcome: welcome?()
    default: return false
    }
    return true
  }

  private func save(_ file: SavedFile, _ end: [Act]) {
    guard let saver else { return }
    Task { [weak self, moments] in
      let result = await saver.save(file, moments, end)
      self?.take([.saved(file, result)])
    }
  }

  private func open(_ link: String) {
    switch outside.opener(of: link) {
    case .failure(let missing): take([.linkOpened(link, problem: missing.sentence)])
    case .success(let opener):
      Task { [weak self] in
        let end = await opener.run()
        self?.take([.linkOpened(link, problem: end.problem(of: "xdg-open"))])
      }
    }
  }

  private func page(_ text: String) {
    switch outside.pager() {
    case .failure(let missing): take([.paged(problem: missing.sentence)])
    case .success(let pager):
      isTerminalLent = true
      Task { [weak self, terminal] in
        let end = await terminal.lend(to: pager, reading: text)
        self?.isTerminalLent = false
        self?.take([.paged(problem: end.problem(of: pager.path))])
      }
    }
  }
}

extension ChildProcess.End {
  /// What went wrong, as a sentence; nil when nothing did.
  fileprivate func problem(of program: String) -> String? {
    switch self {
    case .exited(0): nil
    case .exited(let status): "\(program) ended with status \(status)."
    case .signaled(let signal): "\(program) was ended by signal \(signal)."
    case .notStarted(let reason): "\(program) could not be started: \(reason)."
    }
  }
}
