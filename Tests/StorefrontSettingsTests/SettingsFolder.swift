import Foundation
import StorefrontSettings
import TerminalKit

/// A settings folder of the test's own, gone when the value is.
final class SettingsFolder {
  let path: String
  var file: String { path + "/storefront/config.json" }
  static let commands = ["buy", "restore", "quit"]

  init(_ text: String? = nil) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path + "/storefront", withIntermediateDirectories: true)
    if let text { try Data(text.utf8).write(to: URL(filePath: file)) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func read(
    flags: [String: String] = [:], environment: [String: String] = [:]
  ) throws(SettingMistake) -> Settings {
    try Settings(
      flags: flags, environment: environment.merging(["XDG_CONFIG_HOME": path, "HOME": "/home/ann"]) { $1 },
      commands: Self.commands)
  }

  /// The findings without the folder: `3:10: … Write …`.
  func findings() throws -> [String] {
    try read().findings.map { "\($0)".replacing(file, with: "file").replacing(/^file:(?=[0-9])/, with: "") }
  }
}
