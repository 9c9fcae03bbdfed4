import Foundation
import StoreCatalog
import StoreLedger
import StoreModel
import StoreReceipts
import StoreSimulator
import StoreTesting
import TerminalKit
import Testing

@testable import StorefrontUI

/// The stories of a shop, from keys to screen, with the real store behind it.
@MainActor @Suite(.serialized) struct ScenarioTests {
  @Test func `browse, buy and see it in every screen`() async throws {
    let robot = try await Robot()
    try await robot.buy(SampleCatalog.coins)
    try await robot.see("Coins was bought for $0.99.")
    robot.press("2")
    try await robot.see("Coins 1 left")
    robot.press("3")
    try await robot.see("Coins ✓ bought")
    robot.press("4")
    try await robot.see("You agreed to buy Coins.")
    robot.press("q")
    #expect(try await robot.status() == 0)
    #expect(robot.terminal.isClosed)
  }

  @Test
  func `R25, R27: the receipt is missing, comes with a purchase, and its record leads to the signed form`()
    async throws
  {
    let robot = try await Robot(receipts: ReceiptInMemory())
    robot.press("5")
    try await robot.see("No receipt yet")
    try await robot.buy(SampleCatalog.theme)
    robot.press("5")
    try await robot.see("Fields")
    robot.press("j")
    try await robot.see("Storefront Receipt Root")
    robot.press("G")
    try await robot.see("1703 transaction: 1")
    robot.press("t")
    try await robot.see("Signed transaction 1")
    robot.press(.escape, .enter)
    try await robot.see("[3 Transactions]")
    robot.press("5", "u")
    try await robot.see("The store sent a new receipt: 1 purchase.")
    try await robot.quit()
  }

  @Test func `C10: closing the sheet charges nothing and is no error`() async throws {
    let robot = try await Robot()
    try await robot.select(SampleCatalog.coins)
    robot.press("b")
    try await robot.wait("the sheet") { $0.loop.state.sheet != nil }
    robot.press(.escape)
    try await robot.see("you cancelled. Nothing was charged.")
    #expect(robot.loop.state.toasts.shown.allSatisfy { $0.level != .error })
    try await robot.wait("the sheet to close") { $0.loop.state.sheet == nil }
    try await robot.quit()
  }

  @Test func `payments refused, then network off: each failure says what to do`() async throws {
    let robot = try await Robot()
    robot.press("p")
    try await robot.see("payments off")
    try await robot.select(SampleCatalog.coins)
    robot.press("b")
    try await robot.see("Payments are not allowed on this device. Allow payments, then buy again.")
    robot.press(.escape, "p", "w")
    try await robot.see("network off")
    try await robot.wait("the first purchase to end") { $0.loop.state.requests.isEmpty }
    robot.press("b")
    try await robot.see("the network is off. Turn the network on, then try again.")
    try await robot.quit()
  }

  @Test func `row 3: a purchase from the palette that fails is tried again with R`() async throws {
    let robot = try await Robot()
    robot.press("p")
    try await robot.see("payments off")
    try await robot.select(SampleCatalog.coins)
    robot.press(":")
    robot.type("buy the")
    robot.press(.enter)
    try await robot.see("Coins was not bought. Payments are not allowed on this device.")
    try await robot.wait("the purchase to end") { $0.loop.state.requests.isEmpty }
    robot.press("p")
    try await robot.wait("payments") {
      $0.loop.state.facts.settings.paymentsAllowed && $0.loop.state.requests.isEmpty
    }
    robot.press("R")
    try await robot.read(SampleCatalog.coins)
    robot.press("y")
    try await robot.see("Coins was bought for $0.99.")
    try await robot.wait("the purchase to end") { $0.loop.state.requests.isEmpty }
    robot.press("H")
    try await robot.see("Messages 1 of")
    #expect(robot.terminal.text.contains("Payments are refused on this device."))
    try await robot.quit()
  }

  @Test func `a trial that begins says until when it is free, and stays told apart`() async throws {
    let robot = try await Robot(columns: 120)
    try await robot.buy(SampleCatalog.silver)
    try await robot.see("Silver has started, free until")
    try await robot.see("Free trial ✓")
    #expect(robot.terminal.screen.words.contains(", free until"))
    try await robot.quit()
  }

