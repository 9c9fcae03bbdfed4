import FoundationEssentials
import Glibc
import Purchasing
import StoreCatalog
import StoreLedger
import StoreModel
import StoreReceipts
import StoreScript
import StoreSimulator
import StorefrontSettings
import StorefrontUI

/// A store that is open for one run: catalogue, ledger, store and app wired together.
///
/// Nothing is started until `session.start` is called, so that looking at a ledger never changes it.
struct OpenStore {
  let reading: CatalogReading
  /// The catalogue's file; nil for the built-in sample.
  let catalog: FollowedCatalog?
  let place: Place
  let environment: StoreEnvironment
  private let device: DeviceOptions
  let ledger: SQLiteLedger
  /// The app of this run, and what outlives it.
  let app: AppInstallation
  var store: AppStore { app.store }
  var session: StoreSession { app.session }
  private let console: Console
  /// Removed at the end of an ephemeral run; nil when the content stays.
  private let passingFolder: String?

  /// Where the screen sends what libraries print; nil for an ephemeral run.
  let logFile: String?

  /// - Parameter catalog: when it has been read already.
  init(_ shell: Shell, catalog: OpenCatalog? = nil) async throws {
    let invocation = shell.invocation
    let opened = try catalog ?? shell.openCatalog(try shell.catalogSource(argument: nil))
    reading = opened.reading
    self.catalog = opened.followed
    environment = try shell.environment()
    device = try DeviceOptions(invocation)
    // What is asked for wrongly is refused before a file is opened or made.
    _ = try Place(
      shell.settings.values, catalog: reading.catalog, environment: shell.console.environment)
    console = shell.console
    let location = try LedgerLocation(invocation, environment: shell.console.environment)
    ledger = try location.open()
    let contentFolder: String
    switch location {
    case .memory:
      let temporary = shell.console.environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
      contentFolder = "\(temporary)/storefront-\(getpid())-content"
      passingFolder = contentFolder
      logFile = nil
    case .file(let path):
      contentFolder = LedgerLocation.contentFolder(of: path)
      passingFolder = nil
      logFile = LedgerLocation.logFile(of: path)
    }
    let keys = location.keyRing
    let first = Place.first(shell.settings.values, catalog: reading.catalog)
    app = AppInstallation(
      AppInstallation.Parts(
        ledger: ledger, content: ContentFolder(path: contentFolder), receipt: location.receiptStorage,
        listFile: location.receiptFile.map { FallbackList.file(beside: $0.path) },
        settings: StoreSettings(storefront: first), keys: keys, environment: environment),
      catalog: reading.catalog)
    let stored = try await app.store.settings()
    place = try Place(
      shell.settings.values, catalog: reading.catalog, stored: stored.storefront,
      environment: shell.console.environment)
    await app.setRate(
      shell.settings.values.number(.rate).flatMap { $0 == 0 ? nil : Int64($0) })
  }

  /// Carries out what the options say about this device, each only when it changes something.
  func applySettings() async throws {
    let settings = try await store.settings()
    if place.storefront.id != settings.storefront {
      _ = try await session.run(.storefront(place.storefront.id))
    }
    if let allowed = device.paymentsAllowed, allowed != settings.paymentsAllowed {
      _ = try await session.run(.payments(allowed: allowed))
    }
    if let network = device.network, network != settings.network {
      _ = try await session.run(.network(network))
    }
  }

  /// Starts the session, runs `body`, and closes in every case.
  ///
  /// Starting delivers what earlier runs left unfinished, as at every launch of an app; the run lasts
  /// until that is done too, so that a script finds nothing half done.
  func whileStarted<Value>(_ body: () async throws -> Value) async throws -> Value {
    // A reader that goes away must not break off what it was reading about.
    signal(SIGPIPE, SIG_IGN)
    await tellWhatHoldsUp()
    // What is held here may be released elsewhere. Without, it is seen when something is done here.
    let listening = Task { [store] in try? await store.listen() }
    do {
      try await session.start()
      let value = try await body()
      await session.waitUntilIdle()
      await close(listening)
      return value
    } catch {
      await session.waitUntilIdle()
      await close(listening)
      throw error
    }
  }

