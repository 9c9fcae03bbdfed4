import Foundation
import StoreCatalog
import StoreLedger
import StoreModel
import TerminalKit

extension Shell {
  /// Looks at everything that a run needs and says what it found; changes nothing.
  func doctor() async throws -> ExitStatus {
    var checks = [terminalCheck()]
    checks += try catalogChecks()
    checks.append(try ledgerCheck())
    checks += Versions.all.map { Check(name: $0.name, state: .good, found: $0.version, advice: "") }
    if invocation.has(.json) {
      try console.print(json: ["checks": checks])
    } else {
      console.print(TextTable(checks.map(\.row)).lines.joined(separator: "\n"))
    }
    return checks.contains { $0.state == .bad } ? .refused : .done
  }

  private func terminalCheck() -> Check {
    let variables = console.environment
    let term = variables["TERM"] ?? ""
    let charset =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? "not set"
    let found = "TERM \(term.isEmpty ? "not set" : term), language \(charset)"
    guard console.outputIsTerminal else {
      return Check(
        name: "terminal", state: .odd, found: found + ", output is not a terminal",
        advice: "The screen needs a terminal; subcommands do not.")
    }
    if term.isEmpty || term == "dumb" {
      return Check(
        name: "terminal", state: .bad, found: found, advice: "Set TERM, for example to xterm-256color.")
    }
    return Check(name: "terminal", state: .good, found: found, advice: "")
  }

  private func catalogChecks() throws -> [Check] {
    let source = try CatalogSource(invocation, argument: invocation.arguments.first)
    let reading: CatalogReading
    do throws(CatalogError) {
      reading = try source.read(invocation)
    } catch {
      return [Check(name: "catalogue", state: .bad, found: error.description, advice: error.advice)]
        + error.findings.map(Check.init)
    }
    let catalog = reading.catalog
    let found =
      "\(source.name): \(catalog.products.count) products, \(catalog.groups.count) groups, "
      + "\(catalog.languages.count) languages, \(catalog.storefronts.count) storefronts"
    return [
      Check(
        name: "catalogue", state: catalog.products.isEmpty ? .odd : .good, found: found,
        advice: catalog.products.isEmpty ? "Add products; 'storefront help catalog' tells how." : "")
    ] + reading.findings.map(Check.init)
  }

  private func ledgerCheck() throws -> Check {
    guard case .file(let path) = try LedgerLocation(invocation, environment: console.environment) else {
      return Check(name: "ledger", state: .good, found: "in memory, gone at the end", advice: "")
    }
    guard FileManager.default.fileExists(atPath: path) else {
      return Check(name: "ledger", state: .good, found: "\(path), made at the first purchase", advice: "")
    }
    do {
      let problems = try SQLiteLedger(path: path).problems()
      guard let first = problems.first else {
        return Check(name: "ledger", state: .good, found: "\(path), sound", advice: "")
      }
      return Check(
        name: "ledger", state: .bad, found: "\(path), damaged: \(first)",
        advice: "Put back a copy, or choose another file with --state.")
    } catch let error as LedgerError {
      return Check(
        name: "ledger", state: .bad, found: error.errorDescription ?? path,
        advice: error.recoverySuggestion ?? "")
    }
  }
}

/// One thing that the doctor looked at.
private struct Check: Encodable {
  enum State: String, Encodable { case good, odd, bad }

  let name: String
  let state: State
  let found: String
  /// What to do; empty when nothing needs to be done.
  let advice: String

  init(name: String, state: State, found: String, advice: String) {
    self.name = name
    self.state = state
    self.found = found
    self.advice = advice
  }

  init(_ finding: Finding) {
    let place =
      finding.line.map { "line \($0)" + (finding.column.map { ", column \($0)" } ?? "") + ": " } ?? ""
    let path = finding.path.isEmpty ? "" : "\(finding.path): "
    self.init(
      name: "  " + finding.severity.rawValue, state: finding.severity == .note ? .good : .odd,
      found: place + path + finding.message, advice: finding.advice)
  }

  var row: [String] {
    let mark =
      switch state {
      case .good: "ok"
      case .odd: "!"
      case .bad: "BAD"
      }
    return [mark, name, [found, advice].filter { !$0.isEmpty }.joined(separator: " ")]
  }
}
