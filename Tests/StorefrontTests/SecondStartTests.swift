import Foundation
import TerminalTesting
import Testing

extension ProgramTests {
  /// What one start leaves for the next, so that it is quicker.
  @Suite struct SecondStarts {
    private func folder(_ home: Home) -> String { home.path + "/.cache/storefront" }

    private func kept(_ home: Home) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder(home))) ?? []).sorted()
        .filter { !$0.hasSuffix(".part") }
    }

    /// One file for the catalogue, and one for what was printed.
    private func waitUntilKept(_ home: Home, _ terminal: PseudoTerminal) throws {
      let deadline = ContinuousClock.now + .seconds(60)
      while kept(home).count < 2 {
        try #require(ContinuousClock.now < deadline, "Only this is kept: \(kept(home))")
        _ = terminal.bytesWithin(.milliseconds(5))
      }
    }

    private func inodes(_ home: Home) throws -> [Int?] {
      try kept(home).map {
        try FileManager.default.attributesOfItem(atPath: folder(home) + "/" + $0)[.systemFileNumber] as? Int
      }
    }

    @Test func `P1: a second start shows the same, from what the first one kept`() throws {
      let home = try Home()
      let catalog = try BuiltInCopy.write(to: home)
      let first = try home.open(catalog)
      let text = first.screen.text
      try waitUntilKept(home, first)
      try first.expectCleanQuit()
      let files = try inodes(home)

      let second = try home.open(catalog)
      #expect(second.screen.text == text)
      try second.expectCleanQuit()
      #expect(try inodes(home) == files, "There was nothing to be kept anew.")

      // What is damaged is not shown.
      for name in kept(home) { truncate(folder(home) + "/" + name, 300) }
      let third = try home.open(catalog)
      #expect(third.screen.text == text)
      try third.expectCleanQuit()
    }

    @Test func `P1: the built-in catalogue is kept for the next start too`() throws {
      let home = try Home()
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      let start = "cd '\(home.path)' && exec '\(try PseudoTerminal.builtProgram("storefront"))'"
      try terminal.run("/bin/sh", ["-c", start], environment: home.environment as [String: String?])
      try terminal.wait("the first frame") { $0.isAlternate && $0.text.contains("queue 0") }
      try waitUntilKept(home, terminal)
      try terminal.expectCleanQuit()
      #expect(kept(home).contains { $0.hasPrefix("built-in-") })
    }

    @Test func `an ephemeral run uses what is there and leaves nothing`() throws {
      let home = try Home()
      let catalog = try BuiltInCopy.write(to: home)
      let terminal = try home.open(catalog, ["--ephemeral"])
      let text = terminal.screen.text
      try terminal.expectCleanQuit()
      #expect(kept(home) == [])

      let lasting = try home.open(catalog)
      try waitUntilKept(home, lasting)
      try lasting.expectCleanQuit()
      let files = try inodes(home)
      let again = try home.open(catalog, ["--ephemeral"])
      #expect(again.screen.text == text)
      try again.expectCleanQuit()
      #expect(try inodes(home) == files)
    }

    @Test func `a home in which nothing may be written opens all the same`() throws {
      let home = try Home()
      let catalog = try BuiltInCopy.write(to: home)
      // A file stands where the folder should be; a superuser may write into any folder.
      _ = try home.write("", to: ".cache")
      let terminal = try home.open(catalog)
      #expect(terminal.screen.text.contains("Products 1 of 19"))
      try terminal.expectCleanQuit()
    }
  }
}
