import Foundation
import StoreModel
import Testing

extension ProgramTests {
  /// Buying, restoring and downloading from the shell.
  @Suite struct Purchases {
    private static let seeds = "app.stargarden.seeds.10"

    private func smallShop() throws -> Home {
      let home = try Home()
      _ = try home.write(SmallShop.text, to: "catalog.json")
      return home
    }

    /// The transactions, newest first.
    private func transactions(_ home: Home) throws -> [[String: Any]] {
      try #require(try home.expect(0, "transactions", "--json").object()["transactions"] as? [[String: Any]])
    }

    @Test func `buy --yes buys, delivers, finishes, and says so`() throws {
      let home = try smallShop()
      let run = try home.expect(0, "buy", SmallShop.coins, "--yes")
      #expect(run.output.hasPrefix("Bought Coins, transaction "), "\(run)")
      let report = try home.expect(0, "buy", SmallShop.coins, "--yes", "--json", "--quantity", "3").object()
      #expect(Set(report.keys).isSuperset(of: ["product", "outcome", "transaction"]))
      #expect(report["outcome"] as? String == "purchased" && report["product"] as? String == SmallShop.coins)
      let kept = try transactions(home)
      #expect(kept.count == 2 && kept.allSatisfy { $0["isFinished"] as? Bool == true })
      let text = try home.expect(0, "transactions").output
      #expect(text.contains("0.99 USD") && text.contains("2.97 USD"), "\(text)")
      #expect(try home.expect(0, "transactions", "--limit", "1").output.contains("2.97 USD"))
    }

    @Test func `K7: buy without a terminal and without --yes buys nothing and exits with 2`() throws {
      let home = try smallShop()
      try home.expect(0, "buy", SmallShop.coins, "--yes")
      let before = try home.bytes(home.ledger)
      for arguments in [["buy", SmallShop.coins], ["buy", SmallShop.coins, "--json"]] {
        let run = try home.start(arguments).waitForEnd()
        #expect(run.code == 2 && run.output.isEmpty, "\(run)")
        #expect(run.errors.contains("nothing was bought") && run.errors.contains("--yes"), "\(run)")
      }
      #expect(try home.bytes(home.ledger) == before)
      let fresh = try smallShop()
      try fresh.expect(2, "buy", SmallShop.coins)
      #expect(!FileManager.default.fileExists(atPath: fresh.ledger), "Not even a ledger was made.")
    }

    @Test func `R31: refused payments end with 1, the reason and what to do; so does a network that is off`()
      throws
    {
      let home = try smallShop()
      let refused = try home.expect(1, "buy", SmallShop.coins, "--yes", "--payments", "refused")
      #expect(refused.errors.contains("Allow payments, then buy again."), "\(refused)")
      // What was set stays set until it is set again.
      let report = try home.expect(1, "buy", SmallShop.coins, "--yes", "--json").object()
      #expect(report["outcome"] as? String == "failed")
      let error = try #require(report["error"] as? [String: Any])
      #expect(error["domain"] as? String == "SKErrorDomain" && error["code"] as? Int == 4)
      #expect(error["reason"] as? String == "paymentsRefused")
      try home.expect(0, "buy", SmallShop.coins, "--yes", "--payments", "allowed")
      let offline = try home.expect(1, "buy", SmallShop.coins, "--yes", "--network", "off")
      #expect(offline.errors.contains("Turn the network on, then try again."), "\(offline)")
      try home.expect(1, "restore")
      try home.expect(0, "buy", SmallShop.coins, "--yes", "--network", "on")
      #expect(try home.eventNames().count { $0 == "purchased" } == 2)
    }

    @Test func `an unknown product names the nearest one and makes no ledger`() throws {
      let home = try Home()
      let run = try home.expect(2, "buy", "app.stargarden.seeds.11", "--yes")
      #expect(run.errors.contains("Did you mean 'app.stargarden.seeds.10'?"), "\(run)")
      #expect(!FileManager.default.fileExists(atPath: home.ledger))
      #expect(
        try home.expect(2, "show", "nothing.like.it").errors.contains("'storefront products' lists them"))
    }

