import StoreModel
import StoreScript
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

struct KeyMapTests {
  private func map(_ bindings: KeyMap.Binding...) -> (map: KeyMap, refusals: [KeyMap.Refusal]) {
    var refusals: [KeyMap.Refusal] = []
    let map = KeyMap(bindings, refusals: &refusals)
    return (map, refusals)
  }

  @Test func `the registry has no key twice in one context`() {
    for context in ShopCommand.Context.allCases {
      var owners: [Key: ShopCommand.ID] = [:]
      for command in ShopCommand.all where command.contexts.contains(context) {
        for key in command.keys {
          #expect(owners[key] == nil, "\(key) is \(command.id) and \(owners[key] as Any) in \(context)")
          owners[key] = command.id
        }
      }
    }
  }

  @Test func `X24: after a remap the hint and the help show the new key, and only it works`() {
    let (keys, refusals) = map(.init(.buy, [.function(5), "B"]), .init(.chooseLanguage, [.ctrl("l")]))
    #expect(refusals.isEmpty)
    var shop = Shop(columns: 120, rows: 36, keyMap: keys)
    #expect(shop.screen.contains("F5 buy") && !shop.screen.contains("b buy"))
    #expect(shop.screen.contains("Press F5 to buy."))
    #expect(shop.press("b").isEmpty)
    shop.press(.function(5))
    #expect(shop.commands.count == 1)
    shop.press("?")
    #expect(shop.screen.contains("F5  B") && shop.screen.contains("Ctrl-L"))
  }

  @Test func `X24: every sentence that names a key names the key in force`() {
    let (keys, refusals) = map(
      .init(.showStore, [.function(2)]), .init(.buy, [.function(5)]), .init(.restore, [.function(6)]),
      .init(.toggleNetwork, [.function(7)]), .init(.togglePayments, [.function(8)]))
    #expect(refusals.isEmpty)
    var shop = Shop(columns: 200, rows: 60, keyMap: keys)
    shop.happen(.networkChanged(isOn: false))
    #expect(shop.screen.contains("Press F7 to turn it on."))
    shop.happen(.paymentsAllowed(false))
    #expect(shop.screen.contains("Press F8 to allow them."))
    shop.press("2")
    #expect(shop.screen.contains("Press F2 for the Store and F5 to buy, or F6 to restore"))
    shop.press("3")
    #expect(shop.screen.contains("Press F2 for the Store and F5 to buy something."))
  }

  @Test func `two commands may swap their keys`() {
    let (keys, refusals) = map(.init(.buy, ["r"]), .init(.restore, ["b"]))
    #expect(refusals.isEmpty)
    #expect(keys.command(for: "r", in: .store)?.id == .buy)
    #expect(keys.command(for: "b", in: .store)?.id == .restore)
  }

