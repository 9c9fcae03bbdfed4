import FoundationEssentials
import Glibc

/// The folders that one inotify descriptor watches, and the names in each that matter.
struct WatchedFolders: Sendable {
  enum Outcome { case nothing, changed, gone }

  private struct Folder {
    let path: String
    var names: Set<String>
  }

  private let descriptor: Int32
  private let folders: [Int32: Folder]

  /// Begins to watch the folder of each file; nil, with `errno` set, when one cannot be watched.
  init?(descriptor: Int32, files: [String]) {
    let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF
    var folders: [Int32: Folder] = [:]
    for file in files {
      let slash = file.utf8.lastIndex(of: UInt8(ascii: "/"))
      let name = slash.map { String(file[file.utf8.index(after: $0)...]) } ?? file
      let folder = slash.map { String(file[...$0]) } ?? "."
      let watch = inotify_add_watch(descriptor, folder, UInt32(events) | UInt32(IN_ONLYDIR))
      guard watch >= 0 else { return nil }
      folders[watch, default: Folder(path: folder, names: [])].names.insert(name)
    }
    self.descriptor = descriptor
    self.folders = folders
  }

  /// Takes every event that waits, without blocking, and says what they amount to.
  func takeEvents() -> Outcome {
    var outcome = Outcome.nothing
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return outcome }
      var rest = buffer[..<count]
      while let event = Event(taking: &rest) {
        switch meaning(of: event) {
        case .gone: return .gone
        case .changed: outcome = .changed
        case .nothing: break
        }
      }
    }
  }

  private func meaning(of event: Event) -> Outcome {
    // Events were lost: the file may have changed.
    if event.has(IN_Q_OVERFLOW) { return .changed }
    if event.has(IN_DELETE_SELF) || event.has(IN_MOVE_SELF) || event.has(IN_IGNORED) { return .gone }
    guard let folder = folders[event.watch], folder.names.contains(event.name) else { return .nothing }
    if event.has(IN_CLOSE_WRITE) || event.has(IN_MOVED_TO) { return .changed }
    return event.has(IN_CREATE) && isLink(folder.path + "/" + event.name) ? .changed : .nothing
  }

  /// True for a link, which is complete as soon as it is there; a new file is still to be written.
  private func isLink(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1
  }
}

/// One `inotify_event` as the kernel lays it out: four words, then the name padded with zeros.
private struct Event {
  let watch: Int32
  let mask: UInt32
  let name: String

  init?(taking bytes: inout ArraySlice<UInt8>) {
    func word(_ index: Int) -> UInt32 {
      bytes.dropFirst(index * 4).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard bytes.count >= 16 else { return nil }
    watch = Int32(bitPattern: word(0))
    mask = word(1)
    let length = Int(word(3))
    name = String(decoding: bytes.dropFirst(16).prefix(length).prefix { $0 != 0 }, as: UTF8.self)
    bytes = bytes.dropFirst(16 + length)
  }

  func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }
  func has(_ flag: UInt32) -> Bool { mask & flag != 0 }
}
