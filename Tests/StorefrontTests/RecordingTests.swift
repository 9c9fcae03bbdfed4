import Foundation
import TerminalTesting
import Testing

extension ProgramTests {
  /// `--record`, `replay`, `open` and `bundle` on the real program.
  @Suite struct Recordings {
    @Test func `a session on a terminal is recorded, checked at the end, and can be run`() throws {
      let home = try Home()
      let terminal = try home.openSmallShop("--record", home.path + "/bug.storefront")
      #expect(terminal.screen.text.contains("recording bug.storefront"))
      try terminal.select("Coins")
      try terminal.openSheet()
      try terminal.agree()
      try terminal.wait("the purchase") { $0.text.contains("was bought") && $0.text.contains("queue 0") }
      try terminal.expectCleanQuit()
      let recording = try String(contentsOfFile: home.path + "/bug.storefront", encoding: .utf8)
      for line in ["buy shop.coins\n", "confirm\n", "expect balance shop.coins 1\n", "catalog small.json"] {
        #expect(recording.contains(line), "\(line) is not in\n\(recording)")
      }
      #expect(!FileManager.default.fileExists(atPath: home.ledger))
      try home.expect(0, "run", "bug.storefront")
      // Nobody's script is overwritten.
      #expect(try home.expect(3, "--record", "x", "--catalog", "small.json").errors.contains("--record"))
      let again = try PseudoTerminal(columns: 80, rows: 24)
      try again.run(
        try PseudoTerminal.builtProgram("storefront"),
        [home.path + "/small.json", "--record", home.path + "/bug.storefront"],
        environment: home.environment as [String: String?])
      #expect(try again.waitForEnd() == .exited(2))
    }

    @Test func `a killed session leaves the commands that were given`() throws {
      let home = try Home()
      let terminal = try home.openSmallShop("--record", home.path + "/bug.storefront")
      try terminal.select("Coins")
      try terminal.openSheet()
      let file = home.path + "/bug.storefront"
      try terminal.wait("the line of the command") { _ in
        (try? String(contentsOfFile: file, encoding: .utf8))?.contains("buy shop.coins") == true
      }
      terminal.signal(SIGKILL)
      _ = try terminal.waitForEnd()
      try home.expect(0, "run", "bug.storefront")
    }

    @Test func `a replay shows the commands, then leaves the store to the person`() throws {
      let home = try Home()
      let script = try home.write("start catalog small.json\nbuy coins\nconfirm\n", to: "buy.storefront")
      _ = try home.write(SmallShop.text, to: "small.json")
      for arguments in [["replay", script, "--speed", "20"], ["open", script]] {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        try terminal.run(
          try PseudoTerminal.builtProgram("storefront"), arguments,
          environment: home.environment as [String: String?])
        try terminal.wait("the end of the script") { $0.text.contains("The script is over") }
        terminal.type("3")
        try terminal.wait("the transactions") {
          $0.text.contains("[3 Transactions]") && $0.text.contains("Coins")
        }
        terminal.type("q")
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(terminal.damage == [])
      }
      #expect(try home.expect(3, "replay", script).errors.contains("storefront run FILE"))
      try home.expect(2, "replay")
    }

    @Test func `a bundle of a script brings all that it needs, and a difference is told with its line`()
      throws
    {
      let home = try Home()
      _ = try home.write(SmallShop.text, to: "small.json")
      _ = try home.write(
        "start seed 9 catalog small.json\naccount ada\nbuy coins quantity 2\nconfirm\nwait 2s\n",
        to: "buy.storefront")
      try home.expect(0, "bundle", "buy.storefront", "--output", "report.bundle")
      let text = try String(contentsOfFile: home.path + "/report.bundle", encoding: .utf8)
      #expect(
        text.hasPrefix("storefront bundle 1\n")
          && text.contains("start seed 9 clock 2026-11-30T12:00:00.000Z"))
      #expect(!text.contains("ada") && !text.contains(home.path))
      #expect(try home.expect(0, "bundle", "report.bundle").output == text)
      try FileManager.default.removeItem(atPath: home.path + "/small.json")
      try home.expect(0, "run", "report.bundle")

