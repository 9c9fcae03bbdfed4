import StoreModel
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// What is taken out of the screen: copied, opened, read in a pager.
struct OutsideTests {
  private static let display = ["DISPLAY": ":0", "PATH": "/bin"]

  // MARK: - Copying

  @Test func `X32: y offers what the selection has, and says only that it was sent, with the text`() throws {
    var shop = Shop()
    shop.press("y")
    guard case .picker(let picker) = shop.state.dialog else {
      Issue.record("There are several things to copy.")
      return
    }
    #expect(picker.list.id(nearest: 0) == shop.state.selectedProduct?.id.rawValue)
    let effects = shop.press(.enter)
    let id = try #require(shop.state.selectedProduct?.id.rawValue)
    #expect(effects == [.copy(id)])
    shop.take(.copied(id, .sent(bytes: id.utf8.count)))
    #expect(shop.toasts == ["Sent to the terminal: \(id)"])
    #expect(!shop.screen.contains("copied") && !shop.screen.contains("Copied"))
  }

  @Test func `X32: what is too long is not sent, and the limit is said`() {
    var shop = Shop()
    let text = String(repeating: "x", count: 80_000)
    shop.take(.copied(text, .tooLong(bytes: 80_000, limit: 74_994)))
    #expect(shop.toasts.first?.contains("80000 bytes, and a terminal takes 74994") == true)
    #expect(shop.state.toasts.shown.first?.level == .warning)
  }

