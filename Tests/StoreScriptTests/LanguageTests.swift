import StoreModel
import StoreTesting
import Testing

@testable import StoreScript

/// The command language: what is read, what it means, and what a mistake is told as.
@Suite struct LanguageTests {
  private let vocabulary = Vocabulary(catalog: SampleCatalog.catalog)
  private var parser: ScriptParser { ScriptParser(vocabulary: vocabulary) }

  private func acts(_ source: String) throws -> [Act] {
    try parser.parse(source, name: "a.storefront").statements.map(\.act)
  }

  private func mistakes(_ source: String) -> [String] {
    do {
      _ = try parser.parse(source, name: "a.storefront")
      return []
    } catch {
      return error.errors.map(\.description)
    }
  }

  @Test(arguments: Verb.all.map(\.name.rawValue))
  func `every verb's example is read`(_ name: String) throws {
    let catalog = Vocabulary(products: [
      "app.stargarden.cocoa", "app.stargarden.atlas.moon", "app.stargarden.planetarium",
      "app.stargarden.sky.binoculars.yearly",
    ])
    let verb = Verb.named(try #require(Verb.Name(rawValue: name)))
    let script = try ScriptParser(vocabulary: catalog, load: { _ in "" }).parse(verb.example, name: "a")
    #expect(script.text == verb.example + "\n")
    #expect(verb.example.hasPrefix(name))
    #expect(verb.usage.text.hasPrefix(name))
  }

  @Test func `words, quotes, escapes, comments and names`() throws {
    let script = """
      # A comment.
      let shop = club
      let title = "The \\"Club\\""

      buy $shop.gold   # and another
      expect screen "$title costs $9.99\\u{21} \\$title"
      """
    #expect(
      try acts(script) == [
        .buy(Payment(productID: "club.gold")),
        .expect(.screen("The \"Club\" costs $9.99! $title"), isNegated: false),
      ])
    #expect(
      try parser.parse(script, name: "a").text.split(separator: "\n")[3] == "buy $shop.gold # and another")
  }

  @Test func `a transaction is named by id, last or product; a product by the end of its id`() throws {
    #expect(
      try acts("confirm\nconfirm 7\nfinish last\ncancel gold.yearly") == [
        .confirm(nil), .confirm(.id(TransactionID(rawValue: 7))), .finish(.last),
        .cancel(.product("club.gold.yearly")),
      ])
    #expect(try acts("buy \"no.such\"") == [.buy(Payment(productID: "no.such"))])
  }

  @Test func `brackets come in any order, each once`() throws {
    let wanted: [Act] = [.buy(Payment(productID: "coins", quantity: 3, offerID: "x"))]
    #expect(try acts("buy coins quantity 3 offer x") == wanted)
    #expect(try acts("buy coins offer x quantity 3") == wanted)
    #expect(
      mistakes("buy coins quantity 3 quantity 4") == [
        "a.storefront:1:22: 'quantity' does not belong here. Write 'buy PRODUCT [quantity N] [offer ID] [user TEXT | token UUID | hashed ACCOUNT]'."
      ])
  }

  @Test func `R145: of a user's three names one is given`() {
    let usage = "buy PRODUCT [quantity N] [offer ID] [user TEXT | token UUID | hashed ACCOUNT]"
    #expect(
      mistakes("buy coins user a hashed b") == [
        "a.storefront:1:18: 'hashed' does not belong here. Write '\(usage)'."
      ])
    #expect(parser.completions(of: "buy coins hashed a ").map(\.word) == ["quantity", "offer"])
  }

  @Test func `R145: a user is a name, an account token that is a UUID, or the hash of an account`() throws {
    let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    for (line, user) in [
      ("buy coins user \"a b\"", "a b"), ("buy coins token \(token)", token), ("buy coins hashed abc", hash),
    ] {
      #expect(try acts(line) == [.buy(Payment(productID: "coins", applicationUsername: user))])
    }
    #expect(
      try acts("buy coins token \(token)").first?.text(in: Vocabulary(catalog: SampleCatalog.catalog))
        == "buy coins token \(token)")
    #expect(
      mistakes("buy coins token ann") == [
        "a.storefront:1:17: 'ann' is no UUID, and only a UUID is an account token. "
          + "Write one such as 7e3fb20b-4cdb-47cc-936d-99d65f608138, or any name as 'user ann'."
      ])
  }

  @Test func `conditions are what expect and wait look at`() throws {
    var facts = Condition.TransactionFacts()
    facts.state = "failed"
    facts.isFinished = true
    facts.error = .paymentsRefused
    #expect(
      try acts(
        "expect transaction last failed finished error paymentsRefused\nwait not entitled gold\nwait 1d12h")
        == [
          .expect(.transaction(.last, facts), isNegated: false),
          .wait(.until(.entitled("club.gold"), isNegated: true)), .wait(.time(milliseconds: 129_600_000)),
        ])
    #expect(
      try acts("expect no events purchased(product=coins) ... * command(buy)") == [
        .expect(
          .events([
            .entry("purchased", [.init(name: "product", value: "coins")]), .anyNumber, .anyOne,
            .entry("command", [.init(name: "name", value: "buy")]),
          ]), isNegated: true)
      ])
  }

  @Test(arguments: [
    ("byu coins", "1:1: 'byu' is no command. Did you mean 'buy'?"),
    (
      "buy",
      "1:4: PRODUCT is missing. Write 'buy PRODUCT [quantity N] [offer ID] [user TEXT | token UUID | hashed ACCOUNT]'."
    ),
    ("buy coin", "1:5: The catalogue has no product 'coin'. Did you mean 'coins'?"),
    ("buy coins quantiy 3", "1:11: 'quantiy' does not belong here. Did you mean 'quantity'?"),
    ("buy coins quantity three", "1:20: 'three' is no whole number. Write digits, such as 3."),
    ("network of", "1:9: 'of' is no choice here. Did you mean 'off'?"),
    ("payments refuse", "1:10: 'refuse' is no choice here. Did you mean 'refused'?"),
    ("storefront Germany", "1:12: There is no storefront 'Germany'. Did you mean DEU?"),
    ("locale 12", "1:8: '12' is no language. Write its code, such as de or pt-BR."),
    ("download coins pauze", "1:16: 'pauze' is no choice here. Did you mean 'pause'?"),
    ("confirm lst", "1:9: 'lst' names no transaction. Did you mean 'last'?"),
    ("wait 5 s", "1:6: '5' is no length of time. Write one such as 500ms, 5s, 90m or 7d."),
    ("expect entitle gold", "1:8: 'entitle' is no condition. Did you mean 'entitled'?"),
    ("expect no", "1:10: CONDITION is missing. Write 'expect [no|not] CONDITION'."),
    ("expect events purchasd", "1:15: 'purchasd' is no event. Did you mean 'purchased'?"),
    ("expect events failed(eror=x)", "1:15: 'eror' is no detail of an event. Did you mean 'error'?"),
    ("expect events failed(", "1:15: The bracket is not closed. Write failed(product=ID)."),
    ("expect refused paymentRefused", "1:16: 'paymentRefused' is no reason. Did you mean 'paymentsRefused'?"),
    ("crash after purchase", "1:13: 'purchase' is no event. Did you mean 'purchased'?"),
    ("buy $coin", "1:5: Nothing is named $coin. Write 'let coin = VALUE' above."),
    ("let a 3", "1:7: '=' belongs here, not '3'. Write 'let NAME = VALUE'."),
    ("let 3 = a", "1:5: '3' is no name. Begin with a letter, then letters, digits and _."),
    ("buy \"coins", "1:5: The quotes are not closed. End the text with a \"."),
    (
      "buy co\"ins",
      "1:7: A quotation mark stands inside a word. Put the whole word in quotes, and write \\\" inside."
    ),
    ("buy \"coins\"x", "1:12: Words are set apart by a space. Put a space in front of 'x'."),
    (
      "buy \"\\q\"", "1:6: '\\q' means nothing. Write \\\\ for a backslash; also \\\" \\$ \\n \\t \\u{1f600}."
    ),
    ("buy \"\\u{d800}\"", "1:6: This is no character. Write its number in hexadecimal: \\u{1f600}."),
    ("buy \u{1b}[2J", "1:5: A control character (1b) stands here. Take it out, or write \\u{1b} in quotes."),
    ("restore now", "1:9: 'now' does not belong here. Write 'restore'."),
    ("\"buy\" coins", "1:1: 'buy' is no command. Did you mean 'buy'?"),
  ])
  func `a mistake names line, column, the word at fault and the nearest right one`(
    _ source: String, _ message: String
  ) {
    #expect(mistakes(source) == ["a.storefront:" + message])
  }

  @Test func `every mistake is told at once, and columns count what a reader sees`() {
    #expect(
      mistakes("# é\nbyu coins\r\nbuy \"🇩🇪\" quantty 2\n") == [
        "a.storefront:2:1: 'byu' is no command. Did you mean 'buy'?",
        "a.storefront:3:9: 'quantty' does not belong here. Did you mean 'quantity'?",
      ])
  }

  @Test func `a name that several products end with is refused`() {
    let vocabulary = Vocabulary(products: ["a.sky.monthly", "a.letter.monthly"])
    #expect(throws: ScriptErrors.self) {
      try ScriptParser(vocabulary: vocabulary).parse("buy monthly", name: "a")
    }
    #expect(
      try! ScriptParser(vocabulary: vocabulary).parse("buy sky.monthly", name: "a").statements.count == 1)
  }

  // MARK: - Files

  private func parser(_ files: [String: String]) -> ScriptParser {
    struct Missing: Error {}
    return ScriptParser(vocabulary: vocabulary) { path in
      guard let text = files[path] else { throw Missing() }
      return text
    }
  }

  @Test func `an included file counts from its own folder, and its names stay`() throws {
    let parser = parser([
      "shop/parts/a.storefront": "include ../b.storefront",
      "shop/parts/../b.storefront": "let p = coins\nbuy $p",
    ])
    let script = try parser.parse("include parts/a.storefront\nconfirm $p", name: "shop/all.storefront")
    #expect(script.statements.map(\.act) == [.buy(Payment(productID: "coins")), .confirm(.product("coins"))])
    #expect(script.statements[0].place.description == "shop/parts/../b.storefront:2:1")
    #expect(script.text == "include parts/a.storefront\nconfirm $p\n")
  }

  @Test func `a cycle, a missing file and a flood of includes are refused where they stand`() {
    #expect(
      #expect(throws: ScriptErrors.self) {
        _ = try parser(["b": "include ./a"]).parse("include b", name: "a")
      }?.errors.map(\.description) == ["b:1:9: './a' includes itself. Take one of the includes out."])
    #expect(
      #expect(throws: ScriptErrors.self) { _ = try parser([:]).parse("include b", name: "x/a") }?.errors
        .map(\.description) == [
          "x/a:1:9: The script 'b' cannot be read. Its name counts from the folder of 'x/a'."
        ])
    var files = ["0": String(repeating: "restore\n", count: 50)]
    for level in 1...12 { files["\(level)"] = String(repeating: "include \(level - 1)\n", count: 10) }
    let flood = #expect(throws: ScriptErrors.self) { _ = try parser(files).parse("include 12", name: "a") }
    #expect(
      flood?.errors.map(\.message) == ["The script has more than 200000 lines with all that it includes."])
  }

  // MARK: - Completion

  @Test(arguments: [
    ("", "buy confirm cancel restore finish download"), ("rel", "release relaunch"),
    ("download atlas ", "start pause resume cancel delete"), ("download atlas pa", "pause"),
    ("buy coins ", "quantity offer user token hashed"), ("fail ver", "verification"),
    ("fail finish with netw", "networkError"),
    ("hold deliv", "delivery"), ("refund last ", "full prorated declined"), ("expect en", "entitled"),
    ("expect not en", "entitled"),
    ("buy club.b", "club.bronze"), ("confirm la", "last"), ("wait net", "network"),
    ("expect transaction last pur", "purchasing purchased"),
    ("crash after content", "contentDelivered contentDeleted"),
    ("expect refused network", "networkOffline"), ("buy coins quantity ", ""), ("# bu", ""), ("byu co", ""),
  ])
  func `completion tells what can be typed next`(_ line: String, _ words: String) {
    let found = parser.completions(of: line).map(\.word)
    let wanted = words.split(separator: " ").map(String.init)
    #expect(wanted.isEmpty ? found.isEmpty : Array(found.prefix(wanted.count)) == wanted, "\(found)")
    if !line.isEmpty { #expect(found.count == wanted.count) }
  }

  // MARK: - Patterns

  private func match(_ patterns: String, _ names: String) throws -> Bool {
    guard case .expect(.events(let wanted), _)? = try acts("expect events \(patterns)").first else {
      return false
    }
    return wanted.match(
      names.split(separator: " ").map { EntryDetails(name: String($0), details: ["product": "coins"]) })
  }

  @Test func `patterns match all entries in order`() throws {
    #expect(try match("purchasing purchased", "purchasing purchased"))
    #expect(try !match("purchasing purchased", "purchasing purchased finished"))
    #expect(try match("purchasing ... finished", "purchasing purchased contentDelivered finished"))
    #expect(try match("... …", ""))
    #expect(try !match("*", ""))
    #expect(try match("* purchased(product=coins) ...", "purchasing purchased"))
    #expect(try !match("purchased(product=gold)", "purchased"))
    // No backtracking: this would take longer than the universe has.
    let gaps = String(repeating: "... purchased ", count: 30)
    #expect(try !match(gaps + "finished", String(repeating: "purchased ", count: 60)))
  }
}
