/// Which App Store signed something, by the names that tokens use; an unknown name survives a round trip.
public struct AppStoreEnvironment: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let production = AppStoreEnvironment(rawValue: "Production")
  public static let sandbox = AppStoreEnvironment(rawValue: "Sandbox")
  public static let xcode = AppStoreEnvironment(rawValue: "Xcode")
  public static let localTesting = AppStoreEnvironment(rawValue: "LocalTesting")

  /// Tokens of Xcode and of tests are not signed by a store, so that their signatures are not looked at.
  public var isSigned: Bool { self != .xcode && self != .localTesting }
}

extension AppStoreEnvironment: CustomStringConvertible {
  public var description: String { rawValue }
}
