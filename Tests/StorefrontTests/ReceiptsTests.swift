import Foundation
import StoreModel
import StoreReceipts
import Testing

extension ProgramTests {
  /// `storefront receipt`, on receipts and tokens that the test signs.
  @Suite struct Receipts {
    static let keys = Result { try SigningKeys.generate() }
    static let device = UUID(uuidString: "DAA51D8B-27B5-4B0E-A31C-0123456789AB")!

    /// A home with a receipt (binary), a token, and the roots in `roots`.
    private func furnished() throws -> Home {
      let home = try Home()
      let keys = try Self.keys.get()
      var receipt = AppReceipt()
      receipt.receiptType = "ProductionSandbox"
      receipt.bundleID = "com.example.sampler"
      receipt.applicationVersion = "4"
      receipt.creationDate = Timestamp("2026-11-30T12:00:00Z")
      receipt.purchases = [
        InAppPurchase(
          productID: "coins\u{1B}[31m", transactionID: "1001", purchaseDate: Timestamp(milliseconds: 0))
      ]
      let device = withUnsafeBytes(of: Self.device.uuid, Array.init)
      let bytes = try ReceiptIssuer(keys).issue(receipt, device: device)
      try Data(bytes).write(to: URL(filePath: home.path + "/receipt"))
      var transaction = SignedTransaction()
      transaction.bundleID = "com.example.sampler"
      transaction.productID = "coins"
      transaction.environment = .sandbox
      transaction.signedDate = receipt.creationDate
      _ = try home.write(try TokenIssuer(keys).issue(transaction) + "\n", to: "token")
      _ = try keys.exportRoots(to: home.path + "/roots")
      return home
    }

    @Test func `show tells every attribute and certificate, and that nothing was verified`() throws {
      let home = try furnished()
      let text = try home.expect(0, "receipt", "show", "receipt").output
      for part in [
        "com.example.sampler", "Purchase 1 of 1", "1001", "Storefront Receipt Root", "Nothing was verified",
      ] {
        #expect(text.contains(part), "\(part) in \(text)")
      }
      #expect(!text.contains("\u{1B}"))
      let card = try home.expect(0, "receipt", "show", "receipt", "--json").object()
      let attributes = try #require(card["attributes"] as? [[String: Any]])
      #expect(
        attributes.contains { $0["number"] as? Int == 2 && $0["value"] as? String == "com.example.sampler" })
      let token = try home.expect(0, "receipt", "show", "token", "--json").object()
      #expect(token["kind"] as? String == "transaction")
      #expect((token["payload"] as? [String: Any])?["productId"] as? String == "coins")
    }

