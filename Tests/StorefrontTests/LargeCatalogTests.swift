import Foundation
import TerminalTesting
import Testing

extension ProgramTests {
  /// Catalogues that are large enough to have an indexed copy, and everything that can come between.
  @Suite struct LargeCatalogs {
    /// What a home keeps of large catalogues: the copy, and what is being written.
    private func kept(_ home: Home, endingIn ending: String) -> [String] {
      let folder = home.path + "/.cache/storefront"
      return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasSuffix(ending) }
    }

    private func write(_ count: Int, to home: Home) throws -> String {
      let products = (0..<count).map { number in
        """
        {"id": "large.\(number)", "type": "consumable", "referenceName": "Product \(number)",
         "localizations": {"en": {"title": "Product \(number)",
           "description": "\(String(repeating: "What product \(number) is good for. ", count: 8))"}},
         "prices": {"USA": "\(number % 90 + 1).99"}}
        """
      }
      let path = try home.write(
        """
        {"app": {"name": "Large Shop", "bundleId": "shop.large", "seller": "Large Shop Ltd"},
         "defaultLocale": "en", "products": [\(products.joined(separator: ",\n"))]}
        """, to: "large-\(count).json")
      // Of a file that was written a moment ago no copy is kept, and a fast machine starts a program sooner.
      try waitUntilLeftAlone(path)
      return path
    }

    private func waitUntilLeftAlone(_ path: String) throws {
      var status = stat()
      try #require(stat(path, &status) == 0)
      let settled = Self.seconds(status.st_mtim) + 0.05
      var now = timespec()
      repeat { clock_gettime(CLOCK_REALTIME, &now) } while Self.seconds(now) < settled
    }

    private static func seconds(_ time: timespec) -> Double {
      Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test
    func `P7: killed while the copy is written, nothing half-made is ever read and the rest is cleared away`()
      throws
    {
      let home = try Home()
      let catalog = try write(8000, to: home)
      let dying = try home.start("show", "large.7999", "--catalog", catalog)
      try dying.wait("the copy that is being written") { !kept(home, endingIn: ".part").isEmpty }
      dying.kill(SIGKILL)
      #expect(try dying.waitForEnd().code == 128 + SIGKILL)
      #expect(kept(home, endingIn: ".part").count == 1)
      #expect(kept(home, endingIn: ".catalog") == [])

      let next = try home.expect(0, "show", "large.7999", "--catalog", catalog)
      #expect(next.output.contains("Product 7999"))
      #expect(kept(home, endingIn: ".part") == [])
      #expect(kept(home, endingIn: ".catalog").count == 1)
    }

    @Test func `P7: two programs that copy one catalogue at a time both show it, and one copy is left`()
      throws
    {
      let home = try Home()
      let catalog = try write(1500, to: home)
      let both = try (0..<2).map { _ in try home.start("show", "large.7", "--catalog", catalog, "--json") }
      let runs = try both.map { try $0.waitForEnd() }
      #expect(runs.map(\.code) == [0, 0])
      #expect(runs[0].output.contains("large.7"))
      #expect(runs[0].output == runs[1].output)
      #expect(kept(home, endingIn: ".part") == [])
      #expect(kept(home, endingIn: ".catalog").count == 1)
    }

    @Test func `P7: q leaves while a large catalogue is read, and what was begun is not left behind`() throws
    {
      let home = try Home()
      let catalog = try write(6000, to: home)
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      try terminal.run(
        try PseudoTerminal.builtProgram("storefront"), [catalog],
        environment: home.environment as [String: String?])
      try terminal.wait("how far reading is") {
        $0.isAlternate && $0.text.contains("Reading large-6000.json")
      }
      terminal.type("q")
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(terminal.damage == [])
      #expect(kept(home, endingIn: ".catalog") == [])
      // A part that its process could not take away goes with the next copy that is made; of a file that was just
      // written there would be none.
      try home.expect(0, "show", "large.5", "--catalog", catalog)
      #expect(kept(home, endingIn: ".part") == [])
    }

    @Test func `P2: a catalogue ten times as large takes no more memory from its copy`() throws {
      let home = try Home()
      let peaks = try [800, 8000].map { count in
        let catalog = try write(count, to: home)
        try home.expect(0, "show", "large.1", "--catalog", catalog)
        let terminal = try home.open(catalog)
        terminal.type("G")
        try terminal.wait("the last product") { $0.text.contains("Products \(count) of \(count)") }
        let peak = terminal.peakMemory
        try terminal.expectCleanQuit()
        return peak
      }
      #expect(peaks[0] > 1 << 20)
      #expect(peaks[1] < peaks[0] + 4 << 20, "\(peaks) bytes")
    }
  }
}