    @Test func `C5: a subscription that runs is not sold again`() throws {
      let home = try smallShop()
      try home.expect(0, "buy", SmallShop.plan, "--yes")
      let again = try home.expect(1, "buy", SmallShop.plan, "--yes", "--json").object()
      let error = try #require(again["error"] as? [String: Any])
      #expect(error["reason"] as? String == "alreadySubscribed")
      #expect(try home.eventNames().count { $0 == "purchased" } == 1)
    }

    @Test func `C6: what is owned comes back without a charge`() throws {
      let home = try smallShop()
      try home.expect(0, "buy", SmallShop.theme, "--yes")
      let again = try home.expect(0, "buy", SmallShop.theme, "--yes")
      #expect(again.output.contains("yours already; nothing was charged"), "\(again)")
      let names = try home.eventNames()
      #expect(names.count { $0 == "purchased" } == 1 && names.count { $0 == "restored" } == 1)
      let rows = try transactions(home)
      #expect(rows.count == 2 && rows.count { $0["price"] is [String: Any] } == 1)
    }

    @Test func `quantity is for consumables, from 1 to 10`() throws {
      let home = try smallShop()
      for bad in ["0", "11", "-1", "two", ""] {
        let run = try home.expect(2, "buy", SmallShop.coins, "--yes", "--quantity", bad)
        #expect(run.errors.contains("--quantity"), "\(run)")
      }
      let theme = try home.expect(1, "buy", SmallShop.theme, "--yes", "--quantity", "2")
      #expect(theme.errors.contains("Ask for 1."), "\(theme)")
      #expect(try home.eventNames().contains("purchased") == false)
    }

    @Test func `hosted content is there when buy returns, and its transaction is finished`() throws {
      let home = try smallShop()
      let run = try home.expect(0, "buy", SmallShop.atlas, "--yes", "--rate", "0")
      #expect(run.output.hasPrefix("Bought Atlas"), "\(run)")
      let list = try home.expect(0, "downloads", "--json").object()
      let download = try #require((list["downloads"] as? [[String: Any]])?.first)
      let path = try #require(download["contentPath"] as? String)
      #expect(try home.bytes(path).count == SmallShop.atlasSize)
      #expect(path.hasPrefix(home.contentFolder))
      #expect(try transactions(home).allSatisfy { $0["isFinished"] as? Bool == true })
      #expect(try home.eventNames().last == "finished")
    }

    @Test func `the sample's own content downloads whole`() throws {
      let home = try Home()
      try home.expect(0, "buy", "app.stargarden.atlas.moon", "--yes", "--rate", "0")
      let files = try FileManager.default.contentsOfDirectory(atPath: home.contentFolder)
      #expect(files.count == 1)
      #expect(try home.bytes(home.contentFolder + "/" + (files.first ?? "")).count == 14_000_000)
    }

