import Foundation
import TerminalKit
import TerminalTesting
import Testing

extension ProgramTests {
  /// The welcome of the real program.
  @Suite struct FirstStarts {
    private static let on = ["STOREFRONT_WELCOME": "on"]

    @Test func `row 5: it comes until it is closed, then never again`() throws {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      for isClosed in [false, true] {
        let terminal = try home.open(catalog, environment: Self.on.mapValues(Optional.some))
        #expect(terminal.screen.text.contains("Welcome to storefront"))
        if isClosed {
          terminal.type("\r")
          try terminal.wait("the list") { !$0.text.contains("Welcome to storefront") }
          try terminal.expectCleanQuit()
        } else {
          terminal.press(.ctrl("c"))
          #expect(try terminal.waitForEnd() == .exited(130))
        }
      }
      let terminal = try home.open(catalog, environment: Self.on.mapValues(Optional.some))
      #expect(!terminal.screen.text.contains("Welcome to storefront"))
      try terminal.expectCleanQuit()
    }

    @Test func `row 5: no welcome with --no-welcome, in a run that keeps nothing, and in plain mode`() throws
    {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      for options in [["--no-welcome"], ["--ephemeral"]] {
        let terminal = try home.open(catalog, options, environment: Self.on.mapValues(Optional.some))
        #expect(!terminal.screen.text.contains("Welcome to storefront"))
        try terminal.expectCleanQuit()
      }
      let plain = try home.expect(0, catalog, "--plain", environment: Self.on)
      #expect(!plain.output.contains("Welcome"))
      #expect(!FileManager.default.fileExists(atPath: home.path + "/storefront/welcomed"))
    }
  }
}