  @Test func `a binding replaces what a command has everywhere, not what it has in one place besides`() {
    let standard = KeyMap.standard
    #expect(standard.keys(of: .back) == [.escape])
    #expect(standard.command(for: "q", in: .findings)?.id == .back)
    let (keys, refusals) = map(.init(.back, ["ö"]))
    #expect(refusals.isEmpty && keys.keys(of: .back) == ["ö"])
    #expect(
      keys.command(for: "q", in: .findings)?.id == .back
        && keys.command(for: "ö", in: .findings)?.id == .back)
    #expect(keys.command(for: .escape, in: .findings) == nil)
    #expect(keys.command(for: .escape, in: .picker)?.id == .back, "Letters are typed in a picker.")
  }

  @Test func `every command bound to the keys that it has is as it was`() {
    var refusals: [KeyMap.Refusal] = []
    let standard = KeyMap.standard
    let same = KeyMap(ShopCommand.ID.allCases.map { .init($0, standard.keys(of: $0)) }, refusals: &refusals)
    #expect(refusals.isEmpty)
    // In a picker a command may gain the keys with Ctrl that it has elsewhere.
    let lettered = ShopCommand.Context.lettered
    for (new, old) in zip(same.commands, standard.commands) where old.contexts.isSubset(of: lettered) {
      #expect(Set(new.keys) == Set(old.keys), "\(old.id)")
    }
  }

  @Test func `X29: without motion a bar moves in tenths`() throws {
    var facts = StoreFacts(settings: StoreSettings(storefront: "USA"), now: Shop.now)
    func download(_ received: Int64) -> Download {
      Download(
        productID: "a", transactionID: nil, contentVersion: "1", expectedContentLength: 1000, state: .active,
        receivedLength: received)
    }
    facts.take(
      JournalEntry(id: EventID(rawValue: 1), time: Shop.now, cause: nil, event: .download(download(0))))
    for (received, shown) in [(99, 0), (100, 100), (199, 100), (340, 340), (999, 999), (1000, 1000)]
      as [(Int64, Int64)]
    {
      facts.take(progress: [download(received)], inSteps: true)
      #expect(facts.downloads["a"]?.receivedLength == shown)
    }
    facts.take(progress: [download(1)], inSteps: false)
    #expect(facts.downloads["a"]?.receivedLength == 1)
  }

  @Test func `a key that another command has is refused, and the rest stays`() {
    let (keys, refusals) = map(.init(.buy, ["r", "B"]), .init(.showHelp, ["J"]))
    #expect(refusals == [.init(command: .buy, reason: .taken("r", by: .restore))])
    #expect(keys.command(for: "b", in: .store)?.id == .buy && keys.command(for: "B", in: .store) == nil)
    #expect(keys.command(for: "J", in: .store)?.id == .showHelp)
  }

  @Test func `of two bindings in dispute the later one is refused`() {
    let (keys, refusals) = map(.init(.buy, ["B"]), .init(.restore, ["B"]))
    #expect(refusals == [.init(command: .restore, reason: .taken("B", by: .buy))])
    #expect(
      keys.command(for: "B", in: .store)?.id == .buy && keys.command(for: "r", in: .store)?.id == .restore)
  }

  @Test func `a key may mean one thing on a screen and another in a dialog`() {
    let (_, refusals) = map(.init(.showFindings, [.ctrl("y")]))
    #expect(refusals.isEmpty)
  }

  @Test func `commands can lose their keys, but the way out stays`() {
    let (keys, refusals) = map(.init(.togglePayments, []), .init(.quit, []), .init(.back, []))
    #expect(
      refusals == [.init(command: .quit, reason: .needsKey), .init(command: .back, reason: .needsKey)])
    #expect(keys.command(for: "p", in: .store) == nil && keys.label(of: .togglePayments).isEmpty)
    #expect(keys.command(for: "q", in: .store)?.id == .quit)
  }

  @Test func `where letters are typed a bound letter stays a letter`() {
    let (keys, refusals) = map(.init(.moveUp, ["V", .ctrl("k")]), .init(.back, ["V"]))
    #expect(refusals == [.init(command: .back, reason: .taken("V", by: .moveUp))])
    var shop = Shop(keyMap: keys)
    shop.press("s")
    #expect(shop.state.context == .picker)
    shop.type("V")
    guard case .picker(let picker) = shop.state.dialog else { return }
    #expect(picker.filter == "V")
    #expect(keys.command(for: .ctrl("k"), in: .picker)?.id == .moveUp)
    shop.press(.escape)
    #expect(shop.state.dialog == nil)
  }

  @Test(arguments: [("й", "q"), ("и", "b"), ("П", "G"), ("β", "b"), ("Γ", "G"), ("і", "s")] as [(Key, Key)])
  func `X35: a Cyrillic or Greek letter is the command of the key it is on`(typed: Key, latin: Key) {
    #expect(typed.onLatinLayout == latin)
    let command = KeyMap.standard.command(for: typed, in: .store)
    #expect(command != nil && command == KeyMap.standard.command(for: latin, in: .store))
  }

  @Test func `X35: a foreign letter is text in a field, and can be bound`() {
    var shop = Shop()
    shop.press("s")
    shop.type("йй")
    guard case .picker(let picker) = shop.state.dialog else {
      Issue.record("The picker was closed.")
      return
    }
    #expect(picker.filter == "йй")
    let (keys, refusals) = map(.init(.buy, ["ö", "й"]))
    #expect(refusals.isEmpty)
    #expect(keys.command(for: "ö", in: .store)?.id == .buy)
    #expect(keys.command(for: "й", in: .store)?.id == .buy, "A letter that is bound is itself.")
    for key in [Key.character("ö"), .enter, .character("q")] { #expect(key.onLatinLayout == nil) }
  }

  @Test func `a screen that is too small is left with the key of quit`() {
    var shop = Shop(columns: 20, rows: 5, keyMap: map(.init(.quit, ["Q"])).map)
    #expect(shop.screen.contains("Q quits"))
    #expect(shop.press("q").isEmpty)
    #expect(!shop.press("Q").isEmpty)
  }
}
