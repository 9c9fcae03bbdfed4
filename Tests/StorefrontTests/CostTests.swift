import TerminalTesting
import Testing

extension ProgramTests {
  /// What the screen costs where that is exact: bytes to the terminal, and threads that wake up.
  @Suite struct Costs {
    @Test func `P6, X30: on no screen does a thread wake up or a byte come when nobody does anything`() throws
    {
      let home = try Home()
      let terminal = try home.openSmallShop()
      for (key, title) in [
        ("2", "Library"), ("3", "Transactions"), ("4", "Activity"), ("5", "Receipt"), ("1", "Store"),
      ] {
        terminal.type(key)
        try terminal.wait("the screen \(title)") { $0.text.contains("[\(key) \(title)]") }
        // It is read when its screen is shown, beside the screen.
        if key == "5" { try terminal.wait("the receipt to be read") { $0.text.contains("No receipt yet") } }
        // Longer than the five seconds after which an idle pool would end its threads.
        let patience = key == "1" ? Duration.seconds(7) : .milliseconds(500)
        #expect(terminal.bytesWithin(.milliseconds(200)) == 0)
        let wakeUps = terminal.wakeUps
        #expect(terminal.bytesWithin(patience) == 0, "on \(title)")
        #expect(terminal.wakeUps == wakeUps, "on \(title)")
      }
      try terminal.expectCleanQuit()
    }

    @Test func `P4: a key in the list sends what changes and little around it, in one write`() throws {
      let home = try Home()
      let terminal = try home.open(try BuiltInCopy.write(to: home), columns: 60, rows: 18)
      terminal.type("j")
      try terminal.wait("the second product") { $0.text.contains("Products 2 of") }
      for number in 3...6 {
        let before = terminal.bytes.count
        terminal.type("j")
        try terminal.wait("product \(number)") { $0.text.contains("Products \(number) of") }
        let sent = terminal.bytes[before...]
        // Two rows of at most 56 cells, one of them reversed, and the number in the title.
        #expect(sent.count <= 257)
        #expect(sent.filter { $0 == 0x1b }.count <= 14)
      }
      try terminal.expectCleanQuit()
    }
  }
}
