import Foundation
import Testing

extension ProgramTests {
  /// `storefront notifications`: what the store would tell the app's server.
  @Suite struct Notifications {
    /// A home in which a plan and two cocoas were bought and the plan refunded.
    private func furnished() throws -> Home {
      let home = try Home()
      try home.expect(0, "buy", "app.stargarden.sky.telescope.monthly", "--yes")
      try home.expect(0, "buy", "app.stargarden.cocoa", "--yes")
      try home.expect(
        0, "exec", "--state", home.ledger, "refund 1", "expect notification REFUND product telescope.monthly")
      return home
    }

    @Test func `they are listed oldest first, the newest by --limit, and those that fit by --filter`() throws
    {
      let home = try furnished()
      let lines = try home.expect(0, "notifications").output.split(separator: "\n").map(String.init)
      #expect(lines.count == 4 && lines[0].hasPrefix("ENTRY"))
      for (line, words) in zip(
        lines.dropFirst(),
        [
          ["SUBSCRIBED", "INITIAL_BUY", "telescope.monthly"], ["ONE_TIME_CHARGE", "cocoa"],
          ["REFUND", "telescope.monthly"],
        ])
      {
        for word in words { #expect(line.contains(word), "\(word) in \(line)") }
      }
      let newest = try home.expect(0, "notifications", "--limit", "2").output.split(separator: "\n")
      #expect(newest.count == 3 && newest[1].contains("ONE_TIME_CHARGE") && newest[2].contains("REFUND"))
      let fitting = try home.expect(0, "notifications", "--filter", "telescope refund", "--limit", "1").output
      #expect(fitting.split(separator: "\n").count == 2 && fitting.contains("REFUND"))
      #expect(try home.expect(0, "notifications", "--filter", "x").output.contains("fits the filter"))
      // To look takes nothing but the ledger.
      _ = try home.write("{", to: "catalog.json")
      try home.expect(0, "notifications")
    }

    @Test func `--raw is the body of each POST, and it verifies with the exported root as a server does it`()
      throws
    {
      let home = try furnished()
      try home.expect(0, "keys", "export", "roots")
      let bodies = try home.expect(0, "notifications", "--raw").objects()
      #expect(bodies.count == 3 && bodies.allSatisfy { $0.count == 1 })
      for (number, body) in bodies.enumerated() {
        let token = try #require(body["signedPayload"] as? String)
        _ = try home.write(token, to: "token\(number)")
        try home.expect(
          0, "receipt", "verify", "token\(number)", "--root", "roots/token-root.pem", "--bundle",
          "app.stargarden")
        try home.expect(0, "receipt", "verify", "token\(number)")
        // Another store has other roots.
        try home.expect(1, "receipt", "verify", "token\(number)", "--state", "other.sqlite")
        let card = try home.expect(0, "receipt", "show", "token\(number)", "--json").object()
        #expect(card["kind"] as? String == "notification")
        let data = try #require((card["payload"] as? [String: Any])?["data"] as? [String: Any])
        _ = try home.write(try #require(data["signedTransactionInfo"] as? String), to: "inner")
        try home.expect(0, "receipt", "verify", "inner", "--root", "roots/token-root.pem")
      }
    }

    @Test func `--json is one object a line with the tokens inside taken apart, the same each time`() throws {
      let home = try furnished()
      let run = try home.expect(0, "notifications", "--json")
      let all = try run.objects()
      #expect(all.count == 3)
      let payload = try #require(all.first?["payload"] as? [String: Any])
      #expect(payload["notificationType"] as? String == "SUBSCRIBED")
      #expect(payload["subtype"] as? String == "INITIAL_BUY" && payload["version"] as? String == "2.0")
      let data = try #require(payload["data"] as? [String: Any])
      #expect(data["status"] as? Int == 1 && data["bundleId"] as? String == "app.stargarden")
      let inner = try #require(data["signedTransactionInfo"] as? [String: Any])
      #expect(inner["productId"] as? String == "app.stargarden.sky.telescope.monthly")
      let renewal = try #require(data["signedRenewalInfo"] as? [String: Any])
      #expect(renewal["autoRenewStatus"] as? Int == 1)
      #expect(try home.expect(0, "notifications", "--json").output == run.output)
    }

    @Test func `one is shown whole: the notification and the tokens in it, decoded and raw`() throws {
      let home = try furnished()
      let entry = try #require(try home.expect(0, "notifications", "--json").objects().first?["entry"])
      let shown = try home.expect(0, "notifications", "\(entry)").output
      for part in [
        "Signed notification", "SUBSCRIBED", "Signed transaction", "Signed renewal info", "x5c 2", "Raw",
        "eyJ",
      ] {
        #expect(shown.contains(part), "\(part) in \(shown)")
      }
      #expect(shown.contains("characters: token 2 here") && shown.contains("characters: token 3 here"))
      let body = try home.expect(0, "notifications", "\(entry)", "--raw").object()
      #expect((body["signedPayload"] as? String)?.split(separator: ".").count == 3)
      let card = try home.expect(0, "notifications", "\(entry)", "--json").object()
      #expect((card["payload"] as? [String: Any])?["notificationType"] as? String == "SUBSCRIBED")
    }

    @Test(
      arguments: [
        (["x"], 2, "'x' is no entry of the journal. Give its number"),
        (["0"], 2, "The journal has no entry 0."),
        (["999"], 2, "The journal has no entry 999."), (["-5"], 2, "-5"),
        (["1"], 1, "No server is told of entry 1, which is 'command'."), (["1", "2"], 2, "'2'"),
        (["--limit", "0"], 2, "--limit cannot be '0'."),
      ] as [([String], Int32, String)])
    func `what cannot be shown is refused with the next step`(
      arguments: [String], code: Int32, message: String
    ) throws {
      let home = try Home()
      try home.expect(0, "buy", "app.stargarden.planetarium", "--yes")
      let run = try home.start(["notifications"] + arguments).waitForEnd()
      #expect(run.code == code && run.output.isEmpty && run.errors.contains(message), "\(run)")
    }

    @Test func `nothing bought is no error, and it is said what makes the first one`() throws {
      let home = try Home()
      #expect(try home.expect(0, "notifications").output.contains("makes the first"))
      for option in ["--json", "--raw"] { #expect(try home.expect(0, "notifications", option).output == "") }
    }
  }
}
