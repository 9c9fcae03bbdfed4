import Foundation
import TerminalTesting
import Testing

extension ProgramTests {
  /// The app behind the real screen, ended, killed and started again while the screen stays (issue 6).
  @Suite struct AppLife {
    @Test func `R47, R137: a manual handler, a crash and f on a terminal; a script of it plays the same`()
      throws
    {
      let home = try Home()
      let terminal = try home.openSmallShopInside()
      terminal.type(":handler manual\r")
      try terminal.wait("the style of the next start") { $0.text.contains("From its next start on") }
      terminal.type(":relaunch\r")
      try terminal.wait("the start") { $0.text.contains("The app has started again") }
      try terminal.select("Coins")
      try terminal.openSheet()
      try terminal.agree()
      try terminal.wait("the purchase") { $0.text.contains("was bought") && $0.text.contains("queue 1") }
      terminal.type(":crash\r")
      try terminal.wait("the crash") { $0.text.contains("The app crashed") && $0.text.contains("queue 1") }
      terminal.type("3f")
      try terminal.wait("an empty queue") {
        $0.text.contains("[3 Transactions]") && $0.text.contains("queue 0")
      }
      terminal.type("S")
      try terminal.wait("the script") { $0.text.contains("Saved as a script") }
      try terminal.expectCleanQuit()
      let names = try home.eventNames()
      #expect(names.count { $0 == "contentDelivered" } == 1 && names.last == "finished")
      let name = try #require(
        try FileManager.default.contentsOfDirectory(atPath: home.path).first { $0.hasSuffix(".storefront") })
      let script = try String(contentsOfFile: home.path + "/" + name, encoding: .utf8)
      for line in ["handler manual", "relaunch", "crash", "finish 1"] {
        #expect(script.contains("\n\(line)\n"), "\(script)")
      }
      try home.expect(0, "run", name)
    }
  }
}
