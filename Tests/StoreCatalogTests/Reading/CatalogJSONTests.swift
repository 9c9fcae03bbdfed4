import Foundation
import StoreCatalog
import StoreModel
import Testing

/// The project's own layout: what is read, and what is said about what is not.
struct CatalogJSONTests {
  @Test func `a whole catalogue is read`() throws {
    let reading = try readCatalog(whole)
    #expect(reading.lines == [])
    #expect(reading.format == .catalog)
    let catalog = reading.catalog
    #expect(catalog.app == Catalog.App(name: "Garden", bundleID: "com.example.garden", seller: "Garden Ltd"))
    #expect(catalog.defaultLocale == "de" && catalog.defaultStorefront == nil)
    #expect(
      catalog.policies == [
        Catalog.Policies(locale: "en", terms: "https://a.example/t", privacy: "https://a.example/p")
      ])
    #expect(catalog.groups.map(\.referenceName) == ["Plus"])
    #expect(
      catalog.groups[0].localizations == [LocalizedText(locale: "pt-BR", title: "Mais", description: "")])
    let coins = try #require(catalog.product("coins"))
    #expect(coins.type == .consumable && coins.referenceName == "Coins" && !coins.isFamilyShareable)
    #expect(coins.localizations == [LocalizedText(locale: "en", title: "100 Coins", description: "To spend")])
    #expect(coins.prices == ["USA": Decimal(string: "0.99"), "JPN": 160].compactMapValues { $0 })
    let maps = try #require(catalog.product("maps"))
    #expect(
      maps.isFamilyShareable && maps.hostedContent == HostedContent(version: "2.1", size: 5_000_000_000))
    #expect(catalog.product("season")?.type == .nonRenewing)
    let plus = try #require(catalog.product("plus")?.subscription)
    #expect(
      plus.groupID.rawValue == "plus" && plus.level == 2 && plus.period == SubscriptionPeriod(1, .month))
    #expect(
      plus.offers == [
        Offer(
          id: "introductory", kind: .introductory, paymentMode: .freeTrial,
          period: SubscriptionPeriod(1, .week)),
        Offer(
          id: "back", kind: .winBack, paymentMode: .payAsYouGo, period: SubscriptionPeriod(1, .month),
          periodCount: 3,
          prices: ["USA": 1]),
      ])
  }

  /// A change to the whole catalogue, and the one finding that must come of it.
  struct Fault: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let finding: String
    /// How many of the four products are left.
    var products = 4
    /// How many of the two offers are left.
    var offers = 2
    var testDescription: String { new }
  }

  @Test(arguments: [
    Fault(
      old: "app: {", new: "ap: {}, app: {",
      finding: "warning ap: the key 'ap' is not known and is ignored | Did you mean 'app'?"),
    Fault(
      old: "seller: \"Garden Ltd\",", new: "",
      finding: "warning app: 'seller' is missing | Add it: receipts and disclosures name it."),
    Fault(
      old: "name: \"Garden\"", new: "name: 7",
      finding: "warning app.name: 'name' is a number and is ignored | Write text in quotes."),
    Fault(
      old: "defaultLocale: \"de\"", new: "defaultLocale: \"german!\"",
      finding:
        "warning defaultLocale: 'german!' is no language and is ignored | Write a language such as en, pt-BR or zh-Hans."
    ),
    Fault(
      old: "policies: {", new: "policies: { English: {},",
      finding:
        "warning policies.English: 'English' is no language and is ignored | Write a language such as en, pt-BR or zh-Hans."
    ),
    Fault(
      old: "privacy: \"https://a.example/p\"", new: "privacy: \"https://a.example/p\", eula: 1",
      finding:
        "warning policies.en.eula: the key 'eula' is not known and is ignored | Known here: terms, privacy."),
    Fault(
      old: "groups: [", new: "groups: [{ id: \"plus\" },",
      finding:
        "error groups[1]: the group id 'plus' is taken and this group is left out | Give each group its own id."
    ),
    Fault(
      old: "groups: [", new: "groups: [{ referenceName: \"x\" },",
      finding:
        "error groups[0]: the group has no 'id' and is left out | Give it an id that products can name."),
    Fault(
      old: "\"pt-BR\": \"Mais\"", new: "\"pt-BR\": \"Mais\", pt_br: \"Mais\"",
      finding:
        "warning groups[0].localizations.pt_br: the language pt-BR is given twice; the first one counts | Remove one of the two."
    ),
    Fault(
      old: "products: [", new: "products: [null,",
      finding: "error products[0]: expected a product, found null | Write an object in braces."),
    Fault(
      old: "id: \"coins\"", new: "Id: \"coins\"",
      finding:
        "error products[0]: the product has no 'id' and is left out | Give it an id such as com.example.app.coins.",
      products: 3),
    Fault(
      old: "id: \"maps\"", new: "id: \"coins\"",
      finding:
        "error products[1]: the product id 'coins' is taken and this product is left out | Give each product its own id.",
      products: 3),
    Fault(
      old: "id: \"maps\"", new: "id: \"my maps\"",
      finding:
        "warning products[1].id: the App Store does not take the product id 'my maps' | Use at most 100 letters, digits, hyphens, points and underscores."
    ),
    Fault(
      old: "type: \"consumable\"", new: "type: \"consumabel\"",
      finding:
        "error products[0].type: the type 'consumabel' is not known and the product is left out | Did you mean 'consumable'?",
      products: 3),
    Fault(
      old: "type: \"consumable\",", new: "",
      finding:
        "error products[0]: the product has no 'type' and is left out | Write one of consumable, nonConsumable, nonRenewing, autoRenewable.",
      products: 3),
    Fault(
      old: "referenceName: \"Coins\"", new: "refrenceName: \"Coins\"",
      finding:
        "warning products[0].refrenceName: the key 'refrenceName' is not known and is ignored | Did you mean 'referenceName'?"
    ),
    Fault(
      old: "title: \"100 Coins\"", new: "title: \"\"",
      finding:
        "warning products[0].localizations.en: there is no title | Add a 'title'; until then another language answers."
    ),
    Fault(
      old: "USA: \"0.99\"", new: "USA: 0.99",
      finding:
        "error products[0].prices.USA: the price is a number, not text, and is left out | Put it in quotes: \"0.99\"."
    ),
    Fault(
      old: "USA: \"0.99\"", new: "USA: 0x10",
      finding:
        "error products[0].prices.USA: the price is a number, not text, and is left out | Write digits in quotes, such as \"9.99\"."
    ),
    Fault(
      old: "USA: \"0.99\"", new: "USA: \"0,99\"",
      finding:
        "error products[0].prices.USA: the price '0,99' is not plain digits and is left out | Write \"0.99\": the storefront sets the currency."
    ),
    Fault(
      old: "USA: \"0.99\"", new: "USA: \"-1\"",
      finding:
        "error products[0].prices.USA: the price '-1' is not plain digits and is left out | Write digits with a point, such as \"9.99\"; no sign, no currency."
    ),
    Fault(
      old: "USA: \"0.99\"", new: "US: \"0.99\"",
      finding:
        "error products[0].prices.US: 'US' is no storefront and its price is left out | Did you mean 'USA'?"),
    Fault(
      old: "USA: \"0.99\"", new: "Germany: \"0.99\"",
      finding:
        "error products[0].prices.Germany: 'Germany' is no storefront and its price is left out | Did you mean 'DEU'?"
    ),
    Fault(
      old: "JPN: \"160\"", new: "JPN: \"160.5\"",
      finding:
        "warning products[0].prices.JPN: the price 160.5 has 1 digits after the point; JPY has no digits | Write an amount that can be paid."
    ),
    Fault(
      old: "USA: \"0.99\"", new: "USA: \"0.999\"",
      finding:
        "warning products[0].prices.USA: the price 0.999 has 3 digits after the point; USD has 2 digits | Write an amount that can be paid."
    ),
    Fault(
      old: "prices: { USA: \"0.99\", JPN: \"160\" }", new: "prices: {}",
      finding:
        "warning products[0]: the product has no price and is sold nowhere | Add prices { \"USA\": \"0.99\" }."
    ),
    Fault(
      old: "type: \"nonRenewing\"", new: "type: \"nonRenewing\", level: 1",
      finding:
        "warning products[2].level: 'level' is only for subscriptions and is ignored | Remove it, or make the product autoRenewable."
    ),
    Fault(
      old: "type: \"nonRenewing\"", new: "type: \"nonRenewing\", familyShareable: true",
      finding:
        "warning products[2].familyShareable: a product of type nonRenewing cannot be shared | Remove 'familyShareable', or set it to false."
    ),
    Fault(
      old: "familyShareable: true", new: "familyShareable: \"yes\"",
      finding:
        "warning products[1].familyShareable: 'familyShareable' is text and is ignored | Write true or false."
    ),
    Fault(
      old: "size: 5000000000", new: "size: 0",
      finding:
        "error products[1].content.size: the content has no size of at least 1 and is left out | Write the size as a whole number of bytes, such as 8000000."
    ),
    Fault(
      old: "group: \"plus\"", new: "group: \"pluss\"",
      finding:
        "error products[3].group: the group 'pluss' is not in 'groups' and the product is left out | Did you mean 'plus'?",
      products: 3,
      offers: 0),
    Fault(
      old: "group: \"plus\",", new: "",
      finding:
        "error products[3]: the subscription has no 'group' and is left out | Name one of the 'groups'.",
      products: 3, offers: 0),
    Fault(
      old: "level: 2,", new: "",
      finding:
        "error products[3]: the subscription has no 'level' and is left out | Add a level: 1 is the highest of the group.",
      products: 3, offers: 0),
    Fault(
      old: "level: 2", new: "level: 0",
      finding:
        "error products[3].level: the level is not a whole number from 1 on and the product is left out | Write 1 for the highest level, 2 for the next.",
      products: 3, offers: 0),
    Fault(
      old: "period: \"P1M\", offers", new: "period: \"1 month\", offers",
      finding:
        "error products[3].period: the period '1 month' is not known and the subscription is left out | Did you mean 'P1M'?",
      products: 3, offers: 0),
    Fault(
      old: "period: \"P1M\", offers", new: "offers",
      finding:
        "error products[3]: the subscription has no 'period' and is left out | Add a period such as P1M.",
      products: 3, offers: 0),
    Fault(
      old: "kind: \"winBack\"", new: "kind: \"winback\"",
      finding:
        "warning products[3].offers[1].kind: the kind 'winback' is not known and the offer is left out | Did you mean 'winBack'?",
      offers: 1),
    Fault(
      old: "mode: \"freeTrial\"", new: "mode: \"free\"",
      finding:
        "warning products[3].offers[0].mode: the mode 'free' is not known and the offer is left out | Write one of freeTrial, payAsYouGo, payUpFront.",
      offers: 1),
    Fault(
      old: "mode: \"freeTrial\"", new: "mode: \"freeTrial\", prices: { USA: \"1\" }",
      finding:
        "warning products[3].offers[0].prices: a free trial costs nothing; its prices are ignored | Remove them."
    ),
    Fault(
      old: "prices: { USA: \"1.00\" }", new: "",
      finding:
        "warning products[3].offers[1]: the offer is paid but has no price and is left out | Add prices { \"USA\": \"0.99\" }.",
      offers: 1),
    Fault(
      old: "prices: { USA: \"4.99\" }", new: "prices: { USA: \"4.99\", DEU: \"5.99\" }",
      finding:
        "warning products[3].offers[1]: the offer has no price in 1 of the product's storefronts (DEU) | Add the prices, or the offer is not made there."
    ),
    Fault(
      old: "periods: 3", new: "periods: 0",
      finding:
        "warning products[3].offers[1].periods: the number of periods is not a whole number from 1 to 999 and the offer is left out | Write how many periods the offer lasts, such as 3.",
      offers: 1),
    Fault(
      old: "period: \"P1M\", periods", new: "period: \"P1W\", periods",
      finding:
        "warning products[3].offers[1].period: a pay-as-you-go offer is charged with the subscription, every P1M, not every P1W | Write P1M and set 'periods'."
    ),
    Fault(
      old: "id: \"back\",", new: "",
      finding:
        "warning products[3].offers[1]: the offer has no 'id' and is left out | Give it an id that a purchase can name.",
      offers: 1),
    Fault(
      old: "kind: \"winBack\"", new: "kind: \"introductory\"",
      finding:
        "warning products[3].offers[1]: a subscription has one introductory offer; this one is left out | Keep one, or make it promotional.",
      offers: 1),
  ])
  func `each fault is named with its place and what to do, and the rest is read`(fault: Fault) throws {
    let text = whole.replacing(fault.old, with: fault.new, maxReplacements: 1)
    #expect(text != whole)
    let reading = try readCatalog(text)
    #expect(reading.lines.contains(fault.finding), "\(reading.lines)")
    // A wrong key is a second fault beside the missing one; nothing else may be found.
    #expect(reading.lines.count <= 2)
    #expect(reading.catalog.products.count == fault.products)
    #expect(reading.catalog.product("plus")?.subscription?.offers.count ?? 0 == fault.offers)
  }

  @Test func `every finding has its line and column`() throws {
    let reading = try readCatalog(
      "{\n  products: [\n    { id: \"a\", type: \"consumable\",\n      prices: { USA: 1 } },\n  ],\n}")
    let price = try #require(reading.findings.first { $0.path == "products[0].prices.USA" })
    #expect(price.line == 4 && price.column == 22)
  }

  @Test(arguments: [
    ("{}", "this is JSON but not a catalogue: it has no list of products"),
    ("{\"products\": {}}", "this is JSON but not a catalogue: it has no list of products"),
    ("[]", "a catalogue is an object in braces; this file holds a list"),
    ("\"x\"", "a catalogue is an object in braces; this file holds text"),
    (
      "{products: [{}]}",
      "no product could be read; the first fault is products[0]: the product has no 'id' and is left out"
    ),
    ("{products: [", "this '[' is never closed: the text ends before its partner"),
  ])
  func `what is wholly unusable is refused in one sentence`(text: String, problem: String) throws {
    let error = try refusal { try readCatalog(text) }
    #expect(error.problem == problem)
    #expect(!error.advice.isEmpty)
  }

  @Test func `a catalogue with nothing for sale is valid and says so`() throws {
    let reading = try readCatalog(
      "{app: {name: \"A\", bundleId: \"b\", seller: \"c\"}, groups: [{}], products: []}")
    #expect(reading.catalog.products.isEmpty)
    #expect(reading.findings.contains { $0.message.hasPrefix("nothing is for sale") })
  }

  @Test func `text of the file cannot move the cursor or give a secret away in a message`() throws {
    let long = String(repeating: "S3CRET", count: 40)
    let reading = try readCatalog(
      #"{products: [{id: "a", type: "consumable", "\u001b[2J\u202e": 1, "\#(long)": 1, prices: {USA: "\#(long)"}}]}"#
    )
    for line in reading.lines {
      #expect(!line.unicodeScalars.contains { $0.value < 32 || $0 == "\u{202E}" })
      #expect(!line.contains(String(repeating: "S3CRET", count: 4)))
    }
  }

  private let whole = """
    // A comment, since JSON5 is accepted.
    {
      app: { name: "Garden", bundleId: "com.example.garden", seller: "Garden Ltd", },
      defaultLocale: "de",
      policies: { en: { terms: "https://a.example/t", privacy: "https://a.example/p" } },
      groups: [ { id: "plus", referenceName: "Plus", localizations: { "pt-BR": "Mais" } } ],
      products: [
        { id: "coins", type: "consumable", referenceName: "Coins",
          localizations: { en: { title: "100 Coins", description: "To spend" } },
          prices: { USA: "0.99", JPN: "160" } },
        { id: "maps", type: "nonConsumable", localizations: { en: { title: "Maps", description: "" } },
          prices: { USA: "1.99" }, familyShareable: true, content: { version: "2.1", size: 5000000000 } },
        { id: "season", type: "nonRenewing", localizations: { en: { title: "Season", description: "" } },
          prices: { USA: "2.99" } },
        { id: "plus", type: "autoRenewable", localizations: { en: { title: "Plus", description: "" } },
          prices: { USA: "4.99" }, group: "plus", level: 2, period: "P1M", offers: [
            { kind: "introductory", mode: "freeTrial", period: "P1W" },
            { id: "back", kind: "winBack", mode: "payAsYouGo", period: "P1M", periods: 3, prices: { USA: "1.00" } },
          ] },
      ],
    }
    """
}