  @Test func `X25: a restore says what came back, or that nothing did`() async throws {
    let robot = try await Robot()
    robot.press("r")
    try await robot.see("Nothing to restore for tester.")
    try await robot.buy(SampleCatalog.theme)
    try await robot.see("Theme was bought for $2.99.")
    try await robot.wait("the purchase to end") { $0.loop.state.requests.isEmpty }
    robot.press("r")
    try await robot.see("Restored 1 item: Theme.")
    try await robot.quit()
  }

  @Test func `a download is paused, resumed and finished`() async throws {
    let robot = try await Robot(bytesPerSecond: 50_000)
    try await robot.buy(SampleCatalog.atlas)
    robot.press("2")
    try await robot.see("downloading")
    robot.press("d")
    try await robot.see("paused, d goes on")
    try await robot.downloadsAnswered()
    robot.press("d")
    try await robot.see("on this device")
    try await robot.wait("the purchase to end") { $0.loop.state.facts.queueDepth == 0 }
    try await robot.downloadsAnswered()
    robot.press("D")
    try await robot.see("Delete the downloaded content of Atlas")
    robot.press("y")
    try await robot.see("Atlas: content deleted from this device.")
    try await robot.quit()
  }

  @Test func `X30: while another window has the keyboard a download draws two frames a second at most`()
    async throws
  {
    let robot = try await Robot(bytesPerSecond: 10_000)
    try await robot.buy(SampleCatalog.atlas)
    robot.press("2")
    try await robot.see("downloading")
    robot.terminal.send([.focus(false)])
    let (start, frames) = (robot.clock.uptime, robot.terminal.frames.count)
    try await robot.wait("four frames") { $0.terminal.frames.count >= frames + 4 }
    #expect(robot.clock.uptime - start >= .milliseconds(1_500))
    // Back in sight, the screen is up to date at once.
    robot.terminal.send([.focus(true)])
    #expect(robot.terminal.frames.count > frames + 4)
    try await robot.see("on this device")
    try await robot.quit()
  }

  @Test func `a download is cancelled and can be asked for again`() async throws {
    let robot = try await Robot(bytesPerSecond: 50_000)
    try await robot.buy(SampleCatalog.atlas)
    robot.press("2")
    try await robot.see("downloading")
    robot.press("x")
    try await robot.see("cancelled, d downloads")
    try await robot.downloadsAnswered()
    robot.press("d")
    try await robot.see("on this device")
    try await robot.quit()
  }

