import CSQLite
import Foundation
import TerminalTesting
import Testing

extension ProgramTests {
  /// Ledgers that cannot be used: refused by name, and left as they are.
  @Suite struct Ledgers {
    private static let seeds = "app.stargarden.seeds.10"

    /// Every subcommand that opens the ledger refuses it with `message`, and no byte of it changes.
    private func expectRefusal(_ home: Home, code: Int32 = 2, _ message: String) throws {
      let before = try home.bytes(home.ledger)
      for arguments in [
        ["buy", Self.seeds, "--yes"], ["restore"], ["transactions"], ["downloads"], ["events", "--json"],
      ] {
        let run = try home.start(arguments).waitForEnd()
        #expect(run.code == code && run.output.isEmpty, "\(arguments): \(run)")
        #expect(run.errors.contains(home.ledger) && run.errors.contains(message), "\(arguments): \(run)")
        #expect(run.errors.contains("--state"), "\(arguments): \(run)")
      }
      let doctor = try home.run("doctor")
      #expect(doctor.code == 1 && doctor.output.contains(message), "\(doctor)")
      #expect(try home.bytes(home.ledger) == before)
    }

    private func usedHome() throws -> Home {
      let home = try Home()
      try home.expect(0, "buy", Self.seeds, "--yes")
      return home
    }

    @Test func `a ledger from a newer storefront is refused and left alone`() throws {
      let home = try usedHome()
      var database: OpaquePointer?
      #expect(sqlite3_open(home.ledger, &database) == SQLITE_OK)
      #expect(sqlite3_exec(database, "PRAGMA user_version = 999", nil, nil, nil) == SQLITE_OK)
      #expect(sqlite3_close(database) == SQLITE_OK)
      try expectRefusal(home, "was written by a newer storefront")
    }

    @Test func `a damaged ledger is refused and left alone`() throws {
      let home = try usedHome()
      var bytes = try home.bytes(home.ledger)
      for index in 4096..<min(bytes.count, 40_000) { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
      try bytes.write(to: URL(filePath: home.ledger))
      try expectRefusal(home, "is damaged")
    }

    @Test func `a ledger that is cut off is refused and left alone`() throws {
      let home = try usedHome()
      try home.bytes(home.ledger).prefix(9000).write(to: URL(filePath: home.ledger))
      try expectRefusal(home, "is damaged")
    }

    @Test func `a file that is no database is refused and left alone`() throws {
      let home = try usedHome()
      try Data("my diary".utf8).write(to: URL(filePath: home.ledger))
      try expectRefusal(home, "is not a storefront ledger")
    }

    @Test func `another program's database is refused and left alone`() throws {
      let home = try usedHome()
      try FileManager.default.removeItem(atPath: home.ledger)
      var database: OpaquePointer?
      #expect(sqlite3_open(home.ledger, &database) == SQLITE_OK)
      #expect(sqlite3_exec(database, "CREATE TABLE diary (day TEXT)", nil, nil, nil) == SQLITE_OK)
      #expect(sqlite3_close(database) == SQLITE_OK)
      try expectRefusal(home, "another program's database")
    }

    @Test func `a folder in the ledger's place is refused`() throws {
      let home = try Home()
      let run = try home.expect(2, "buy", Self.seeds, "--yes", "--state", home.path)
      #expect(run.errors.contains("is a folder, not a ledger file"), "\(run)")
    }

    @Test(.enabled(if: getuid() != 0, "root may write anywhere"))
    func `a folder that may not be written is refused, and reading the catalogue still works`() throws {
      let home = try Home()
      chmod(home.path, 0o500)
      try expectNotWritable(home, state: home.ledger)
    }

    @Test func `a place where no folder can be made is refused, and --ephemeral still works`() throws {
      let home = try Home()
      let file = try home.write("", to: "file")
      try expectNotWritable(home, state: file + "/ledger.sqlite")
      try expectNotWritable(home, state: "/proc/storefront/ledger.sqlite")
    }

    private func expectNotWritable(_ home: Home, state: String) throws {
      let run = try home.expect(2, "buy", Self.seeds, "--yes", "--state", state)
      #expect(run.errors.contains(state) && run.errors.contains("--ephemeral"), "\(run)")
      try home.expect(0, "products")
      try home.expect(0, "buy", Self.seeds, "--yes", "--ephemeral")
    }

    @Test func `a broken catalogue does not hide what was bought`() throws {
      let home = try usedHome()
      _ = try home.write("{", to: "catalog.json")
      try home.expect(2, "buy", Self.seeds, "--yes")
      #expect(try home.expect(0, "transactions").output.contains(Self.seeds))
      #expect(try home.eventNames().contains("purchased"))
    }

    @Test func `doctor says that all is well`() throws {
      let home = try usedHome()
      let report = try home.expect(0, "doctor", "--json").object()
      let checks = try #require(report["checks"] as? [[String: Any]])
      #expect(checks.contains { $0["name"] as? String == "ledger" && $0["state"] as? String == "good" })
      #expect(checks.allSatisfy { $0["state"] as? String != "bad" })
      #expect(try home.expect(0, "doctor").output.contains(home.ledger))
      for name in ["keys", "device", "receipt"] {
        #expect(
          checks.contains { $0["name"] as? String == name && $0["state"] as? String == "good" }, "\(name)")
      }
    }

    @Test func `doctor finds what is wrong with the keys and the receipt, and says what to do`() throws {
      let home = try usedHome()
      let keys = home.ledger + "-keys/signing-keys.pem"
      chmod(keys, 0o644)
      let open = try home.expect(1, "doctor").output
      #expect(open.contains("chmod 600 \(keys)"), "\(open)")
      chmod(keys, 0o600)
      chmod(home.ledger + "-keys", 0o755)
      #expect(try home.expect(0, "doctor").output.contains("chmod 700 \(home.ledger)-keys"))
      chmod(home.ledger + "-keys", 0o700)
      try Data("no receipt".utf8).write(to: URL(filePath: home.ledger + ".receipt"))
      let damaged = try home.expect(0, "doctor").output
      #expect(damaged.contains("storefront receipt refresh"), "\(damaged)")
      try home.expect(0, "receipt", "refresh")
      #expect(try home.expect(0, "doctor").output.contains("receipt, valid, 0 purchases"))
    }

    @Test func `what cannot be printed is told, and is no success`() throws {
      let home = try usedHome()
      for command in ["products", "receipt export -", "doctor"] {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = [
          "-c", "\(try PseudoTerminal.builtProgram("storefront")) \(command) > /dev/full",
        ]
        shell.environment = home.environment
        shell.currentDirectoryURL = URL(filePath: home.path)
        let errors = Pipe()
        shell.standardError = errors
        try shell.run()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(
          shell.terminationStatus == 1 && said.contains("No space left on device"), "\(command): \(said)")
      }
    }
  }
}
