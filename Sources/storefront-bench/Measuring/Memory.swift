import Foundation

/// What the process holds, as the kernel counts it.
enum Memory {
  /// Bytes of memory in use that belong to no file.
  static var anonymousBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
      let kilobytes = line.split(separator: " ").compactMap({ Int($0) }).first
    else { return 0 }
    return kilobytes * 1024
  }
}
