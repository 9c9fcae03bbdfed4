import FoundationEssentials
import StoreCatalog
import StoreLedger
import StoreModel
import StorefrontSettings

extension Shell {
  /// Looks at everything that a run needs and says what it found; changes nothing.
  @MainActor
  func doctor() async throws -> ExitStatus {
    var checks = terminalChecks()
    checks += settingsChecks()
    checks += try catalogChecks()
    checks += try ledgerChecks()
    checks += try receiptChecks()
    checks += Versions.all.map { DoctorCheck($0.name, .good, $0.version) }
    if invocation.has(.json) {
      try console.print(json: ["checks": checks])
    } else {
      console.print(TextTable(checks.map(\.row)).lines.joined(separator: "\n"))
    }
    return checks.contains { $0.state == .bad } ? .refused : .done
  }

  private func settingsChecks() -> [DoctorCheck] {
    let found =
      switch (settings.values.file, settings.values.fileExists) {
      case (nil, _):
        DoctorCheck(
          "settings", .odd, "no place for a file: neither XDG_CONFIG_HOME nor HOME is set",
          advice: "Set HOME; until then defaults count.")
      case (let file?, false):
        DoctorCheck(
          "settings", .good, "\(file.path), not there: defaults count",
          advice: "'storefront config default' prints one to start from.")
      case (let file?, true): DoctorCheck("settings", .good, file.path)
      }
    return [found] + settings.findings.map(DoctorCheck.init)
  }

  private func catalogChecks() throws -> [DoctorCheck] {
    let source = try catalogSource(argument: invocation.arguments.first)
    let reading: CatalogReading
    do throws(CatalogError) {
      reading = try openCatalog(source).reading
    } catch {
      return [DoctorCheck("catalogue", .bad, error.description, advice: error.advice)]
        + error.findings.map(DoctorCheck.init)
    }
    let catalog = reading.catalog
    let found =
      "\(source.name): \(catalog.products.count) products, \(catalog.groups.count) groups, "
      + "\(catalog.languages.count) languages, \(catalog.storefronts.count) storefronts"
    return [
      DoctorCheck(
        "catalogue", catalog.products.isEmpty ? .odd : .good, found,
        advice: catalog.products.isEmpty ? "Add products; 'storefront help catalog' tells how." : "")
    ] + reading.findings.map(DoctorCheck.init)
  }

  /// The ledger and what stands beside it.
  private func ledgerChecks() throws -> [DoctorCheck] {
    guard case .file(let path) = try LedgerLocation(invocation, environment: console.environment) else {
      return [DoctorCheck("ledger", .good, "in memory, gone at the end")]
    }
    return [try ledgerCheck(path)] + besideLedger(path)
  }

  private func ledgerCheck(_ path: String) throws -> DoctorCheck {
    guard FileManager.default.fileExists(atPath: path) else { return placeCheck(path) }
    do {
      let problems = try SQLiteLedger(path: path).problems()
      guard let first = problems.first else { return DoctorCheck("ledger", .good, "\(path), sound") }
      return DoctorCheck(
        "ledger", .bad, "\(path), damaged: \(first)",
        advice: "Put back a copy, or choose another file with --state.")
    } catch let error as LedgerError {
      return DoctorCheck(
        "ledger", .bad, error.errorDescription ?? path, advice: error.recoverySuggestion ?? "")
    }
  }

  /// Whether a ledger that is not there yet could be made: its folder, or the nearest one above it.
  private func placeCheck(_ path: String) -> DoctorCheck {
    var folder = URL(filePath: path).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
      folder.deleteLastPathComponent()
    }
    guard FileManager.default.isWritableFile(atPath: folder.path) else {
      return DoctorCheck(
        "ledger", .bad, "\(path), which cannot be made: \(folder.path) is not writable",
        advice: "Choose another file with --state, or use --ephemeral.")
    }
    return DoctorCheck("ledger", .good, "\(path), made at the first purchase")
  }

  private func besideLedger(_ path: String) -> [DoctorCheck] {
    let content = LedgerLocation.contentFolder(of: path)
    let log = LedgerLocation.logFile(of: path)
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: content).count) ?? 0
    let size = (try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int) ?? nil
    return [
      DoctorCheck("content", .good, "\(content), \(files == 0 ? "empty" : "\(files) files and folders")"),
      DoctorCheck(
        "log", .good, "\(log), \(size.map { "\($0) bytes" } ?? "none yet")",
        advice: size ?? 0 > 10_000_000 ? "It may be deleted at any time." : ""),
    ]
  }
}