    @Test func `content can be deleted and downloaded again, and nothing else can be done with it`() throws {
      let home = try smallShop()
      #expect(try home.expect(0, "downloads").output.contains("Nothing was downloaded."))
      try home.expect(0, "buy", SmallShop.atlas, "--yes", "--rate", "0")
      #expect(try home.expect(0, "downloads").output.contains("downloaded, 300000 bytes"))
      let paused = try home.expect(1, "downloads", "pause", SmallShop.atlas)
      #expect(paused.errors.hasPrefix("storefront: ") && paused.output.isEmpty, "\(paused)")
      let deleted = try home.expect(0, "downloads", "delete", SmallShop.atlas)
      #expect(deleted.output.contains("deleted from this device"), "\(deleted)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.contentFolder).isEmpty)
      let again = try home.expect(0, "downloads", "start", SmallShop.atlas, "--rate", "0", "--json").object()
      let download = try #require(again["download"] as? [String: Any])
      #expect(download["receivedLength"] as? Int == SmallShop.atlasSize)
      #expect(download["contentPath"] is String)
      for wrong in [SmallShop.coins, SmallShop.globe, "nothing"] {
        let run = try home.expect(1, "downloads", "start", wrong)
        #expect(run.errors.hasPrefix("storefront: "), "\(run)")
      }
      #expect(
        try home.expect(2, "downloads", "strat", SmallShop.atlas).errors.contains("Did you mean 'start'?"))
      #expect(try home.expect(2, "downloads", "start").errors.contains("Which product?"))
    }

    @Test func `a download that was broken off goes on where it was`() throws {
      let home = try smallShop()
      // Slow enough to be caught on the way.
      let program = try home.start("buy", SmallShop.atlas, "--yes", "--rate", "100000")
      try home.waitForPartialFile(of: program)
      program.kill(SIGTERM)
      #expect(try program.waitForEnd().code == 143)
      let partial = try #require(try home.partialFile())
      let length = try home.bytes(partial).count
      #expect(length > 0 && length < SmallShop.atlasSize)
      let list = try home.expect(0, "downloads").output
      #expect(list.contains(SmallShop.atlas), "\(list)")
      // The next launch takes it up by itself; this one waits until it has ended.
      try home.expect(0, "buy", SmallShop.globe, "--yes", "--rate", "0")
      _ = try home.run("downloads", "resume", SmallShop.atlas, "--rate", "0")
      let downloads = try home.expect(0, "downloads", "--json").object()["downloads"] as? [[String: Any]]
      #expect(downloads?.count == 2 && downloads?.allSatisfy { $0["contentPath"] is String } == true)
      #expect(try transactions(home).allSatisfy { $0["isFinished"] as? Bool == true })
    }

    @Test(arguments: [["restore"], ["buy", SmallShop.coins, "--yes"], ["downloads", "pause", "nothing"]])
    func `a run ends when what an earlier one left is delivered, downloaded and finished`(words: [String])
      throws
    {
      let home = try smallShop()
      let program = try home.start("buy", SmallShop.atlas, "--yes", "--rate", "100000")
      try home.waitForPartialFile(of: program)
      program.kill(SIGKILL)
      _ = try program.waitForEnd()
      #expect(try Books(path: home.ledger).owed.count == 1)
      let run = try home.start(words + ["--rate", "0"]).waitForEnd()
      #expect(run.code <= 1, "\(run)")
      let books = try Books(path: home.ledger)
      let unfinished = books.transactions.filter { !$0.isFinished }
      #expect(unfinished.isEmpty, "\(books.story)")
      #expect(books.downloads.map(\.state) == [.finished])
      #expect(books.violations.isEmpty)
    }

    @Test func `a user is a name, or an account token that is a UUID`() throws {
      let home = try smallShop()
      let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
      let withToken = try home.expect(0, "buy", SmallShop.theme, "--yes", "--token", token, "--json")
      #expect(withToken.output.contains("\"appAccountToken\" : \"\(token)\""), "\(withToken)")
      let named = try home.expect(0, "buy", SmallShop.coins, "--yes", "--user", "ann")
      #expect(named.errors.contains("'ann' is no UUID: the transaction has no appAccountToken"), "\(named)")
      try home.expect(2, "buy", SmallShop.coins, "--yes", "--token", "ann")
      try home.expect(2, "buy", SmallShop.coins, "--yes", "--user", "ann", "--hashed", "ann")
      let users = try Books(path: home.ledger).transactions.map(\.payment.applicationUsername)
      #expect(users.sorted() == [token, "ann"])
    }

    @Test func `R67: a restore names what is never restored, and why`() throws {
      let home = try smallShop()
      try home.expect(0, "buy", SmallShop.coins, "--yes", "--quantity", "2")
      let text = try home.expect(0, "restore")
      #expect(text.output.hasPrefix("Nothing to restore"), "\(text)")
      #expect(text.output.contains("Not restored:\n  Coins") && text.output.contains("used up"), "\(text)")
      let json = try home.expect(0, "restore", "--json").output
      let skipped = #""skipped":[{"product":"shop.coins","quantity":2,"reason":"consumable"}]"#
      #expect(json.filter { !$0.isWhitespace }.contains(skipped), "\(json)")
    }

    @Test func `X25: a restore says what came back, or that there is nothing`() throws {
      let home = try smallShop()
      try home.expect(0, "buy", SmallShop.coins, "--yes")
      #expect(try home.expect(0, "restore").output.hasPrefix("Nothing to restore"))
      try home.expect(0, "buy", SmallShop.theme, "--yes")
      try home.expect(0, "buy", SmallShop.plan, "--yes")
      let text = try home.expect(0, "restore")
      #expect(text.output.hasPrefix("Restored 2:\n") && text.output.contains("Theme"), "\(text)")
      let report = try home.expect(0, "restore", "--json").object()
      #expect((report["restored"] as? [Any])?.count == 2 && (report["failed"] as? [Any])?.isEmpty == true)
      #expect(try transactions(home).allSatisfy { $0["isFinished"] as? Bool == true })
    }

    @Test func `events are numbered without gaps, and each names what caused it`() throws {
      let home = try smallShop()
      try home.expect(0, "buy", SmallShop.coins, "--yes")
      let entries = try home.expect(0, "events", "--json").objects()
      #expect(
        entries.compactMap { $0["name"] as? String } == [
          "command", "purchasing", "command", "purchased", "contentDelivered", "finished",
        ])
      #expect(entries.compactMap { $0["id"] as? Int } == Array(1...entries.count))
      #expect(entries.map { $0["cause"] as? Int } == [nil, 1, nil, 3, 4, 5])
      let text = try home.expect(0, "events", "--limit", "2").lines
      #expect(
        text.count == 2 && text.first?.hasPrefix("5  ") == true && text.last?.contains("(after 5)") == true)
    }

    @Test func `the same seed and clock give the same journal, byte for byte`() throws {
      var journals: [String] = []
      for _ in 0..<2 {
        let home = try smallShop()
        let set = ["--seed", "7", "--now", "2026-11-30T12:00:00Z"]
        for arguments in [
          ["buy", SmallShop.coins, "--yes", "--quantity", "2"], ["buy", SmallShop.plan, "--yes"],
          ["buy", SmallShop.theme, "--yes"], ["buy", SmallShop.theme, "--yes"], ["restore"],
        ] {
          #expect(try home.start(arguments + set).waitForEnd().code == 0)
        }
        journals.append(try home.expect(0, "events", "--json").output)
      }
      #expect(!journals[0].isEmpty && journals[0] == journals[1])
    }

    @Test func `--ephemeral keeps nothing`() throws {
      let home = try smallShop()
      try home.expect(0, "buy", SmallShop.atlas, "--yes", "--ephemeral", "--rate", "0")
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == ["catalog.json"])
      #expect(try home.expect(0, "transactions", "--ephemeral").output.hasPrefix("No transactions yet."))
      let both = try home.expect(2, "transactions", "--ephemeral", "--state", "x")
      #expect(both.errors.contains("exclude each other"), "\(both)")
    }
  }
}

extension Home {
  /// The file of a download that is not complete; nil when there is none.
  func partialFile() throws -> String? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: contentFolder) else { return nil }
    return names.first { $0.hasSuffix(".partial") }.map { contentFolder + "/" + $0 }
  }

  /// Waits until some content has arrived but not all.
  func waitForPartialFile(of program: RunningProgram) throws {
    for _ in 0..<2000 {
      if let partial = try partialFile(), try bytes(partial).count > 0 { return }
      if program.read(for: .milliseconds(10)) { break }
    }
    throw RunFailure("No part of a file has arrived in \(contentFolder).")
  }
}
