import FoundationEssentials
import Glibc

/// Hosted content in a folder of this machine.
package struct ContentFolder: ContentFiles {
  private let path: String

  /// The folder is made when the first content is written, for its owner alone.
  package init(path: String) {
    self.path = path
  }

  package func openPartial(_ name: ContentFileName) throws(ContentFileError) -> any PartialFile {
    try makeFolder()
    let partial = place(name.partial)
    let isComplete = !isThere(partial) && isThere(place(name.content))
    // A link in the folder must not lead the content somewhere else.
    let descriptor = open(
      isComplete ? place(name.content) : partial, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(errno) }
    let file = OpenPartial(descriptor: descriptor, folder: path)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw ContentFileError("Another process is downloading this content.", isInUse: true)
    }
    // Only now: the process that has just completed it holds it until it is taken down as finished.
    if isComplete { guard rename(place(name.content), partial) == 0 else { throw failure(errno) } }
    try file.measure()
    return file
  }

  package func partialLength(_ name: ContentFileName) -> Int64 {
    var status = stat()
    return lstat(place(name.partial), &status) == 0 ? Int64(status.st_size) : 0
  }

  package func isInUse(_ name: ContentFileName) -> Bool {
    [name.partial, name.content].contains { file in
      let descriptor = open(place(file), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }
  }

  package func complete(_ name: ContentFileName) throws(ContentFileError) -> String {
    guard rename(place(name.partial), place(name.content)) == 0 else { throw failure(errno) }
    // The new name is safe once the folder itself is.
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw failure(errno) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw failure(errno) }
    return place(name.content)
  }

  package func exists(at path: String) -> Bool { isThere(path) }

  package func removePartial(_ name: ContentFileName) {
    unlink(place(name.partial))
  }

  package func removeContent(at path: String) throws(ContentFileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure(errno) }
  }

  private func place(_ name: String) -> String { path + "/" + name }

  private func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private func makeFolder() throws(ContentFileError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ContentFileError("The content folder '\(path)' cannot be made.")
    }
  }

  private func failure(_ code: Int32) -> ContentFileError { ContentFileError(code: code, folder: path) }
}

private final class OpenPartial: PartialFile {
  private(set) var length: Int64 = 0
  private var descriptor: Int32
  private let folder: String

  init(descriptor: Int32, folder: String) {
    self.descriptor = descriptor
    self.folder = folder
  }

  deinit { close() }

  func close() {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    descriptor = -1
  }

  func measure() throws(ContentFileError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    length = Int64(status.st_size)
  }

  func read(at offset: Int64, count: Int) throws(ContentFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = pread(descriptor, &bytes, count, off_t(offset))
    guard got >= 0 else { throw failure(errno) }
    bytes.removeLast(count - got)
    return bytes
  }

  func append(_ bytes: [UInt8]) throws(ContentFileError) {
    var done = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw failure(written == 0 ? ENOSPC : errno) }
      length += Int64(written)
      done += written
    }
  }

  func removeAll() throws(ContentFileError) {
    guard ftruncate(descriptor, 0) == 0 else { throw failure(errno) }
    length = 0
  }

  func synchronize() throws(ContentFileError) {
    guard fsync(descriptor) == 0 else { throw failure(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    guard status.st_nlink > 0, Int64(status.st_size) == length else {
      throw ContentFileError("The partly downloaded file was removed or changed by somebody else.")
    }
  }

  private func failure(_ code: Int32) -> ContentFileError { ContentFileError(code: code, folder: folder) }
}

extension ContentFileError {
  package init(code: Int32, folder: String) {
    switch code {
    case ENOSPC, EDQUOT: self.init("The disk is full. Free some space, then download again.")
    case EFBIG: self.init("The file may not grow this large on this disk.")
    case EACCES, EPERM, EROFS: self.init("The content folder '\(folder)' is not writable.")
    case ENOENT, ENOTDIR: self.init("The content folder '\(folder)' or a file in it is missing.")
    case ELOOP: self.init("A link stands in the place of a file in the content folder '\(folder)'.")
    default: self.init("The content folder '\(folder)' cannot be used: \(String(cString: strerror(code))).")
    }
  }
}
