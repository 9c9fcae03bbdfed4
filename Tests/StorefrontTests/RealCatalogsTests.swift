import Foundation
import Testing

extension ProgramTests {
  /// Real StoreKit configurations of others, read where they are; skipped with a notice without them.
  @Suite struct RealCatalogs {
    static let folder: String? = {
      let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
      let shared =
        ProcessInfo.processInfo.environment["STOREFRONT_SHARED"]
        ?? package.appending(path: "../shared").standardized.path
      let folder = shared + "/corpus"
      if FileManager.default.fileExists(atPath: folder) { return folder }
      print("notice: no corpus at \(folder); set STOREFRONT_SHARED to test against real files")
      return nil
    }()

    private func files() throws -> [String] {
      guard let folder = Self.folder else { return [] }
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".storekit") }.sorted().map { folder + "/" + $0 }
    }

    @Test func `every real file is listed or refused in one sentence, and its private key is never printed`()
      throws
    {
      let home = try Home()
      for file in try files() {
        let run = try home.start(["products", file, "--json"]).waitForEnd()
        if run.code == 0 {
          let listing = try run.object()
          #expect(listing["catalog"] as? String == file && listing["products"] is [Any])
          #expect(run.errors.isEmpty, "\(file): \(run.errors)")
        } else {
          #expect(run.code == 2 && run.output.isEmpty, "\(file): \(run)")
          #expect(run.errors.filter { $0 == "\n" }.count == 1, "\(file): \(run)")
        }
        #expect(!(run.output + run.errors).localizedCaseInsensitiveContains("privateKey"))
      }
    }

    @Test func `no subcommand prints a private key`() throws {
      let key = "MIGTAgEAMBMGByqGSM49SECRET"
      let text = """
        {
          "identifier": "A1B2C3D4", "settings": { "_storefront": "USA", "_locale": "en_US" },
          "appPolicies": { "eula": "", "policies": [{ "locale": "en_US", "policyText": "", "policyURL": "" }] },
          "privateKey": "\(key)", "keyPair": { "privateKey": "\(key)" },
          "products": [{
            "displayPrice": "0.99", "familyShareable": false, "internalID": "1A", "productID": "gem",
            "referenceName": "Gem", "type": "Consumable", "privateKey": "\(key)",
            "localizations": [{ "description": "A gem", "displayName": "Gem", "locale": "en_US" }]
          }],
          "subscriptionGroups": [], "version": { "major": 4, "minor": 0 }
        }
        """
      let home = try Home()
      let file = try home.write(text, to: "secret.storekit")
      for arguments in [
        ["products", file], ["products", file, "--json"], ["show", "gem", "--catalog", file],
        ["show", "gem", "--catalog", file, "--json"], ["buy", "gem", "--yes", "--catalog", file],
        ["buy", "gem", "--yes", "--json", "--catalog", file], ["restore", "--catalog", file],
        ["transactions", "--json"], ["downloads", "--catalog", file], ["events", "--json"],
        ["doctor", file], ["doctor", file, "--json"],
      ] {
        let run = try home.start(arguments).waitForEnd()
        #expect(run.code == 0, "\(arguments): \(run)")
        #expect(!(run.output + run.errors).contains("SECRET"), "\(arguments)")
      }
      for file in try FileManager.default.subpathsOfDirectory(atPath: home.path + "/storefront") {
        let path = home.path + "/storefront/" + file
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
          continue
        }
        let bytes = try home.bytes(path)
        #expect(bytes.range(of: Data("SECRET".utf8)) == nil, "\(file)")
      }
    }
  }
}