  @Test func `a download that fails says why`() async throws {
    // A file stands where the folder has to be.
    let folder = FileManager.default.temporaryDirectory.appending(path: "robot-\(UUID().uuidString)")
    try Data().write(to: folder)
    let robot = try await Robot(folder: folder)
    try await robot.buy(SampleCatalog.atlas)
    robot.press("2")
    try await robot.see("failed, d tries again")
    #expect(
      robot.loop.state.toasts.shown.contains {
        $0.level == .error && $0.text.contains("Atlas: download failed.")
      })
    try await robot.quit()
  }

  @Test func `R10: what was left unfinished goes on at the next start`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "robot-\(UUID().uuidString)")
    let first = try await Robot(folder: folder, bytesPerSecond: 50_000)
    first.keepsFolder = true
    try await first.buy(SampleCatalog.atlas)
    first.press("2")
    try await first.see("downloading")
    first.press("q")
    try await first.see("Quit now?")
    first.press("y")
    #expect(try await first.status() == 0)

    let second = try await Robot(ledger: first.ledger, folder: folder)
    // Other messages may come at once and stand in its place.
    try await second.wait("the message of what goes on") {
      $0.loop.state.messages.messages.contains {
        $0.content.text.contains("Atlas was not finished last time and goes on.")
      }
    }
    second.press("2")
    try await second.see("on this device")
    try await second.wait("the queue to be empty") { $0.loop.state.facts.queueDepth == 0 }
    try await second.quit()
  }

  @Test func `storefront and language are switched live, each by itself`() async throws {
    let robot = try await Robot()
    robot.press("s")
    robot.type("germ")
    robot.press(.enter)
    try await robot.see("1,19 €")
    #expect(robot.hasSeen("Coins"))
    robot.press("l")
    robot.type("deut")
    robot.press(.enter)
    try await robot.see("Münzen")
    #expect(robot.hasSeen("1,19 €"))
    robot.press("s")
    robot.type("jap")
    robot.press(.enter)
    try await robot.see("¥160")
    #expect(robot.hasSeen("Not sold here"))
    try await robot.quit()
  }

  @Test func `K17: a catalogue saved under an open sheet asks again with the new price`() async throws {
    let robot = try await Robot()
    try await robot.select(SampleCatalog.coins)
    robot.press("b")
    try await robot.read(SampleCatalog.coins)
    let dearer = SampleCatalog.catalog { product in
      product.id == SampleCatalog.coins
        ? Product(
          id: product.id, type: product.type, referenceName: product.referenceName,
          localizations: product.localizations, prices: ["USA": 5]) : product
    }
    await robot.store.update(catalog: dearer)
    robot.press("y")
    try await robot.see("$5.00")
    try await robot.wait("the new sheet") { $0.loop.state.sheet?.notice != nil }
    #expect(
      try await robot.journal().contains { if case .purchased = $0.event { true } else { false } } == false)
    try await robot.read(SampleCatalog.coins)
    robot.press("y")
    try await robot.see("Coins was bought for $5.00.")
    try await robot.quit()
  }

  @Test func `a saved catalogue appears, a broken one leaves the last good one`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "robot-\(UUID().uuidString).json")
    func text(price: String) -> String {
      """
      { "app": { "name": "Tiny", "bundleId": "com.tiny.app", "seller": "Tiny" }, "defaultLocale": "en",
        "products": [ { "id": "coin", "type": "consumable", "referenceName": "Coin",
          "localizations": { "en": { "title": "Coin", "description": "One." } }, "prices": { "USA": "\(price)" } } ] }
      """
    }
    try text(price: "1.00").write(to: file, atomically: true, encoding: .utf8)
    let reading = try CatalogFile(file.path).read()
    let robot = try await Robot(catalog: reading.catalog, catalogPath: file.path)
    try await robot.see("$1.00")
    try text(price: "2.00").write(to: file, atomically: true, encoding: .utf8)
    try await robot.see("$2.00")
    try "{ \"products\": [ }".write(to: file, atomically: true, encoding: .utf8)
    try await robot.see("the last good one stays.")
    #expect(robot.loop.state.catalogProblem?.line == 1)
    #expect(robot.terminal.text.contains("$2.00"))
    robot.press(.escape, "!")
    try await robot.see("The file cannot be read")
    robot.press(.escape)
    try text(price: "3.00").write(to: file, atomically: true, encoding: .utf8)
    try await robot.see("$3.00")
    #expect(robot.loop.state.catalogProblem == nil)
    try await robot.quit()
  }

  @Test func `C6: what is owned already comes back for nothing`() async throws {
    let robot = try await Robot()
    try await robot.buy(SampleCatalog.theme)
    try await robot.see("Theme was bought for $2.99.")
    try await robot.wait("the purchase to end") { $0.loop.state.requests.isEmpty }
    robot.press("b")
    try await robot.see("Theme is yours already. Nothing was charged.")
    try await robot.quit()
  }

  @Test func `Ctrl-C leaves at once with 130, even with a sheet open`() async throws {
    let robot = try await Robot()
    try await robot.select(SampleCatalog.coins)
    robot.press("b")
    try await robot.wait("the sheet") { $0.loop.state.sheet != nil }
    robot.terminal.send([.end(.interrupt)])
    #expect(try await robot.status() == 130)
    #expect(robot.terminal.isClosed)
  }

  @Test func `a held key costs one frame, and nothing is drawn while nothing happens`() async throws {
    let robot = try await Robot()
    try await robot.rest()
    let before = robot.terminal.frames.count
    robot.press("j", "j", "j", "j", "j")
    try await robot.wait("the frame") { $0.terminal.frames.count > before }
    for _ in 0..<20 {
      robot.clock.advance(by: .seconds(1))
      await Task.yield()
    }
    #expect(robot.terminal.frames.count == before + 1)
    try await robot.quit()
  }
}
