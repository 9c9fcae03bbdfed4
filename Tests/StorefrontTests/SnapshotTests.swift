import Foundation
import Testing

extension ProgramTests {
  /// `storefront snapshot`: pictures of screens.
  @Suite struct Snapshots {
    private func snapshot(_ home: Home, _ arguments: String...) throws -> Run {
      try home.start(["snapshot", "--catalog", try home.write(SmallShop.text, to: "small.json")] + arguments)
        .waitForEnd()
    }

    @Test func `the same call prints the same picture, in each format`() throws {
      let home = try Home()
      for (format, start) in [("text", " "), ("svg", "<svg"), ("html", "<!DOCTYPE"), ("json", "{")] {
        let first = try snapshot(home, "--format", format)
        #expect(first.code == 0 && first.output.hasPrefix(start) && first.output.contains("Theme"))
        #expect(try snapshot(home, "--format", format).output == first.output)
      }
    }

    @Test func `it shows what a script led to, on the screen and in the size asked for`() throws {
      let home = try Home()
      let script = try home.write("buy shop.theme\nconfirm\n", to: "buy.storefront")
      let result = try snapshot(home, "--script", script, "--screen", "library", "--size", "60x20")
      let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(result.code == 0 && lines.count == 21 && lines.allSatisfy { $0.count <= 60 })
      #expect(result.output.contains("[2 Library]") && result.output.contains("Theme"))
    }

    @Test func `a script that fails prints no picture and says where`() throws {
      let home = try Home()
      let script = try home.write("expect entitled shop.theme\n", to: "fails.storefront")
      let result = try snapshot(home, "--script", script)
      #expect(result.code == 1 && result.output.isEmpty && result.errors.contains("fails.storefront:1:1"))
      #expect(try snapshot(home, "--size", "0x9").code == 2)
      #expect(try snapshot(home, "--screen", "kitchen").code == 2)
    }

    @Test func `a recording of the first script begins with its head, moves on, and is the same again`()
      throws
    {
      let home = try Home()
      let script = try home.write("buy shop.theme\nconfirm\nwait 1s\nscreen library\n", to: "buy.storefront")
      func record(_ name: String) throws -> String {
        let run = try home.start([
          "demo", script, "--catalog", try home.write(SmallShop.text, to: "small.json"), "--cast", name,
          "--size", "80x24",
        ]).waitForEnd()
        #expect(run.code == 0, "\(run)")
        return try String(contentsOfFile: home.path + "/" + name, encoding: .utf8)
      }
      let recording = try record("one.cast")
      let lines = recording.split(separator: "\n")
      #expect(lines.first?.hasPrefix(#"{"version": 2, "width": 80, "height": 24"#) == true)
      #expect(lines.count > 3 && lines.contains { $0.contains("[2 Library]") })
      let times = lines.dropFirst().compactMap { Double($0.dropFirst().prefix { $0 != "," }) }
      #expect(times == times.sorted() && times.count == lines.count - 1)
      #expect(try record("two.cast") == recording)
      #expect(try home.expect(2, "demo", script).errors.contains("--cast"))
    }
  }
}
