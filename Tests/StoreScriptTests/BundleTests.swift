import Foundation
import StoreLedger
import StoreModel
import StoreTesting
import Testing

@testable import StoreScript

/// Bug reports in one file: what is in them, what is not, and what damage does.
@Suite struct BundleTests {
  private static let source = """
    # What ada did.
    buy coins quantity 2
    confirm
    account "Grace Hopper"
    wait 3s
    buy theme
    expect transaction last account "Grace Hopper"
    cancel
    account ada
    buy coins
    confirm
    expect account ada
    expect events purchased(account=ada) * *
    """

  private func play(_ source: String) async throws -> (script: Script, journal: [JournalEntry]) {
    let script = try Play.script(source)
    let machine = try Play.machine()
    let result = await ScriptRun.play(script, on: SessionStage(machine))
    #expect(result.failure == nil)
    return (script, machine.journal())
  }

  private func bundle(_ source: String = source) async throws -> ReproductionBundle {
    let (script, journal) = try await play(source)
    var start = ScriptStart()
    start.seed = 1
    start.clock = .scriptStart
    return ReproductionBundle(
      catalogName: "/home/ada/shop.json", catalog: "{\n== odd\n\\line\n}\n", script: script, start: start,
      journal: journal)
  }

  /// Plays a bundle's own script and holds its journal against the result.
  private func difference(_ bundle: ReproductionBundle) async throws -> JournalDifference? {
    let (_, journal) = try await play(bundle.scriptInPlace)
    return JournalDifference(bundle, replayed: journal)
  }

  @Test func `a bundle is read back as it was written, and its script leaves its journal`() async throws {
    let bundle = try await bundle()
    let again = try ReproductionBundle(bundle.text, file: "a.bundle")
    #expect(again.text == bundle.text)
    #expect(again.catalog == "{\n== odd\n\\line\n}\n")
    #expect(again.journal == bundle.journal)
    #expect(again.catalogName == "shop.json")
    #expect(try await difference(again) == nil)
    #expect(try ReproductionBundle(bundle.text.replacing("\n", with: "\r\n"), file: "a").text == bundle.text)
  }

