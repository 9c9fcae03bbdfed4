import Foundation
import TerminalKit
import TerminalTesting
import Testing

extension ProgramTests {
  /// A terminal that we did not write agrees with ours.
  @Suite(.enabled(if: Tmux.isInstalled, "tmux is not installed")) struct UnderTmux {
    @Test func `it opens, buys and leaves; the pane is as it was`() throws {
      let home = try Home()
      let tmux = try Tmux(home, catalog: try home.write(SmallShop.text, to: "small.json"))
      try tmux.wait("the list") { $0.contains("Coins") && $0.contains("queue 0") }
      #expect(try tmux.ask("#{alternate_on}") == "1")
      try tmux.keys("G")
      try tmux.wait("the last product") { $0.contains("\u{25B8} Coins") }
      try tmux.keys("b")
      try tmux.wait("the sheet") { $0.contains("App Store, simulated") && !$0.contains("Read to the end") }
      try tmux.keys("y")
      try tmux.wait("the purchase") { $0.contains("was bought") && $0.contains("queue 0") }
      try tmux.keys("q")
      try tmux.wait("the end") { $0.contains("ended with 0") }
      #expect(try tmux.ask("#{alternate_on} #{cursor_flag} #{mouse_any_flag}") == "0 1 0")
      #expect(try home.eventNames().last == "finished")
    }

    @Test func `K2: a dialog over Japanese text has straight edges`() throws {
      let home = try Home()
      let tmux = try Tmux(
        home, catalog: try BuiltInCopy.write(to: home), options: "--locale ja --storefront JPN")
      try tmux.wait("the list") { $0.contains("天文台") && $0.contains("queue 0") }
      try tmux.keys("s")
      try tmux.wait("the picker") { $0.contains("Find:") }
      let screen = try tmux.capture()
      let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
      let top = try #require(lines.firstIndex { $0.contains("┏") && $0.contains("torefront") })
      let edge = try #require(lines[top].range(of: "┏", options: .backwards))
      let column = String(lines[top][..<edge.lowerBound]).cellWidth
      let bottom = try #require(
        lines[top...].firstIndex { line in
          line.ranges(of: "┗").contains { String(line[..<$0.lowerBound]).cellWidth == column }
        }, "\(screen)")
      for row in top + 1..<bottom {
        let edges = lines[row].indices.filter { lines[row][$0] == "┃" }
          .map { String(lines[row][..<$0]).cellWidth }
        #expect(edges.contains(column), "row \(row):\n\(screen)")
      }
    }

    @Test func `it follows the size of the pane`() throws {
      let home = try Home()
      let tmux = try Tmux(home, catalog: try home.write(SmallShop.text, to: "small.json"))
      try tmux.wait("the list") { $0.contains("Coins") && $0.contains("queue 0") }
      try tmux.run("resize-window", "-x", "30", "-y", "8")
      try tmux.wait("the size that is needed") { $0.contains("Too small") && $0.contains("30x8") }
      try tmux.run("resize-window", "-x", "120", "-y", "36")
      try tmux.wait("the list again") { $0.contains("Coins") && $0.contains("queue 0") }
      try tmux.keys("q")
      try tmux.wait("the end") { $0.contains("ended with 0") }
    }
  }
}

/// A tmux server of the test's own, with the program in its only pane; ended when this goes away.
final class Tmux {
  static let path = "/usr/bin/tmux"

  static let isInstalled: Bool = {
    if access(path, X_OK) == 0 { return true }
    print("notice: tmux is not installed; its smoke tests are skipped")
    return false
  }()

  private let home: Home
  private let socket = "storefront-\(UUID())"

  init(_ home: Home, catalog: String, options: String = "") throws {
    self.home = home
    let program = try PseudoTerminal.builtProgram("storefront")
    try run(
      "new-session", "-d", "-x", "80", "-y", "24",
      "TERM=tmux-256color '\(program)' '\(catalog)' \(options); echo ended with $?; exec cat")
  }

  deinit { _ = try? run("kill-server") }

  @discardableResult
  func run(_ arguments: String...) throws -> String {
    var environment = home.environment
    environment["TMUX_TMPDIR"] = home.path
    environment["TERM"] = "xterm-256color"
    let run = try RunningProgram(
      Self.path, ["-L", socket, "-f", "/dev/null", "-u"] + arguments, in: home.path, environment: environment
    ).waitForEnd()
    guard run.code == 0 else { throw RunFailure("tmux \(arguments): \(run)") }
    return run.output
  }

  func keys(_ keys: String) throws { try run("send-keys", keys) }

  func capture() throws -> String { try run("capture-pane", "-p") }

  func ask(_ format: String) throws -> String {
    try run("display-message", "-p", format).replacing("\n", with: "")
  }

  /// Looks at the pane until the condition holds.
  func wait(_ name: String, until condition: (String) -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    var screen = try capture()
    while !condition(screen) {
      guard ContinuousClock.now < deadline else {
        throw RunFailure("Waited in vain: \(name).\n\(screen)")
      }
      screen = try capture()
    }
  }
}