    @Test func `verify says valid with the right roots, app and device, from a file and from standard input`()
      throws
    {
      let home = try furnished()
      let arguments = [
        "receipt", "verify", "receipt", "--root", "roots/receipt-root.der", "--root", "roots/token-root.pem",
        "--bundle", "com.example.sampler", "--device", Self.device.uuidString,
      ]
      let run = try home.start(arguments).waitForEnd()
      #expect(
        run.code == 0 && run.output.hasPrefix("Valid: the app receipt of com.example.sampler."), "\(run)")
      let base64 = try home.write(
        home.bytes(home.path + "/receipt").base64EncodedString(options: .lineLength76Characters), to: "base64"
      )
      let piped = try home.start(
        ["receipt", "verify", "-", "--root", "roots/receipt-root.pem", "--json"], input: base64
      ).waitForEnd()
      #expect(try piped.code == 0 && piped.object()["valid"] as? Bool == true, "\(piped)")
      try home.expect(0, "receipt", "verify", "token", "--root", "roots/token-root.pem")
    }

    @Test(
      arguments: [
        (["receipt"], "noRoot", "signature"),
        (["receipt", "--root", "roots/token-root.pem"], "untrusted", "signature"),
        (
          ["receipt", "--root", "roots/receipt-root.pem", "--bundle", "com.example.x"], "wrongBundle",
          "validate"
        ),
        (
          ["receipt", "--root", "roots/receipt-root.pem", "--device", "02:42:ac:11:00:02"], "wrongHash",
          "validate"
        ),
        (["token"], "noRoot", nil), (["token", "--root", "roots/receipt-root.pem"], "untrusted", nil),
        (["roots/token-root.der", "--root", "roots/token-root.pem"], "notAContainer", "load"),
      ] as [([String], String, String?)])
    func `verify ends with 1 and tells the first thing that is wrong`(
      arguments: [String], error: String, step: String?
    ) throws {
      let home = try furnished()
      let run = try home.start(["receipt", "verify"] + arguments).waitForEnd()
      #expect(run.code == 1 && run.output.isEmpty && run.errors.filter { $0 == "\n" }.count == 1, "\(run)")
      let told = try home.start(["receipt", "verify"] + arguments + ["--json"]).waitForEnd()
      let failure = try #require(try told.object()["failure"] as? [String: Any])
      #expect(
        told.code == 1 && failure["error"] as? String == error && failure["step"] as? String == step,
        "\(told)")
    }

    @Test func `dates that no calendar has are shown as the numbers that they are`() throws {
      let home = try Home()
      let payload =
        #"{"signedDate":9223372036854775807,"purchaseDate":-9223372036854775808,"expiresDate":1e30}"#
      let parts = [#"{"alg":"ES256"}"#, payload, "signature"].map {
        Data($0.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
          .replacing("=", with: "")
      }
      _ = try home.write(parts.joined(separator: "."), to: "token")
      let shown = try home.expect(0, "receipt", "show", "token").output
      #expect(
        shown.contains("9223372036854775807 ms") && shown.contains("-9223372036854775808 ms"), "\(shown)")
      try home.expect(0, "receipt", "show", "token", "--json")
      try home.expect(1, "receipt", "verify", "token")
    }

    @Test func `keys are made once beside the ledger; the export is what others trust`() throws {
      let home = try Home()
      let files = try home.expect(0, "keys", "export", "roots", "--state", "shop.sqlite", "--json").object()
      #expect((files["files"] as? [String])?.count == 4)
      let root = try home.bytes(home.path + "/roots/receipt-root.der")
      let key = home.path + "/shop.sqlite-keys/signing-keys.pem"
      let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      try home.expect(0, "keys", "export", "again", "--state", "shop.sqlite")
      #expect(try home.bytes(home.path + "/again/receipt-root.der") == root)
      #expect(!FileManager.default.fileExists(atPath: home.path + "/shop.sqlite"))
      for (arguments, message) in [
        ([], "What is to be done"), (["exprt", "x"], "cannot 'exprt'"), (["export"], "Export to where?"),
        (["secret", "x"], "takes no folder"),
      ] {
        let run = try home.start(["keys"] + arguments).waitForEnd()
        #expect(run.code == 2 && run.errors.contains(message), "\(run)")
      }
    }

    @Test func `the receipt of a store is shown, verified, compared, refreshed and exported`() throws {
      let home = try Home()
      let missing = try home.start("receipt", "show").waitForEnd()
      #expect(missing.code == 1 && missing.errors.contains("A purchase, a restore or a refresh writes one."))
      try home.expect(0, "buy", "app.stargarden.planetarium", "--yes")
      let shown = try home.expect(0, "receipt", "show").output
      #expect(shown.contains("app.stargarden.planetarium") && shown.contains("Purchase 1 of 1"))
      let first = try home.expect(0, "receipt", "diff")
      #expect(first.errors.contains("everything in this one is new"))
      #expect(first.output.hasPrefix("+ app.stargarden.planetarium (transaction 1)"))
      #expect((try home.expect(0, "receipt", "diff", "--json").object()["added"] as? [Any])?.count == 1)
      try home.expect(0, "buy", "app.stargarden.cocoa", "--yes", "--quantity", "2")
      #expect(
        try home.expect(0, "receipt", "diff").output.hasPrefix("+ app.stargarden.cocoa (transaction 2) x 2\n")
      )
      // The consumable is finished, so that it leaves the next one.
      try home.expect(0, "receipt", "refresh")
      let diff = try home.expect(0, "receipt", "diff", "--json").object()
      #expect((diff["removed"] as? [[String: Any]])?.first?["transaction"] as? String == "2")
      #expect((diff["added"] as? [Any])?.isEmpty == true)
      #expect(
        try home.expect(0, "receipt", "verify").output.hasPrefix("Valid: the app receipt of app.stargarden."))
      try home.expect(0, "receipt", "export", "copy")
      try home.expect(0, "keys", "export", "roots")
      try home.expect(
        0, "receipt", "verify", "copy", "--root", "roots/receipt-root.pem", "--bundle", "app.stargarden")
      // Without roots its own store's count; another store has others.
      try home.expect(0, "receipt", "verify", "copy")
      try home.expect(1, "receipt", "verify", "copy", "--state", "other.sqlite")
      let verdict = try home.expect(0, "receipt", "verify", "--json").object()
      let says = try #require(verdict["says"] as? [String: Any])
      #expect(says["compared"] as? [String] == ["bundle", "device"] && says["purchases"] as? Int == 1)
      // Another device, and another app, do not take it for theirs.
      try home.expect(1, "receipt", "verify", "--seed", "2")
      try home.expect(1, "receipt", "verify", "--bundle", "com.example.other")
      try home.expect(2, "receipt", "export", "/dev/null")
      #expect(try home.expect(1, "receipt", "export", "/no/where").errors.contains("cannot be written"))
      #expect(try home.eventNames().suffix(2) == ["command", "receiptRefreshed"])
      try home.expect(1, "receipt", "refresh", "--network", "off")
    }

    @Test
    func `a transaction and the app are signed, and what is printed raw verifies with the exported root`()
      throws
    {
      let home = try Home()
      try home.expect(0, "buy", "app.stargarden.sky.telescope.monthly", "--yes")
      try home.expect(0, "keys", "export", "roots")
      let shown = try home.expect(0, "receipt", "jws", "1").output
      #expect(
        try home.expect(0, "receipt", "jws", "last").output.contains("app.stargarden.sky.telescope.monthly"))
      for part in ["Signed transaction", "x5c 2", "Storefront Token Root", "purchaseDate", "T", "Raw", "eyJ"]
      {
        #expect(shown.contains(part), "\(part) in \(shown)")
      }
      for (name, arguments, kind) in [
        ("transaction", ["jws", "1"], "transaction"), ("renewal", ["jws", "1", "--renewal"], "renewalInfo"),
        ("app", ["app-transaction"], "appTransaction"),
      ] {
        let raw = try home.start(["receipt"] + arguments + ["--raw"]).waitForEnd()
        #expect(raw.code == 0, "\(raw)")
        _ = try home.write(raw.output, to: name)
        try home.expect(0, "receipt", "verify", name, "--root", "roots/token-root.pem")
        let card = try home.start(["receipt"] + arguments + ["--json"]).waitForEnd().object()
        #expect(card["kind"] as? String == kind)
        #expect((card["token"] as? String)?.split(separator: ".").count == 3)
      }
      #expect(try home.eventNames().contains("finished"))
    }

    @Test(
      arguments: [
        (["jws"], 2, "The signed form of which transaction?"), (["jws", "x"], 2, "'x' is no transaction."),
        (["jws", "9"], 1, "There is no transaction 9."),
        (["jws", "1", "--renewal"], 1, "has no renewal info"),
        (["app-transaction", "x"], 2, "takes no file"),
      ] as [([String], Int32, String)])
    func `what cannot be signed is refused with the next step`(
      arguments: [String], code: Int32, message: String
    ) throws {
      let home = try Home()
      try home.expect(0, "buy", "app.stargarden.planetarium", "--yes")
      let run = try home.start(["receipt"] + arguments).waitForEnd()
      #expect(run.code == code && run.output.isEmpty && run.errors.contains(message), "\(run)")
    }

    @Test func `answer prints what verifyReceipt says of this store's receipt, or of any other`() throws {
      let home = try Home()
      try home.expect(0, "buy", "app.stargarden.sky.telescope.monthly", "--yes")
      let before = try home.eventNames()
      let answer = try home.expect(0, "receipt", "answer").object()
      #expect(answer["status"] as? Int == 0 && answer["environment"] as? String == "Sandbox")
      #expect((answer["latest_receipt_info"] as? [[String: Any]])?.count == 1)
      let pending = try #require((answer["pending_renewal_info"] as? [[String: Any]])?.first)
      #expect(pending["product_id"] as? String == "app.stargarden.sky.telescope.monthly")
      #expect(pending["auto_renew_status"] as? String == "1")
      #expect(try home.eventNames() == before, "asking changes nothing")
      // From a file and from standard input, and with the secret that the store tells.
      try home.expect(0, "receipt", "export", "copy")
      let secret = try home.expect(0, "keys", "secret").output.trimmingCharacters(in: .newlines)
      try home.expect(0, "receipt", "answer", "copy", "--secret", secret, "--exclude-old")
      let text = try home.write(try home.expect(0, "receipt", "export", "-").output, to: "base64")
      let piped = try home.start(["receipt", "answer", "-"], input: text).waitForEnd()
      #expect(try piped.code == 0 && piped.object()["status"] as? Int == 0, "\(piped)")
      _ = try home.write("nonsense", to: "nonsense")
      try home.expect(0, "exec", "--state", home.ledger, "fail verification with 21005 once")
      for (arguments, status, advice) in [
        (["copy"], 21005, "not available now"), (["--production"], 21007, "without --production"),
        (["--secret", "x"], 21004, "storefront keys secret"), (["nonsense"], 21002, "base64"),
        (["copy", "--state", "other.sqlite"], 21003, "that this store signed"),
      ] as [([String], Int, String)] {
        let run = try home.start(["receipt", "answer"] + arguments).waitForEnd()
        #expect(try run.code == 1 && run.object()["status"] as? Int == status, "\(run)")
        #expect(run.errors.contains("\(status): ") && run.errors.contains(advice), "\(run)")
      }
      try home.expect(0, "exec", "--state", home.ledger, "fail verification with networkError once")
      let none = try home.start("receipt", "answer").waitForEnd()
      #expect(none.code == 1 && none.output.isEmpty && none.errors.contains("network"), "\(none)")
    }

    @Test func `a receipt that was damaged is rejected at the next start, and replaced by the next purchase`()
      throws
    {
      let home = try Home()
      try home.expect(0, "buy", "app.stargarden.planetarium", "--yes")
      let file = home.ledger + ".receipt"
      var bytes = try home.bytes(file)
      bytes[bytes.count - 5] ^= 1
      try bytes.write(to: URL(filePath: file))
      try home.expect(0, "buy", "app.stargarden.cocoa", "--yes")
      let names = try home.eventNames()
      #expect(names.filter { $0 == "receiptRejected" }.count == 1)
      #expect(names.suffix(2) == ["contentDelivered", "finished"])
      try home.expect(0, "receipt", "verify")
    }

    @Test(
      arguments: [
        ([], "What is to be done with a receipt?"), (["verfy", "x"], "Did you mean 'verify'?"),
        (["diff", "x"], "takes no file"), (["export"], "Export to where?"),
        (["show", "nowhere"], "There is no receipt at nowhere."),
        (["show", "roots"], "cannot be read"),
        (["show", "roots/token-root.pem"], "neither binary nor base64"),
        (["verify", "receipt", "--device", "x"], "--device cannot be 'x'."),
        (["verify", "receipt", "--root", "receipt"], "is no certificate"),
        (["verify", "receipt", "--root", "nowhere"], "cannot be read"),
        (["verify", "receipt", "--bundle", "a", "--bundle", "b"], "--bundle is given twice."),
      ] as [([String], String)])
    func `a wrong call ends with 2 and says what to write`(arguments: [String], message: String) throws {
      let home = try furnished()
      let run = try home.start(["receipt"] + arguments).waitForEnd()
      #expect(run.code == 2 && run.output.isEmpty && run.errors.contains(message), "\(run)")
    }
  }
}