  /// Says what a person could wait for in vain, and signs in where the store asks: nobody else can answer here.
  private func tellWhatHoldsUp() async {
    // Weak, since the desk is the session's.
    session.desk.signIn { [weak session, console] in
      console.complain("The store asked to sign in; you are signed in again.")
      _ = try? await session?.run(.signIn)
    }
    guard let entries = try? await store.entries() else { return }
    Task { [console] in
      for await entry in entries {
        guard case .held(let stage, let item) = entry.event else { continue }
        let what = item.product?.rawValue ?? "The request"
        console.complain(
          "\(what) is held at \(stage.rawValue). 'storefront exec \"release \(stage.rawValue)\"' with this ledger lets it go; "
            + "Ctrl-C leaves it: it comes back at the next start.")
      }
    }
  }

  /// Closes when nothing holds the ledger any more, so that it is whole on disk when the program ends.
  private func close(_ listening: Task<Void?, Never>) async {
    await close()
    listening.cancel()
    _ = await listening.value
  }

  /// Ends the session and takes away what an ephemeral run left on disk.
  func close() async {
    await session.stop()
    if let passingFolder, access(passingFolder, F_OK) == 0 {
      try? FileManager.default.removeItem(atPath: passingFolder)
    }
  }
}

/// What the options say about this device; nil where they say nothing.
struct DeviceOptions {
  let paymentsAllowed: Bool?
  let network: NetworkState?

  init(_ invocation: Invocation) throws(UsageError) {
    paymentsAllowed = try invocation.choice(.payments, [("allowed", true), ("refused", false)])
    network = try invocation.choice(.network, NetworkState.allCases.map { ($0.rawValue, $0) })
  }
}

/// Where the ledger is: `--state`, else the usual place; in memory with `--ephemeral`.
enum LedgerLocation: Equatable {
  case file(String)
  case memory

  /// Where the screen sends what libraries print; nil for a ledger in memory.
  var logFile: String? {
    switch self {
    case .file(let path): Self.logFile(of: path)
    case .memory: nil
    }
  }

  /// Where downloaded content is kept, beside the ledger.
  static func contentFolder(of path: String) -> String { path + "-content" }

  /// The app's receipt, beside the ledger; nil for a ledger in memory.
  var receiptFile: ReceiptFile? {
    switch self {
    case .file(let path): ReceiptFile(path + ".receipt")
    case .memory: nil
    }
  }

  /// Where the app's receipt is kept.
  var receiptStorage: any ReceiptStorage { receiptFile ?? ReceiptInMemory() as any ReceiptStorage }

  /// What the store signs with: beside the ledger, in a folder for its owner alone.
  var keyRing: KeyRing { KeyRing(folder: keyFolder) }

  /// Nil for keys in memory.
  var keyFolder: String? {
    switch self {
    case .file(let path): path + "-keys"
    case .memory: nil
    }
  }

  /// Where the screen sends what libraries print, beside the ledger.
  static func logFile(of path: String) -> String { path + ".log" }

  init(_ invocation: Invocation, environment: [String: String]) throws(UsageError) {
    switch (invocation.value(.state), invocation.has(.ephemeral)) {
    case (.some, true):
      throw UsageError("--state and --ephemeral exclude each other.", advice: "Give one of them.")
    case (let path?, false): self = .file(path)
    case (nil, true): self = .memory
    case (nil, false): self = .file(try Self.stateFolder(environment) + "/ledger.sqlite")
    }
  }

  func open() throws(LedgerError) -> SQLiteLedger {
    switch self {
    case .file(let path): try SQLiteLedger(path: path)
    case .memory: try SQLiteLedger.inMemory()
    }
  }

  /// `$XDG_STATE_HOME/storefront`, by the XDG Base Directory Specification.
  static func stateFolder(_ environment: [String: String]) throws(UsageError) -> String {
    let folder: String
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      folder = state
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      folder = home + "/.local/state"
    } else {
      throw UsageError(
        "There is no place for the ledger: neither XDG_STATE_HOME nor HOME is set.",
        advice: "Name a file with --state, or use --ephemeral.")
    }
    return folder + "/storefront"
  }
}