  @Test func `a transaction, an entry, a message and the sheet have their own texts`() throws {
    var shop = Shop()
    shop.press("4", "y")
    #expect(shop.toasts.last == "Nothing has happened yet.")
    let coins = shop.transaction(
      SampleCatalog.coins, .failed, error: StoreError(.unknown, .networkOffline), id: 7)
    shop.happen(.failed(coins))
    shop.press("3")
    #expect(
      shop.state.copyable.map(\.text).prefix(3) == [
        coins.id.description, SampleCatalog.coins.rawValue, "SKErrorDomain 0 networkOffline",
      ])
    shop.press("4")
    #expect(shop.state.copyable.map(\.name).prefix(3) == ["entry", "transaction", "sentence"])
    shop.press("E")
    #expect(shop.press("y") == [.copy(shop.state.messages.lastError?.content.text ?? "")])
    shop.press(.escape)
    let sheet = try shop.openSheet(SampleCatalog.gold)
    shop.press(.ctrl("y"))
    #expect(shop.screen.contains(sheet.product.id.rawValue))
    #expect(shop.state.sheet?.phase == .reading && shop.commands.isEmpty, "Copying agrees to nothing.")
  }

  // MARK: - Links

  @Test func `row 47: without a display a link is said in full, and how to take it along`() throws {
    var shop = Shop(noOpener: OutsidePrograms.none.missingOpener?.sentence)
    shop.press("o")
    let link = try #require(shop.state.links.first?.text)
    #expect(shop.screen.contains(link))
    #expect(shop.press(.enter).allSatisfy { $0 != .openLink(link) })
    #expect(shop.toasts.last == "\(link) There is no display here to open it on. Press y to copy it.")
  }

  @Test func `row 47: with a display the link goes to xdg-open, whatever comes of it is said`() throws {
    var shop = Shop()
    shop.press("o")
    let link = try #require(shop.state.links.first?.text)
    #expect(shop.press(.enter) == [.openLink(link)])
    shop.take(.linkOpened(link, problem: nil))
    #expect(shop.toasts.last == "Handed to xdg-open: \(link)")
    shop.take(.linkOpened(link, problem: "xdg-open ended with status 3."))
    #expect(shop.toasts.last?.hasPrefix("\(link) was not opened. xdg-open ended with status 3.") == true)
  }

  @Test func `a subscription has the link to manage it, other products do not`() throws {
    var shop = Shop()
    #expect(shop.state.links.map(\.name) == ["Terms of use", "Privacy policy", "Manage subscriptions"])
    shop.press("G")
    #expect(shop.state.links.map(\.name) == ["Terms of use", "Privacy policy"])
  }

  @Test func `only https links are opened, as one word and through no shell`() throws {
    let programs = OutsidePrograms(environment: Self.display) { "/bin/\($0)" }
    let odd = "https://example.com/?a=$(touch%20x)&b='c';d"
    #expect(try programs.opener(of: odd).get().arguments == [odd])
    #expect(try programs.opener(of: odd).get().path == "/bin/xdg-open")
    for link in ["http://example.com", "file:///etc/passwd", "--help", "javascript:alert(1)", ""] {
      #expect(throws: OutsidePrograms.Missing.self) { try programs.opener(of: link).get() }
    }
    for environment in [["PATH": "/bin"], ["DISPLAY": "", "WAYLAND_DISPLAY": ""]] {
      let none = OutsidePrograms(environment: environment) { "/bin/\($0)" }
      #expect(none.missingOpener?.sentence == "There is no display here to open it on.")
    }
    let bare = OutsidePrograms(environment: ["WAYLAND_DISPLAY": "wayland-0"]) { _ in nil }
    #expect(bare.missingOpener?.sentence == "There is no xdg-open here to open it with.")
  }

  // MARK: - The pager

  @Test func `row 49: PAGER with its words, else less, else more, else it is said`() throws {
    func pager(_ variable: String?, has names: Set<String>) -> Result<ChildProcess, OutsidePrograms.Missing> {
      OutsidePrograms(environment: variable.map { ["PAGER": $0] } ?? [:]) { name in
        names.contains(name) ? "/bin/\(name)" : nil
      }.pager()
    }
    let most = try pager("most -w  +1", has: ["most", "less"]).get()
    #expect(most.path == "/bin/most" && most.arguments == ["-w", "+1"])
    #expect(try pager(nil, has: ["less", "more"]).get().path == "/bin/less")
    #expect(try pager("", has: ["more"]).get().path == "/bin/more")
    guard case .failure(let missing) = pager("nowhere -x", has: ["less"]) else {
      Issue.record("A pager that is not there was taken.")
      return
    }
    #expect(missing.sentence.contains("PAGER names 'nowhere'"))
    guard case .failure(let none) = pager(nil, has: []) else {
      Issue.record("There is no pager.")
      return
    }
    #expect(none.sentence.hasPrefix("There is neither less nor more."))
  }

  @Test func `v hands out the text that has the keys, and reading it there agrees to nothing`() throws {
    func text(_ effects: [Effect]) -> String? {
      effects.compactMap { if case .page(let text) = $0 { text } else { nil } }.first
    }
    var shop = Shop()
    #expect(text(shop.press("v"))?.contains("Type") == true)
    _ = try shop.openSheet(SampleCatalog.gold)
    let terms = try #require(text(shop.press("v")))
    #expect(terms.contains("https://") && terms.hasSuffix("\n"))
    #expect(shop.state.sheet?.isRead == false)
    #expect(terms.split(separator: "\n").allSatisfy { $0.count <= 78 })
    shop.take(.paged(problem: "less was ended by signal 9."))
    #expect(shop.toasts.last == "The pager did not work. less was ended by signal 9.")
  }

  @Test func `K16: what a catalogue says cannot drive the terminal through the pager`() {
    let title = "A\u{1b}[2J\u{1b}]52;c;eA==\u{7}B\u{9b}1m"
    let evil = SampleCatalog.catalog { product in
      guard product.id == SampleCatalog.gold else { return product }
      return Product(
        id: product.id, type: product.type, referenceName: product.referenceName,
        localizations: [LocalizedText(locale: "en", title: title, description: title)],
        prices: product.prices, subscription: product.subscription)
    }
    var shop = Shop(catalog: evil)
    let effects = shop.press("v")
    for case .page(let text) in effects {
      #expect(
        text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) }
      )
    }
    #expect(effects.count == 1)
  }

  @MainActor @Test func `the loop copies, pages and comes back`() async throws {
    let robot = try await Robot(
      outside: OutsidePrograms(environment: ["PAGER": "less -i"]) { "/usr/bin/\($0)" })
    robot.press("v")
    try await robot.wait("the pager") { $0.terminal.loans.count == 1 }
    #expect(robot.terminal.loans.first?.program.path == "/usr/bin/less")
    #expect(robot.terminal.loans.first?.program.arguments == ["-i"])
    #expect(robot.terminal.loans.first?.text.contains("Type") == true)
    robot.terminal.loanEnd = .exited(2)
    robot.press("v")
    try await robot.see("The pager did not work. /usr/bin/less ended with status 2.")
    robot.press("y", .enter)
    try await robot.see("Sent to the terminal:")
    #expect(robot.terminal.copied == [SampleCatalog.gold.rawValue])
    try await robot.quit()
  }
}
