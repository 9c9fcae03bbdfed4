import Foundation
import Testing

extension ProgramTests {
  /// What the program lists and shows, in text and in JSON.
  @Suite struct Products {
    @Test func `products --json has exactly the documented keys`() throws {
      let home = try Home()
      let listing = try home.expect(0, "products", "--json").object()
      #expect(Set(listing.keys) == ["catalog", "storefront", "locale", "products", "diagnostics"])
      #expect(listing["catalog"] as? String == "built-in")
      #expect(listing["storefront"] as? String == "USA")
      #expect(listing["locale"] as? String == "en")
      let products = try #require(listing["products"] as? [[String: Any]])
      #expect(products.count >= 16)
      for product in products {
        #expect(
          Set(product.keys) == [
            "id", "type", "group", "level", "period", "title", "description", "language", "price",
            "available", "offers",
          ])
        let price = try #require(product["price"] as? [String: Any])
        #expect(Set(price.keys) == ["amount", "currency", "text"])
        #expect(price["currency"] as? String == "USD")
        #expect(product["available"] as? Bool == true)
        #expect(product["language"] as? String == "en")
        let isSubscription = product["type"] as? String == "autoRenewable"
        #expect((product["group"] is NSNull) != isSubscription)
        #expect((product["level"] is NSNull) != isSubscription)
        #expect((product["period"] is NSNull) != isSubscription)
      }
      #expect(
        Set(products.compactMap { $0["type"] as? String }) == [
          "consumable", "nonConsumable", "nonRenewing", "autoRenewable",
        ])
      #expect(products.contains { ($0["offers"] as? [Any])?.isEmpty == false })
    }

    @Test(arguments: [
      ("JPN", "ja", "JPY", "150", "星の種 10個"), ("DEU", "de", "EUR", "1.19", "10 Sternsamen"),
      ("SAU", "ar", "SAR", "3.99", "10 بذور نجوم"), ("POL", "pl", "PLN", "4.99", "10 gwiezdnych nasion"),
      ("POL", "ja", "PLN", "4.99", "星の種 10個"),
    ])
    func `storefront sets the price, locale the words, each by itself`(
      storefront: String, locale: String, currency: String, amount: String, title: String
    ) throws {
      let home = try Home()
      let options = ["--storefront", storefront, "--locale", locale]
      let run = try home.start(["products", "--json"] + options).waitForEnd()
      let listing = try run.object()
      #expect(run.code == 0 && listing["storefront"] as? String == storefront)
      let seeds = try #require((listing["products"] as? [[String: Any]])?.first)
      let price = try #require(seeds["price"] as? [String: Any])
      #expect(price["amount"] as? String == amount && price["currency"] as? String == currency)
      #expect(seeds["title"] as? String == title && seeds["language"] as? String == locale)
      let text = try home.start(["products"] + options).waitForEnd()
      #expect(text.output.contains(title), "\(text)")
      #expect(text.output.contains(try #require(price["text"] as? String)))
    }

    @Test func `a product without a price here is listed as not sold and cannot be bought`() throws {
      let home = try Home()
      let catalog = try home.write(SmallShop.text, to: "small.json")
      let listing = try home.expect(
        0, "products", catalog, "--json", "--storefront", "JPN"
      ).object()
      let products = try #require(listing["products"] as? [[String: Any]])
      let theme = try #require(products.first { $0["id"] as? String == SmallShop.theme })
      #expect(theme["price"] is NSNull && theme["available"] as? Bool == false)
      #expect(
        try home.expect(0, "products", catalog, "--storefront", "JPN").output.contains("not sold here"))
      let buy = try home.expect(
        1, "buy", SmallShop.theme, "--yes", "--catalog", catalog, "--storefront", "JPN")
      #expect(buy.errors.contains("Japan") || buy.errors.contains("JPN"), "\(buy)")
      #expect(buy.errors.contains("Choose another storefront."), "\(buy)")
      #expect(try home.eventNames().contains("purchased") == false)
    }

    @Test func `./catalog.json is found, and the argument outranks it`() throws {
      let home = try Home()
      _ = try home.write(SmallShop.text, to: "catalog.json")
      #expect(try home.expect(0, "products", "--json").object()["catalog"] as? String == "catalog.json")
      #expect(try home.expect(0, "products").output.contains("Coins"))
      let other = try home.write(SmallShop.text.replacing("\"Coins\"", with: "\"Gems\""), to: "other.json")
      #expect(try home.expect(0, "products", other).output.contains("Gems"))
      #expect(try home.expect(0, "products", "--catalog", other).output.contains("Gems"))
      // Without a terminal the program itself prints the list.
      #expect(try home.expect(0).output.contains("Coins"))
      #expect(try home.expect(0, other).output.contains("Gems"))
      #expect(try home.expect(0, other, "--json").object()["catalog"] as? String == other)
    }

    @Test func `show tells all that must be disclosed, in the language asked for`() throws {
      let home = try Home()
      let id = "app.stargarden.sky.telescope.monthly"
      let text = try home.expect(0, "show", id, "--now", "2026-11-30").output
      for part in [id, "https://stargarden.app/en/terms", "https://stargarden.app/en/privacy", "24 hours"] {
        #expect(text.contains(part), "\(text)")
      }
      let card = try home.expect(
        0, "show", id, "--json", "--locale", "de", "--storefront", "DEU", "--now", "2026-11-30"
      ).object()
      #expect(Set(card.keys) == ["product", "disclosures", "problems"])
      let disclosures = try #require(card["disclosures"] as? [[String: Any]])
      let words = disclosures.compactMap { $0["text"] as? String }.joined(separator: "\n")
      #expect(words.contains("https://stargarden.app/de/terms") && words.contains("€"))
      #expect(words.contains("7. Dezember 2026"), "\(words)")
      #expect((card["problems"] as? [Any])?.isEmpty == true)
    }

    @Test func `a subscription without policy links is refused, and the reason is given`() throws {
      let home = try Home()
      let bare = SmallShop.text.split(separator: "\n").filter { !$0.contains("policies:") }
      let catalog = try home.write(bare.joined(separator: "\n"), to: "bare.json")
      let card = try home.expect(0, "show", SmallShop.plan, "--catalog", catalog)
      #expect(card.output.contains("It cannot be bought in United States"), "\(card)")
      let buy = try home.expect(1, "buy", SmallShop.plan, "--yes", "--catalog", catalog)
      #expect(buy.errors.contains("Terms of Use") && buy.errors.contains("Privacy Policy"), "\(buy)")
      #expect(try home.eventNames().contains("purchased") == false)
      try home.expect(0, "buy", SmallShop.coins, "--yes", "--catalog", catalog)
    }

    // MARK: - Catalogues that are wrong

    @Test(arguments: ["", "{ app: ", "[1, 2]", "not a catalogue", "{}"])
    func `a catalogue that cannot be used is one sentence and exit code 2`(text: String) throws {
      let home = try Home()
      let file = try home.write(text, to: "bad.json")
      for arguments in [
        ["products", file, "--json"], ["products", file], ["show", "x", "--catalog", file],
      ] {
        let run = try home.start(arguments).waitForEnd()
        #expect(run.code == 2 && run.output.isEmpty, "\(run)")
        #expect(run.errors.hasPrefix("storefront: \(file)"), "\(run)")
        #expect(run.errors.filter { $0 == "\n" }.count == 1, "\(run)")
      }
    }

    @Test func `a missing file, a folder and a device are refused by name`() throws {
      let home = try Home()
      for (path, word) in [("none.json", "no such file"), (".", "folder"), ("/dev/null", "ordinary file")] {
        let run = try home.expect(2, "products", path)
        #expect(run.errors.contains(path) && run.errors.contains(word) && run.output.isEmpty, "\(run)")
      }
    }

    @Test func `a catalogue that is partly wrong sells the rest and lists each fault`() throws {
      let home = try Home()
      let text = SmallShop.text.replacing("\"4.99\"", with: "\"a lot\"")
        .replacing("type: \"consumable\"", with: "type: \"consumabel\"")
      let file = try home.write(text, to: "odd.json")
      let listing = try home.expect(0, "products", file, "--json").object()
      let diagnostics = try #require(listing["diagnostics"] as? [[String: Any]])
      #expect(diagnostics.count >= 2)
      for diagnostic in diagnostics {
        let keys = Set(diagnostic.keys)
        #expect(keys.isSuperset(of: ["severity", "path", "message"]))
        #expect(keys.isSubset(of: ["severity", "path", "message", "advice", "line", "column"]))
      }
      let ids = (listing["products"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
      #expect(ids?.contains(SmallShop.globe) == true && ids?.contains(SmallShop.coins) == false)
      let run = try home.expect(0, "products", file)
      #expect(run.errors.contains("storefront doctor"), "\(run)")
      let doctor = try home.expect(0, "doctor", file).output
      for diagnostic in diagnostics {
        #expect(doctor.contains(try #require(diagnostic["message"] as? String)), "\(doctor)")
      }
    }

    @Test func `catalogue text cannot drive the terminal, and JSON keeps it`() throws {
      let home = try Home()
      let title = #"A\u001b]52;c;aGk=\u0007\u001b[2J\u009b31m\nB"#
      let file = try home.write(
        SmallShop.text.replacing("title: \"Coins\"", with: "title: \"\(title)\""), to: "evil.json")
      for arguments in [
        ["products", file], ["show", SmallShop.coins, "--catalog", file], ["doctor", file],
        ["buy", SmallShop.coins, "--yes", "--catalog", file],
      ] {
        let run = try home.start(arguments).waitForEnd()
        let scalars = (run.output + run.errors).unicodeScalars
        #expect(!scalars.contains { $0 != "\n" && $0.properties.generalCategory == .control }, "\(arguments)")
      }
      let listing = try home.expect(0, "products", file, "--json").output
      #expect(!listing.utf8.contains(0x1b) && listing.contains(#"\u001b"#), "\(listing)")
    }

    @Test func `a reader that has had enough does no harm`() throws {
      let home = try Home()
      let program = try home.start("products", "--json")
      program.closeOutput()
      let run = try program.waitForEnd()
      #expect([0, 128 + SIGPIPE].contains(run.code) && run.errors.isEmpty, "\(run)")
    }
  }
}
