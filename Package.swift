// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Arrows run downward only: a target depends on targets that stand below it in this list.
let package = Package(
  name: "storefront",
  targets: [
    // The program: arguments, wiring, exit codes.
    .executableTarget(
      name: "storefront",
      dependencies: [
        "StorefrontUI", "StorefrontSettings", "TerminalNcurses", "TerminalKit", "StoreScript", "Purchasing",
        "StoreDisclosures", "MainLoop",
        "CatalogShelf", "StoreCatalog", "StoreSimulator", "StoreLedger", "StoreReceipts", "StoreCrypto",
        "StoreModel", "SQLite",
        "JSONSyntax",
      ], swiftSettings: strict),

    // What it costs, against the least that it could: `make bench`.
    .executableTarget(
      name: "storefront-bench",
      dependencies: [
        "StorefrontUI", "TerminalKit", "StoreScript", "Purchasing", "StoreDisclosures", "CatalogShelf",
        "StoreCatalog", "StoreSimulator", "StoreLedger", "StoreReceipts", "StoreCrypto", "StoreModel",
        "CSQLite", "COpenSSL",
      ], swiftSettings: strict),

    // The screens: state, update, draw.
    .target(
      name: "StorefrontUI",
      dependencies: [
        "StoreScript", "Purchasing", "StoreSimulator", "CatalogShelf", "StoreCatalog", "StoreDisclosures",
        "StoreReceipts", "StoreModel", "TerminalKit", "UnicodeForms",
      ], swiftSettings: strict),

    // The command language: parse, print, run, expect.
    .target(
      name: "StoreScript",
      dependencies: [
        "Purchasing", "StoreSimulator", "StoreLedger", "StoreReceipts", "StoreCatalog", "StoreModel",
      ],
      swiftSettings: strict),

    // What a person sets once: the settings file, the environment, options.
    .target(
      name: "StorefrontSettings", dependencies: ["TerminalKit", "StoreCatalog", "StoreModel", "JSONSyntax"],
      swiftSettings: strict),

    // The terminal: a grid of cells, keys in, frames out.
    .target(
      name: "TerminalNcurses", dependencies: ["TerminalKit", "CNcurses", "MainLoop"], swiftSettings: strict),
    .target(
      name: "TerminalKit", dependencies: ["UnicodeForms", "CTerminal", "CICU", "MainLoop"],
      swiftSettings: strict),

    // The payment queue and the handler core.
    .target(
      name: "Purchasing", dependencies: ["StoreModel", "StoreCrypto", "StoreReceipts"], swiftSettings: strict),

    // What a customer must be told before buying.
    .target(
      name: "StoreDisclosures", dependencies: ["StoreCatalog", "StoreModel"], swiftSettings: strict),

    // Large catalogues: an indexed copy on disk, read by page.
    .target(
      name: "CatalogShelf",
      dependencies: ["StoreCatalog", "StoreCrypto", "StoreModel", "UnicodeForms", "SQLite"],
      swiftSettings: strict),

    // What is sold, in which words, at what price.
    .target(
      name: "StoreCatalog", dependencies: ["StoreModel", "JSONSyntax", "UnicodeForms", "CICU", "MainLoop"],
      resources: [.embedInCode("Resources/catalog.json")], swiftSettings: strict),

    // The store and its books.
    .target(
      name: "StoreSimulator",
      dependencies: ["StoreModel", "StoreLedger", "StoreReceipts", "StoreCrypto", "CContent"],
      swiftSettings: strict),
    .target(
      name: "StoreLedger", dependencies: ["StoreModel", "JSONSyntax", "SQLite", "MainLoop"],
      swiftSettings: strict),

    // Receipts and signed tokens: written, signed, read, verified.
    .target(
      name: "StoreReceipts", dependencies: ["StoreModel", "StoreCrypto", "JSONSyntax"], swiftSettings: strict),

    // Hashes, keys, signatures and certificates.
    .target(name: "StoreCrypto", dependencies: ["COpenSSL"], swiftSettings: strict),

    // A database in a file.
    .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),

    // What everyone speaks.
    .target(name: "StoreModel", swiftSettings: strict),
    .target(name: "JSONSyntax", swiftSettings: strict),

    // Spellings of one text: composed, and as it is searched.
    .target(name: "UnicodeForms", dependencies: ["CICU"], swiftSettings: strict),

    // The main thread's loop: tasks, descriptors, times.
    .target(name: "MainLoop", dependencies: ["CMainLoop"], swiftSettings: strict),

    // C, one library each.
    .target(name: "CTerminal"),
    .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .systemLibrary(name: "CICU", path: "Sources/CICU"),
    .target(name: "CContent"),
    .target(name: "CMainLoop"),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),

    // What tests share: a sample catalogue, a watchdog.
    .target(
      name: "StoreTesting", dependencies: ["StoreModel"], path: "Tests/StoreTesting",
      swiftSettings: strict),

    // Tests, one target a module.
    .testTarget(
      name: "StorefrontTests",
      dependencies: [
        "storefront", "StorefrontUI", "StoreScript", "StoreCatalog", "StoreSimulator", "StoreLedger",
        "StoreReceipts", "StoreCrypto", "CSQLite",
        "StoreModel", "TerminalKit", "TerminalTesting",
      ], swiftSettings: strict),
    .testTarget(
      name: "StorefrontUITests",
      dependencies: [
        "StorefrontUI", "StoreScript", "Purchasing", "StoreSimulator", "StoreLedger", "CatalogShelf",
        "StoreCatalog", "StoreReceipts",
        "StoreDisclosures", "StoreModel", "TerminalKit", "StoreTesting", "TerminalTesting",
      ], exclude: ["Snapshots"], swiftSettings: strict),
    .testTarget(
      name: "StoreScriptTests",
      dependencies: [
        "StoreScript", "Purchasing", "StoreSimulator", "StoreLedger", "StoreReceipts", "StoreCatalog",
        "StoreModel", "StoreTesting",
      ], swiftSettings: strict),
    .testTarget(
      name: "StorefrontSettingsTests", dependencies: ["StorefrontSettings", "TerminalKit"],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalNcursesTests",
      dependencies: [
        "TerminalKit", "TerminalNcurses", "CNcurses", "TerminalTesting", "TerminalSamples", "terminal-demo",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalKitTests",
      dependencies: ["TerminalKit", "TerminalSamples", "TerminalTesting", "StoreTesting", "StoreModel"],
      swiftSettings: strict),
    .testTarget(
      name: "PurchasingTests",
      dependencies: ["Purchasing", "StoreReceipts", "StoreModel", "StoreCrypto", "StoreTesting"],
      exclude: ["Rules.md"], swiftSettings: strict),
    .testTarget(
      name: "StoreCatalogTests", dependencies: ["StoreCatalog", "StoreModel", "JSONSyntax", "StoreTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "CatalogShelfTests",
      dependencies: ["CatalogShelf", "StoreCatalog", "StoreModel", "StoreTesting", "CSQLite"],
      swiftSettings: strict),
    .testTarget(name: "JSONSyntaxTests", dependencies: ["JSONSyntax"], swiftSettings: strict),
    .testTarget(
      name: "StoreSimulatorTests",
      dependencies: ["StoreSimulator", "StoreLedger", "StoreReceipts", "StoreModel", "StoreTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "StoreLedgerTests", dependencies: ["StoreLedger", "SQLite", "StoreModel", "StoreTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "StoreReceiptsTests",
      dependencies: ["StoreReceipts", "StoreCrypto", "StoreModel", "JSONSyntax", "ReceiptFuzzing"],
      swiftSettings: strict),
    .testTarget(name: "StoreCryptoTests", dependencies: ["StoreCrypto"], swiftSettings: strict),
    .testTarget(
      name: "StoreDisclosuresTests", dependencies: ["StoreDisclosures", "StoreCatalog", "StoreModel"],
      exclude: ["Snapshots"], swiftSettings: strict),
    .testTarget(name: "StoreModelTests", dependencies: ["StoreModel"], swiftSettings: strict),

    // What readers of receipts must withstand: `make fuzz` at length, the tests for a moment.
    .executableTarget(
      name: "receipt-fuzz", dependencies: ["ReceiptFuzzing"], path: "Tests/ReceiptFuzzProgram",
      swiftSettings: strict),
    .target(
      name: "ReceiptFuzzing", dependencies: ["StoreReceipts", "StoreModel"], path: "Tests/ReceiptFuzzing",
      swiftSettings: strict),

    // What tests of the screen need: a model of a terminal, programs on a pty, golden screens.
    .executableTarget(
      name: "terminal-demo", dependencies: ["TerminalKit", "TerminalNcurses", "TerminalSamples", "MainLoop"],
      path: "Tests/TerminalDemo", swiftSettings: strict),
    .target(
      name: "TerminalTesting", dependencies: ["CTerminal", "TerminalKit"], path: "Tests/TerminalTesting",
      swiftSettings: strict),
    .target(
      name: "TerminalSamples", dependencies: ["TerminalKit"], path: "Tests/TerminalSamples",
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
