import Foundation
import StoreCatalog
import StoreModel
import Testing

/// The twenty odd inputs of real StoreKit files, by number, and the cheap ones after them.
struct OddInputTests {
  @Test(arguments: ["", " \n\t", "\u{FEFF}"])
  func `1: an empty file is said to be empty`(text: String) throws {
    let error = try refusal { try readStoreKit(text) }
    #expect(error.description == "Test.storekit: the file is empty.")
  }

  @Test(arguments: [
    "<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC \"x\"><plist><dict/></plist>", "bplist00\u{1}",
    "\n<!DOCTYPE plist><plist/>",
  ])
  func `2: a property list is named and not read`(text: String) throws {
    #expect(try refusal { try readStoreKit(text) }.problem.hasPrefix("this is a property list"))
  }

  @Test func `3: a Finder alias is named and none of its bytes are shown`() throws {
    let error = try refusal { try readStoreKit("book\0\0\0\0mark\0\0\0\0/Users/somebody/Products") }
    #expect(error.problem.contains("Finder alias"))
    #expect(!"\(error)\(error.advice)".contains("somebody"))
  }

  @Test func `4: a foreign layout is refused with each item named, never imported as nothing`() throws {
    let price = try refusal {
      try readStoreKit(
        #"{"version": 1, "products": [{"productID": "a", "type": "auto-renewable-subscription", "subscription": {"prices": []}}]}"#
      )
    }
    #expect(price.problem.contains("no product could be read"))
    #expect(
      price.findings.contains { $0.path == "products[0].type" && $0.advice.contains("RecurringSubscription") }
    )
    let list = try refusal {
      try readStoreKit(#"{"nonConsumableIAP": [{"productID": "a"}], "version": {"major": 3}}"#)
    }
    #expect(list.findings.contains { $0.path == "nonConsumableIAP" && $0.severity == .error })
    let id = try refusal { try readStoreKit(#"{"products": [{"id": "premium", "type": "NonConsumable"}]}"#) }
    #expect(id.problem.contains("no 'productID'"))
    let other = try refusal { try readStoreKit(#"{"name": "package", "dependencies": {}}"#) }
    #expect(other.problem == "this is JSON but not a catalogue: it has no list of products")
  }

  @Test func `4: an item without a price is imported and sold nowhere`() throws {
    let reading = try readStoreKit(
      storeKit(products: [storeKitProduct("a", ["displayPrice": nil]), storeKitProduct("b")]))
    #expect(reading.catalog.products.map(\.prices.isEmpty) == [true, false])
    #expect(
      reading.lines == [
        "warning products[0]: no 'displayPrice': the product is sold nowhere | Set a price in Xcode."
      ])
  }

  @Test func `5: a file without products is valid and says so`() throws {
    let fresh = try readStoreKit(storeKit())
    #expect(fresh.catalog.products.isEmpty)
    #expect(fresh.findings.map(\.message) == ["0 products: nothing is for sale"])
    let unsynced = try readStoreKit(
      storeKit(settings: #"{"_shouldSetupSyncOnLoad": true, "_storefront": "USA"}"#))
    #expect(
      unsynced.findings.map(\.message) == [
        "0 products: the file has not been synced with App Store Connect yet"
      ])
  }

  @Test(arguments: [
    (#"{"major": 6, "minor": 3}"#, ""), (#"{"major": 7, "minor": 0}"#, "version 7 is newer"),
    ("1", "the 'version' is a number"), ("null", "does not say its 'version'"),
  ])
  func `6: a version is read past, with a warning when it is not known`(version: String, warning: String)
    throws
  {
    let reading = try readStoreKit(storeKit(products: [storeKitProduct()], version: version))
    #expect(reading.catalog.products.count == 1)
    #expect(reading.findings.count == (warning.isEmpty ? 0 : 1))
    #expect(reading.findings.allSatisfy { $0.severity == .warning && $0.message.contains(warning) })
  }

  @Test func `6: keys count, not the version: 3.0 may hold what is newer`() throws {
    let plans = #"[{"billingPlanType": "BILLED_UPFRONT", "displayPrice": "4.99"}]"#
    let list = "[\(offer("X"))]"
    let reading = try readStoreKit(
      storeKit(
        subscriptions: [storeKitSubscription("plus", ["billingPlans": plans, "introductoryOffers": list])],
        version: #"{"major": 3, "minor": 0}"#))
    #expect(reading.catalog.products[0].subscription?.introductoryOffer != nil)
    #expect(reading.lines == [])
  }

  @Test(arguments: [
    ("{\"introductoryOffer\"}", 1), ("{\"introductoryOffers\"}", 1), ("both", 1), ("null", 0), ("neither", 0),
    ("[]", 0),
  ])
  func `7: an introductory offer in one list, one key or both is one offer`(form: String, count: Int) throws {
    let changes: [String: String?] =
      switch form {
      case "{\"introductoryOffer\"}": ["introductoryOffer": offer("A1")]
      case "{\"introductoryOffers\"}": ["introductoryOffers": "[\(offer("A1"))]"]
      case "both": ["introductoryOffer": offer("A1"), "introductoryOffers": "[\(offer("A1"))]"]
      case "null": ["introductoryOffer": "null"]
      case "[]": ["introductoryOffers": "[]", "introductoryOffer": "null"]
      default: [:]
      }
    let reading = try readStoreKit(storeKit(subscriptions: [storeKitSubscription("plus", changes)]))
    #expect(reading.catalog.products[0].subscription?.offers.count == count)
    #expect(reading.lines == [])
  }

  @Test func `8: a monthly plan is reported and a stale plan price does not become the price`() throws {
    let plans = """
      [{"billingPlanType": "BILLED_UPFRONT", "displayPrice": "0.99"},
      {"billingPlanType": "MONTHLY", "displayPrice": "0.5", "commitmentDisplayPrice": "6.00", "isEnabled": true}]
      """
    let reading = try readStoreKit(
      storeKit(subscriptions: [
        storeKitSubscription(
          "plus",
          ["billingPlans": plans, "displayPrice": #""11.88""#, "recurringSubscriptionPeriod": #""P1Y""#])
      ]))
    #expect(reading.catalog.products[0].prices == ["USA": Decimal(string: "11.88")])
    #expect(reading.findings.map(\.severity) == [.warning, .warning])
    #expect(reading.findings[0].message.contains("'0.99' differs from the subscription's '11.88'"))
    #expect(reading.findings[1].path == "subscriptionGroups[0].subscriptions[0].billingPlans[1]")
  }

  @Test func `9: empty bundles are silent and a suite is named by its product id`() throws {
    let empty = try readStoreKit(
      storeKit(
        products: [storeKitProduct()],
        more: #", "subscriptionBundleGroups": [], "subscriptionSuiteGroups": []"#))
    #expect(empty.lines == [])
    let suite =
      #", "subscriptionSuiteGroups": [{"id": "1", "subscriptions": [{"productID": "all", "duration": "P1Y"}]}]"#
    let filled = try readStoreKit(storeKit(products: [storeKitProduct()], more: suite))
    #expect(filled.findings.map(\.message) == ["1 subscription suite is not imported: 'all'"])
  }

  @Test func `10: an empty price is no price, never zero`() throws {
    let reading = try readStoreKit(storeKit(products: [storeKitProduct("a", ["displayPrice": "\"\""])]))
    #expect(reading.catalog.products[0].prices == [:])
    #expect(reading.findings.map(\.path) == ["products[0].displayPrice"])
  }

  @Test(arguments: [
    ("2,99", "2.99", "a decimal comma"), ("0,08", "0.08", "a decimal comma"),
    ("¥18", "18", "a currency sign"),
    ("4,5 €", "4.5", "a currency sign and a decimal comma"), ("USD 4.99", "4.99", "a currency sign"),
  ])
  func `11: a price with a comma or a sign is read when only one reading is possible, and said`(
    text: String, amount: String, liberty: String
  ) throws {
    let reading = try readStoreKit(
      storeKit(products: [storeKitProduct("a", ["displayPrice": "\"\(text)\""])]))
    #expect(reading.catalog.products[0].prices["USA"]?.description == amount)
    #expect(
      reading.findings.map(\.message) == ["the price '\(text)' is read as \(amount): it has \(liberty)"])
  }

  @Test(arguments: [
    "1,000", "1.000,50", "1,000.50", "4.99.1", "-1", "free", "1e3", "$4.99 USD", "٤", "4 99", "x4.99",
  ])
  func `11: a price with more than one reading leaves the product out`(text: String) throws {
    let reading = try readStoreKit(
      storeKit(products: [storeKitProduct("a", ["displayPrice": "\"\(text)\""]), storeKitProduct("b")]))
    #expect(reading.catalog.products.map(\.id) == ["b"])
    #expect(reading.findings.map(\.severity) == [.error])
    #expect(reading.findings[0].path == "products[0].displayPrice")
  }

  @Test(arguments: ["12", "19.8", "0.0", "29900", "10000", "0", "14.0"])
  func `12: whole, one-decimal and large prices are exact decimals`(text: String) throws {
    let reading = try readStoreKit(
      storeKit(
        products: [storeKitProduct("a", ["displayPrice": "\"\(text)\""])],
        settings: #"{"_storefront": "COL"}"#))
    #expect(reading.catalog.products[0].prices["COL"] == Decimal(string: text))
    #expect(reading.lines == [])
  }

  @Test func `12: without a storefront a price like 9800 is doubted`() throws {
    let reading = try readStoreKit(
      storeKit(
        products: [storeKitProduct("a", ["displayPrice": "\"9800\""]), storeKitProduct("b")], settings: "{}"))
    #expect(
      reading.findings.map(\.message) == ["the file names no storefront, so 9800 is taken as US dollars"])
    #expect(try readStoreKit(storeKit(products: [storeKitProduct()], settings: "{}")).lines == [])
  }

  @Test func `13: storefront and locale have Xcode's defaults and are independent`() throws {
    let absent = try readStoreKit(storeKit(products: [storeKitProduct()], settings: "{}")).catalog
    #expect(absent.defaultStorefront == "USA" && absent.defaultLocale == "en-US")
    let mixed = try readStoreKit(
      storeKit(products: [storeKitProduct()], settings: #"{"_storefront": "PRT", "_locale": "tr"}"#)
    ).catalog
    #expect(mixed.defaultStorefront == "PRT" && mixed.defaultLocale == "tr")
    #expect(mixed.products[0].prices.keys.map(\.rawValue) == ["PRT"])
    let wrong = try readStoreKit(storeKit(products: [storeKitProduct()], settings: #"{"_storefront": "DE"}"#))
    #expect(wrong.findings.map(\.advice) == ["Did you mean 'DEU'?"])
  }

  @Test func `14: empty and missing texts are kept for the fallback, silently`() throws {
    let empty = #"[{"description": "", "displayName": "", "locale": "en_US"}]"#
    let reading = try readStoreKit(
      storeKit(products: [
        storeKitProduct("a", ["localizations": empty]), storeKitProduct("b", ["localizations": "[]"]),
      ]))
    #expect(reading.catalog.products.map(\.localizations.count) == [1, 0])
    #expect(reading.lines == [])
  }

  @Test func `15: names and texts stay as they are, byte for byte`() throws {
    let long = String(repeating: "日", count: 179)
    let texts = #"[{"description": "a\nb \#(long)", "displayName": " مرحبا 👍🏽 ", "locale": "ar"}]"#
    let reading = try readStoreKit(
      storeKit(products: [
        storeKitProduct("a", ["referenceName": "null", "localizations": texts]),
        storeKitProduct("b", ["referenceName": #""Monthly ""#]),
      ]))
    #expect(reading.catalog.products.map(\.referenceName) == ["", "Monthly "])
    #expect(reading.catalog.products[0].localizations[0].description == "a\nb " + long)
    #expect(reading.catalog.products[0].localizations[0].title == " مرحبا 👍🏽 ")
    #expect(reading.lines == [])
  }

  @Test func `16: subscriptions are sorted by level and keep the file's order within one`() throws {
    let levels = [("c", 2), ("a", 1), ("d", 2), ("b", 1)].map {
      storeKitSubscription($0, ["groupNumber": "\($1)"])
    }
    let reading = try readStoreKit(storeKit(subscriptions: levels))
    #expect(reading.catalog.products.map(\.id) == ["a", "b", "c", "d"])
    #expect(reading.lines == [])
  }

  @Test func `17: products go by their product id, and doubled group ids stay two groups`() throws {
    let text = """
      {"subscriptionGroups": [
      {"id": "1", "name": "A", "subscriptions": [\(storeKitSubscription("a", ["internalID": "\" odd id\""]))]},
      {"id": "1", "name": "B", "subscriptions": [\(storeKitSubscription("b", ["internalID": nil]))]}],
      "settings": {"_storefront": "USA"}, "version": {"major": 4}}
      """
    let reading = try readStoreKit(text)
    let groups = reading.catalog.products.compactMap(\.subscription?.groupID)
    #expect(groups.map { reading.catalog.group($0)?.referenceName } == ["A", "B"])
    #expect(reading.findings.map(\.path) == ["subscriptionGroups[1].id"])
  }

  @Test func `18: a free offer is free whatever price is left in it, and no count is one`() throws {
    let free =
      #"{"internalID": "1", "paymentMode": "free", "subscriptionPeriod": "P1W", "displayPrice": "0.99"}"#
    let dear =
      #"{"internalID": "2", "paymentMode": "payUpFront", "subscriptionPeriod": "P1Y", "displayPrice": "20.15", "offerID": "dear", "numberOfPeriods": 2}"#
    let reading = try readStoreKit(
      storeKit(subscriptions: [
        storeKitSubscription("plus", ["introductoryOffer": free, "adHocOffers": "[\(dear)]"])
      ]))
    let offers = try #require(reading.catalog.products[0].subscription?.offers)
    #expect(offers.map { $0.prices["USA"] } == [nil, Decimal(string: "20.15")])
    #expect(offers.map(\.periodCount) == [1, 2])
    #expect(offers.map(\.id) == ["introductory", "dear"])
    #expect(reading.lines == [])
  }

  @Test(arguments: [
    #"{"paymentMode": "none", "subscriptionPeriod": "P1W"}"#, #"{"duration": 1, "offerMode": "FREE_TRIAL"}"#,
    #"{"paymentMode": "free", "subscriptionPeriod": "1 week"}"#, #"{"paymentMode": "free"}"#,
    #"{"paymentMode": "free", "subscriptionPeriod": "P1W", "numberOfPeriods": 0}"#,
    #"{"paymentMode": "payUpFront", "subscriptionPeriod": "P1M"}"#,
    #"{"paymentMode": "payUpFront", "subscriptionPeriod": "P1M", "displayPrice": "1,000"}"#, #""none""#,
  ])
  func `18: an offer that is not understood is left out and its product kept`(text: String) throws {
    let reading = try readStoreKit(
      storeKit(subscriptions: [storeKitSubscription("plus", ["introductoryOffer": text])]))
    #expect(reading.catalog.products[0].subscription?.offers == [])
    #expect(!reading.findings.isEmpty)
    #expect(reading.findings.allSatisfy { $0.severity == .warning && $0.path.contains("introductoryOffer") })
  }

  @Test func `19: another spelling of a type is named with its place and the right one`() throws {
    let reading = try readStoreKit(
      storeKit(
        products: [
          storeKitProduct("a", ["type": #""nonConsumable""#]),
          storeKitProduct("b", ["type": #""SUBSCRIPTION""#]),
          storeKitProduct("ok", ["familySharable": "true"]),
        ],
        subscriptions: [
          #""plus_monthly""#, storeKitSubscription("c", ["type": #""Recurring Subscription""#]),
        ]))
    #expect(reading.catalog.products.map(\.id) == ["ok"])
    #expect(
      reading.lines == [
        "error products[0].type: Xcode knows no type 'nonConsumable' and the product is left out | Write 'NonConsumable'.",
        "error products[1].type: Xcode knows no type 'SUBSCRIPTION' and the product is left out | Write 'RecurringSubscription'.",
        "warning products[2].familySharable: Xcode ignores the key 'familySharable' | Write 'familyShareable'.",
        "error subscriptionGroups[0].subscriptions[0]: expected a product, found text | Write an object in braces.",
        "error subscriptionGroups[0].subscriptions[1].type: Xcode knows no type 'Recurring Subscription' and the product is left out | Write 'RecurringSubscription'.",
      ])
  }

  @Test func `20: keys, teams and apps are in no finding, and a chosen failure is no failure`() throws {
    let settings = """
      {"_applicationInternalID": "1234567890", "_developerTeamID": "TEAM123456", "_storefront": "USA",
      "_storeKitErrors": [{"name": "Purchase", "enabled": false, "current": {"type": "generic", "index": 2}}]}
      """
    let pair =
      #", "subscriptionOffersKeyPair": {"id": "KEYID12345", "id": "KEYID12345", "privateKey": "MIGTAgEAMBMG"}"#
    let reading = try readStoreKit(storeKit(products: [storeKitProduct()], settings: settings, more: pair))
    #expect(reading.findings.map(\.path) == ["subscriptionOffersKeyPair.id"])
    let shown = reading.lines.joined()
    for secret in ["1234567890", "TEAM123456", "KEYID12345", "MIGTAgEAMBMG"] {
      #expect(!shown.contains(secret))
    }
  }

  @Test func `20: a file that makes every purchase fail says so`() throws {
    let settings = """
      {"_failTransactionsEnabled": true, "_storefront": "USA",
      "_storeKitErrors": [{"name": "Purchase", "enabled": true, "current": {"type": "generic", "index": 2}}]}
      """
    let reading = try readStoreKit(storeKit(products: [storeKitProduct()], settings: settings))
    #expect(
      reading.findings.map(\.path) == ["settings._failTransactionsEnabled", "settings._storeKitErrors[0]"])
    #expect(reading.findings.allSatisfy { $0.severity == .warning && $0.message.contains("fail") })
  }

  // MARK: - Not met, but cheap

  @Test func `a byte order mark is skipped and CRLF accepted`() throws {
    let text = "\u{FEFF}" + storeKit(products: [storeKitProduct()]).replacing("\n", with: "\r\n")
    #expect(try readStoreKit(text).catalog.products.count == 1)
  }

  @Test func `syntax faults come with line and column`() throws {
    let comma = try refusal { try readStoreKit("{\"products\": [],\n}") }
    #expect(comma.description == "Test.storekit:1:16: a comma before '}' is not allowed in JSON: remove it.")
    let conflict = try refusal { try readStoreKit("{\"products\": [\n<<<<<<< HEAD\n]}") }
    #expect(conflict.line == 2 && conflict.problem.contains("merge conflict"))
  }

  @Test func `UTF-16, Git LFS pointers, web pages and archives are named`() throws {
    let wide = try refusal { try CatalogReader.read([0xFF, 0xFE, 0x7B, 0x00], file: "a.storekit") }
    #expect(wide.problem.contains("UTF-16"))
    let pointer = try refusal {
      try readStoreKit("version https://git-lfs.github.com/spec/v1\noid sha256:1\n")
    }
    #expect(pointer.advice == "Run 'git lfs pull' to fetch the file.")
    #expect(try refusal { try readStoreKit("<!DOCTYPE html><html>") }.problem.contains("web page"))
    #expect(try refusal { try readStoreKit("<?xml version=\"1.0\"?><rss/>") }.problem.contains("XML"))
    #expect(try refusal { try readStoreKit("PK\u{3}\u{4}xx") }.problem.contains("compressed"))
  }

  @Test func `a doubled JSON key is warned of and the last value counts`() throws {
    let product = storeKitProduct().replacing("{", with: #"{"displayPrice": "1.99", "#, maxReplacements: 1)
    let reading = try readStoreKit(storeKit(products: [product]))
    #expect(reading.catalog.products[0].prices["USA"] == Decimal(string: "4.99"))
    #expect(reading.findings.map(\.path) == ["products[0].displayPrice"])
  }

  @Test func `a doubled product id leaves the later product out`() throws {
    let reading = try readStoreKit(
      storeKit(
        products: [storeKitProduct("a")],
        subscriptions: [storeKitSubscription("a"), storeKitSubscription("b")]))
    #expect(reading.catalog.products.map(\.id) == ["a", "b"])
    #expect(reading.catalog.products[0].type == .consumable)
    #expect(reading.findings.map(\.path) == ["subscriptionGroups[0].subscriptions[0]"])
  }

  @Test func `input that is nested too deeply is refused`() throws {
    let text = storeKit(more: ", \"x\": " + String(repeating: "[", count: 100_000))
    #expect(try refusal { try readStoreKit(text) }.problem.contains("nested deeper"))
  }

  @Test func `a configuration is known by what it holds, whatever its name`() throws {
    let reading = try CatalogReader.read(
      Array(storeKit(products: [storeKitProduct()]).utf8), file: "catalog.json")
    #expect(reading.format == .storekit)
    #expect(reading.catalog.app.name == "catalog")
  }

  @Test func `app policies become the links of each language`() throws {
    let policies =
      #", "appPolicies": {"eula": "https://a.example/eula", "policies": [{"locale": "en_US", "policyText": "", "policyURL": "https://a.example/p"}, {"locale": "de", "policyText": "", "policyURL": ""}]}"#
    let reading = try readStoreKit(storeKit(products: [storeKitProduct()], more: policies))
    #expect(
      reading.catalog.policies == [
        Catalog.Policies(locale: "en-US", terms: "https://a.example/eula", privacy: "https://a.example/p")
      ])
  }

  private func offer(_ id: String) -> String {
    #"{"internalID": "\#(id)", "paymentMode": "free", "subscriptionPeriod": "P1W", "numberOfPeriods": 1}"#
  }
}
