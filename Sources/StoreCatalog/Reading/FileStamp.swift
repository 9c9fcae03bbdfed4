import Glibc

/// What tells one state of a file from another without reading it: where it is on disk, its size and its times.
public struct FileStamp: Hashable, Sendable {
  public let size: Int
  private let device: UInt
  private let inode: UInt
  private let modified: Instant
  private let changed: Instant

  private struct Instant: Hashable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: timespec) {
      seconds = time.tv_sec
      nanoseconds = time.tv_nsec
    }

    var duration: Duration { .seconds(seconds) + .nanoseconds(nanoseconds) }
  }

  init(_ status: stat) {
    size = Int(status.st_size)
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    modified = Instant(status.st_mtim)
    changed = Instant(status.st_ctim)
  }

  /// The same text exactly for the same stamp.
  public var text: String {
    [device, inode].map { String($0) }.joined(separator: ".")
      + "|\(size)|\(modified.seconds).\(modified.nanoseconds)|\(changed.seconds).\(changed.nanoseconds)"
  }

  /// True when the file was last written longer ago than this. Another write that follows at once may have
  /// the same times, since the kernel's clock for them moves in steps.
  public func isOlder(than age: Duration) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Instant(now).duration - max(modified.duration, changed.duration) >= age
  }
}
