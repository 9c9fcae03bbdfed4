import Foundation
import TerminalTesting
import Testing

extension ProgramTests {
  /// The pictures of the documentation are what the program shows.
  @Suite struct Documentation {
    private static let project = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()

    @Test
    func `the pictures of the documentation are drawn by the program as it is; 'make pictures' draws them`()
      throws
    {
      let home = try Home()
      let draw = Process()
      draw.executableURL = Self.project.appending(path: "Documentation/draw")
      draw.arguments = [try PseudoTerminal.builtProgram("storefront"), home.path]
      draw.environment = home.environment
      try draw.run()
      draw.waitUntilExit()
      #expect(draw.terminationStatus == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: home.path)
      #expect(names.contains("README.md") && names.contains("sheet.svg") && names.contains("store.svg"))
      for name in names where name.hasSuffix(".svg") || name == "README.md" {
        let folder = name == "README.md" ? Self.project : Self.project.appending(path: "Documentation")
        let kept = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        let drawn = try String(contentsOfFile: home.path + "/" + name, encoding: .utf8)
        #expect(kept == drawn, "\(name) is not current. Run 'make pictures'.")
      }
    }
  }
}
