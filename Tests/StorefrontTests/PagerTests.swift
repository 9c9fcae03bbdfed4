import Foundation
import TerminalKit
import TerminalTesting
import Testing

extension ProgramTests {
  /// The real program hands its terminal to others and takes it back.
  @Suite struct Pagers {
    private func write(_ script: String, to name: String, in home: Home) throws -> String {
      let path = try home.write("#!/bin/sh\n" + script, to: name)
      chmod(path, 0o700)
      return path
    }

    private func open(_ home: Home, _ environment: [String: String]) throws -> PseudoTerminal {
      try home.open(
        try home.write(SmallShop.text, to: "small.json"),
        environment: environment.mapValues(Optional.some))
    }

    @Test(.enabled(if: access("/usr/bin/less", X_OK) == 0))
    func `row 49: less shows the text, Ctrl-C there is its own, and a resize is followed afterwards`() throws
    {
      let home = try Home()
      let terminal = try open(home, ["PAGER": "/usr/bin/less -M"])
      terminal.type("v")
      try terminal.wait("the pager") { $0.text.contains("lines 1-") }
      #expect(terminal.screen.modes.isDisjoint(with: [1000, 1006, 2004]))
      // What the pager draws itself is over soon; from then on nothing is drawn over it.
      _ = terminal.bytesWithin(.milliseconds(300))
      #expect(terminal.bytesWithin(.milliseconds(400)) == 0)
      terminal.press(.ctrl("c"))
      terminal.resize(columns: 100, rows: 30)
      // The pager drops what is typed before it has dealt with the signals.
      try terminal.wait("the pager in the new size") { $0.text.contains("lines 1-29") }
      terminal.type("q")
      try terminal.wait("the screen in the new size") {
        $0.isAlternate && $0.line(28).contains("help") && $0.line(29).contains("queue 0")
      }
      #expect(terminal.screen.modes.contains(2004) && !terminal.screen.isCursorVisible)
      terminal.type("2")
      try terminal.wait("the next key to work") { $0.text.contains("[2 Library]") }
      terminal.type("q")
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(terminal.damage == [])
    }

    @Test func `a pager that is missing is said, and nothing happens to the screen`() throws {
      let home = try Home()
      let terminal = try open(home, ["PAGER": "no-such-pager"])
      terminal.type("v")
      try terminal.wait("the reason") { $0.text.contains("no-such-pager") && $0.isAlternate }
      try terminal.expectCleanQuit()
    }

    @Test func `what a pager without pages prints stays until Enter`() throws {
      let home = try Home()
      let pager = try write("cat\nexit 0\n", to: "quick", in: home)
      let terminal = try open(home, ["PAGER": pager])
      terminal.type("v")
      try terminal.wait("the question") {
        !$0.isAlternate && $0.text.contains("Press Enter to come back to storefront.")
      }
      terminal.type("\r")
      try terminal.wait("the screen") { $0.isAlternate && $0.text.contains("queue 0") }
      try terminal.expectCleanQuit()
    }

    @Test func `K4: a signal that comes while the pager runs ends both, and the terminal is as it was`()
      throws
    {
      let home = try Home()
      let pager = try write("cat\necho reading\nread line < /dev/tty\n", to: "slow", in: home)
      let terminal = try open(home, ["PAGER": pager])
      terminal.type("v")
      try terminal.wait("the pager") { $0.text.contains("reading") }
      terminal.signal(SIGTERM)
      #expect(try terminal.waitForEnd() == .exited(143))
      #expect(terminal.damage == [])
    }

    @Test func `X32: what is copied goes out as OSC 52, and the screen says only that it was sent`() throws {
      let home = try Home()
      let terminal = try open(home, [:])
      try terminal.select("Coins")
      terminal.type("y")
      try terminal.wait("the choice") { $0.text.contains("Copy") && $0.text.contains(SmallShop.coins) }
      terminal.type("\r")
      try terminal.wait("the answer") { $0.text.contains("Sent to the terminal:") }
      let text = Data(SmallShop.coins.utf8).base64EncodedString()
      #expect(String(decoding: terminal.bytes, as: UTF8.self).contains("\u{1b}]52;c;\(text)\u{7}"))
      try terminal.expectCleanQuit()
    }

    @Test func `row 47: a link reaches xdg-open as one word, whatever is in it`() throws {
      let home = try Home()
      _ = try write(
        "printf '%s\\n' \"$#\" \"$1\" > \"$HOME/seen.new\"; mv \"$HOME/seen.new\" \"$HOME/seen\"\n",
        to: "xdg-open", in: home)
      let link = "https://terms.stargarden.app/?a=$(touch$IFS/tmp/x)&b=';c"
      let shop = SmallShop.text.replacing("https://small.shop/terms", with: link)
      let terminal = try home.open(
        try home.write(shop, to: "small.json"),
        environment: ["DISPLAY": ":9", "PATH": "\(home.path):/usr/bin:/bin"])
      terminal.type("o")
      try terminal.wait("the choice") { $0.text.contains("Open a link") }
      terminal.type("terms\r")
      try terminal.wait("the answer") { $0.text.contains("Handed to xdg-open") }
      #expect(try String(contentsOfFile: home.path + "/seen", encoding: .utf8) == "1\n\(link)\n")
      try terminal.expectCleanQuit()
    }
  }
}