      let changed = text.replacing("\"quantity\":2", with: "\"quantity\":3")
      _ = try home.write(changed, to: "other.bundle")
      let run = try home.expect(1, "run", "other.bundle")
      #expect(run.output.contains("other.bundle:") && run.output.contains("wanted"))
      _ = try home.write(String(text.dropLast(30)), to: "short.bundle")
      #expect(try home.expect(2, "run", "short.bundle").errors.contains("breaks off here"))
    }

    @Test func `a bundle of a store is made from its journal and played anywhere`() throws {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      try home.expect(2, "bundle", "--catalog", catalog)
      try home.expect(0, "buy", "shop.coins", "--yes", "--catalog", catalog, "--rate", "0")
      try home.expect(0, "buy", "shop.theme", "--yes", "--catalog", catalog, "--rate", "0")
      try home.expect(1, "restore", "--network", "off", "--catalog", catalog)
      try home.expect(0, "bundle", "--catalog", catalog, "--output", "report.bundle")
      let run = try home.expect(0, "run", "report.bundle")
      #expect(run.output.contains("1 passed"))
      let text = try String(contentsOfFile: home.path + "/report.bundle", encoding: .utf8)
      #expect(text.contains("== journal by a real clock") && text.contains("network off"))
    }

    @Test func `F on the screen saves a report that leads to the same screen`() throws {
      let home = try Home()
      let terminal = try home.openSmallShopInside()
      try terminal.select("Coins")
      try terminal.openSheet()
      try terminal.agree()
      try terminal.wait("the purchase") { $0.text.contains("was bought") && $0.text.contains("queue 0") }
      terminal.type("3")
      try terminal.wait("the transactions") { $0.text.contains("[3 Transactions]") }
      terminal.type("F")
      try terminal.wait("the report") { $0.text.contains("The bug report is saved") }
      terminal.type("q")
      #expect(try terminal.waitForEnd() == .exited(0))
      let name = try #require(
        try FileManager.default.contentsOfDirectory(atPath: home.path).first { $0.hasSuffix(".bundle") })
      try home.expect(0, "run", name)

      let again = try PseudoTerminal(columns: 80, rows: 24)
      try again.run(
        try PseudoTerminal.builtProgram("storefront"), ["open", home.path + "/" + name],
        environment: home.environment as [String: String?])
      try again.wait("the same screen") {
        $0.text.contains("[3 Transactions]") && $0.text.contains("Coins") && $0.text.contains("queue 0")
      }
      again.type("q")
      #expect(try again.waitForEnd() == .exited(0))
    }

    @Test func `keys and teams of a StoreKit file are not given away`() throws {
      let home = try Home()
      let storekit = """
        {"identifier": "x", "version": {"major": 3, "minor": 0}, "nonRenewingSubscriptions": [],
         "settings": {"_developerTeamID": "TEAMID7", "_applicationInternalID": "4711"},
         "subscriptionOffersKeyPair": {"id": "K", "privateKey": "c2VjcmV0"}, "subscriptionGroups": [],
         "products": [{"displayPrice": "0.99", "familyShareable": false, "internalID": "1", "localizations": [],
           "productID": "coins", "referenceName": "Coins", "type": "Consumable"}]}
        """
      _ = try home.write(storekit, to: "shop.storekit")
      _ = try home.write("start catalog shop.storekit\nbuy coins\nconfirm\n", to: "buy.storefront")
      let text = try home.expect(0, "bundle", "buy.storefront").output
      for secret in ["TEAMID7", "4711", "c2VjcmV0"] { #expect(!text.contains(secret)) }
      _ = try home.write(text, to: "report.bundle")
      try home.expect(0, "run", "report.bundle")
    }
  }
}
