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
    // What everyone speaks.
    .target(name: "StoreModel", swiftSettings: strict),

    // Tests, one target a module.
    .testTarget(name: "StoreModelTests", dependencies: ["StoreModel"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