  @Test func `places in a bundle's script are places in its file`() async throws {
    let bundle = try await bundle()
    let text = bundle.text.replacing("buy theme", with: "buy them")
    let line =
      1 + text.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0 != "buy them" }.count
    let damaged = try ReproductionBundle(text, file: "a.bundle")
    do {
      _ = try Play.script(damaged.scriptInPlace)
      Issue.record("A typo was read.")
    } catch let errors as ScriptErrors {
      #expect(errors.errors.first?.place.line == line)
      #expect(errors.errors.first?.place.column == 5)
    }
  }

  @Test func `names of customers and users, and paths, never appear`() async throws {
    let text = try await bundle().text
    for name in ["ada", "Grace", "Hopper", "/home"] { #expect(!text.contains(name), "\(name) in\n\(text)") }
    #expect(text.contains("account account-1") && text.contains("account account-2"))
    #expect(text.contains("tester"))

    let payment = Payment(productID: "coins", applicationUsername: "lovelace@example.com")
    let failed = Transaction(
      id: TransactionID(rawValue: 1), payment: payment, productType: .consumable,
      account: AccountID(rawValue: "byron"), storefront: "USA", state: .failed, createdAt: .scriptStart,
      error: StoreError(.unknown, .downloadFailed, subject: "byron: /home/byron/x is full"))
    var download = Download(
      productID: "atlas", transactionID: nil, contentVersion: "1", expectedContentLength: 1, state: .failed)
    download.contentPath = "/home/byron/content/atlas"
    download.failure = "The folder /home/byron/content is gone."
    let entries = [Event.purchasing(failed), .failed(failed), .download(download)].enumerated().map {
      JournalEntry(id: EventID(rawValue: Int64($0 + 1)), time: .scriptStart, cause: nil, event: $1)
    }
    let report = ReproductionBundle(
      catalogName: "a", catalog: "{}", vocabulary: Vocabulary(catalog: SampleCatalog.catalog),
      start: ScriptStart(), journal: entries
    ).text
    for name in ["byron", "lovelace", "/home"] { #expect(!report.contains(name), "\(name) in\n\(report)") }
    #expect(report.contains("account-1") && report.contains("account-2"))
  }

  @Test func `another journal is told with the line of the first difference`() async throws {
    let text = try await bundle().text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let index = try #require(lines.lastIndex { $0.contains("\"finished\"") })
    let other = lines.enumerated().map {
      $0.offset == index ? String($0.element).replacing("coins", with: "theme") : String($0.element)
    }
    let bundle = try ReproductionBundle(other.joined(separator: "\n"), file: "a.bundle")
    let difference = try #require(try await difference(bundle))
    #expect(bundle.place(ofEntry: difference.index, in: "a.bundle").description == "a.bundle:\(index + 1):1")
    #expect(difference.recorded?.contains("theme") == true && difference.replayed?.contains("coins") == true)
    let result = ScriptResult(name: "a", statements: 1, done: 1, failure: nil)
    let held = result.held(against: bundle, journal: [], file: "a.bundle")
    #expect(held.failure?.found == "the end of the journal")
  }

  @Test func `the report of a store that lived by a real clock is held against what happened, not when`()
    async throws
  {
    let (_, journal) = try await play(
      "buy atlas\nconfirm\nwait 20s\nbuy coins\nconfirm\nnetwork off\nnetwork on")
    let late = journal.map { entry in
      JournalEntry(
        id: entry.id, time: entry.time.advanced(byMilliseconds: 2 * entry.id.rawValue), cause: entry.cause,
        event: entry.event)
    }
    func report(_ journal: [JournalEntry]) throws -> ReproductionBundle {
      try ReproductionBundle(
        ReproductionBundle(
          catalogName: "a", catalog: "{}", vocabulary: Vocabulary(catalog: SampleCatalog.catalog),
          start: ScriptStart(), journal: journal
        ).text, file: "a")
    }
    let bundle = try report(late)
    #expect(bundle.kind == .byRealClock)
    #expect(try await difference(bundle) == nil)
    let finished = try #require(late.lastIndex { $0.event.name == "finished" })
    var fewer = late
    fewer.remove(at: finished)
    let other = try report(fewer)
    #expect(JournalDifference(other, replayed: journal) != nil)
  }

  @Test func `what is no bundle, cut off, doubled or newer is refused with its line`() async throws {
    let text = try await bundle().text
    func refusal(_ text: String) -> String {
      do {
        _ = try ReproductionBundle(text, file: "a")
        return "read"
      } catch { return error.errors.map(\.description).joined() }
    }
    #expect(refusal("buy coins") == "a:1:1: This is no bundle. One begins with 'storefront bundle 1'.")
    #expect(
      refusal(text.replacing("bundle 1\n", with: "bundle 2\n")).hasPrefix("a:1:1: The bundle is of version 2")
    )
    #expect(refusal(String(text.dropLast(8))).contains("breaks off here"))
    #expect(refusal(text + "more\n").contains("Something stands behind the end"))
    #expect(refusal(text.replacing("== script", with: "== skript")).contains("There is no part 'skript'"))
    #expect(refusal(text.replacing("== end", with: "== script\n== end")).contains("is there twice"))
    #expect(refusal(text.replacing("\"id\":", with: "\"ib\":")).contains("This is no entry of a journal"))
    let large = String(repeating: "x", count: ReproductionBundle.sizeLimit + 1)
    #expect(refusal("storefront bundle 1\n" + large).contains("larger than 64 MiB"))
  }

  @Test func `a damaged bundle is read or refused, and never traps`() async throws {
    let text = Array(try await bundle().text.unicodeScalars)
    var random = ActGenerator(seed: 5, products: [])
    let odd: [Unicode.Scalar] = [
      "=", "\\", "\n", "\"", "{", "}", "\u{0}", "\u{1b}", "9", " ", "\u{301}", "#", "$",
    ]
    var counts = (read: 0, refused: 0)
    for _ in 0..<600 {
      var damaged = text
      for _ in 0..<random.number(1...3) {
        let place = random.number(0...damaged.count - 1)
        switch random.number(0...3) {
        case 0: damaged.remove(at: place)
        case 1: damaged.insert(random.one(of: odd), at: place)
        case 2: damaged[place] = random.one(of: odd)
        default: if random.number(0...4) == 0 { damaged = Array(damaged[..<max(place, 1)]) }
        }
      }
      var view = String.UnicodeScalarView()
      view.append(contentsOf: damaged)
      guard let bundle = try? ReproductionBundle(String(view), file: "a") else {
        counts.refused += 1
        continue
      }
      counts.read += 1
      #expect((try? ReproductionBundle(bundle.text, file: "a"))?.text == bundle.text)
      _ = try? ScriptStart.first(of: bundle.scriptInPlace, name: "a")
      _ = try? Play.script(bundle.scriptInPlace)
    }
    #expect(counts.read > 20 && counts.refused > 20, "\(counts)")
  }
}

/// The first line of a script: what it starts from.
@Suite struct ScriptStartTests {
  @Test func `what a script starts from is printed and read the same`() throws {
    let line =
      "start seed 7 clock 2026-11-30T12:00:00.250Z storefront JPN locale ja rate 0 catalog \"a b.json\" terms https://a.example/t"
    let start = try #require(try ScriptStart.first(of: "# A remark.\n\n\(line)\nbuy coins", name: "a"))
    #expect(start.text == line)
    #expect(start.seed == 7 && start.storefront == "JPN" && start.rate == 0 && start.privacy == nil)
    #expect(try Play.script(line + "\nbuy coins").start == start)
    #expect(try ScriptStart.first(of: "buy coins\n" + line, name: "a") == nil)
  }

  @Test(arguments: [
    ("buy coins\nstart seed 1", "a.storefront:2:1: 'start' stands above everything else."),
    ("start seed 1\nstart seed 1", "a.storefront:2:1: 'start' stands above everything else."),
    ("start sed 1", "a.storefront:1:7: 'sed' does not belong here. Did you mean 'seed'?"),
    ("start clock noon", "a.storefront:1:13: 'noon' is no date."),
    ("start seed -1", "a.storefront:1:12: '-1' is no whole number."),
  ])
  func `a wrong start is refused where it stands`(_ source: String, _ message: String) {
    do {
      _ = try Play.script(source)
      Issue.record("It was read.")
    } catch {
      let found = (error as? ScriptErrors)?.errors.first?.description ?? "\(error)"
      #expect(found.hasPrefix(message))
    }
  }
}
