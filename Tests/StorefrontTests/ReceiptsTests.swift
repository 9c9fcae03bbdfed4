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

    @Test(
      arguments: [
        ([], "What is to be done with a receipt?"), (["verfy", "x"], "Did you mean 'verify'?"),
        (["show"], "Which receipt?"), (["show", "nowhere"], "There is no receipt at nowhere."),
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
