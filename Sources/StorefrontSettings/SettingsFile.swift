import FoundationEssentials
import Glibc
import StoreCatalog

/// The settings file: where it is, and its bytes.
public struct SettingsFile: Hashable, Sendable {
  /// Absolute when it is the usual place.
  public let path: String

  public init(path: String) { self.path = path }

  /// `$XDG_CONFIG_HOME/storefront/config.json`, by the XDG Base Directory Specification; nil when neither
  /// that variable nor `HOME` names a folder.
  public static func usual(_ environment: [String: String]) -> SettingsFile? {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return SettingsFile(path: folder + "/storefront/config.json")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return SettingsFile(path: home + "/.config/storefront/config.json")
  }

  /// A path of the file made whole: `~/` is the home folder, other relative paths count from the file's.
  func resolved(_ path: String, home: String?) -> String {
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/"), let home { return home + path.dropFirst() }
    guard let slash = self.path.lastIndex(of: "/") else { return path }
    return self.path[...slash] + path
  }

  private static let sizeLimit = 1 << 20

  /// The file as it is now; nil when there is none. Blocks while it reads, but never for a writer.
  func read() throws(SettingMistake) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return nil }
    guard descriptor >= 0 else { throw Self.unreadable(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.unreadable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SettingMistake(
        "this is no ordinary file, so no settings are read from it",
        advice: "Put a file in its place; 'storefront config default' prints one.")
    }
    guard let bytes = OpenFile.bytes(of: descriptor, limit: Self.sizeLimit) else {
      throw Self.unreadable(errno)
    }
    guard bytes.count <= Self.sizeLimit else {
      throw SettingMistake(
        "the file is larger than 1 MiB, so no settings are read from it",
        advice: "Start anew from what 'storefront config default' prints.")
    }
    return bytes
  }

  private static func unreadable(_ code: Int32) -> SettingMistake {
    SettingMistake(
      "the file cannot be read: \(String(cString: strerror(code)))",
      advice: code == EACCES ? "Allow it with 'chmod u+r'." : "Check the path.")
  }
}
