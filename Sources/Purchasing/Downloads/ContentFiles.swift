/// Why a file of hosted content could not be used, as one plain sentence.
package struct ContentFileError: Error, Hashable, Sendable {
  package let reason: String
  /// True when another process is writing the same file.
  package let isInUse: Bool

  package init(_ reason: String, isInUse: Bool = false) {
    self.reason = reason
    self.isInUse = isInUse
  }
}

/// Where hosted content is written: a folder on disk, or one that a test lets fail.
///
/// Names are safe file names, see `ContentFileName`. All calls are made by one actor.
package protocol ContentFiles: Sendable {
  /// Opens the partial file of `name`, and makes it, and the folder, where they are missing.
  ///
  /// Content that was complete but not taken down as finished is opened again as a partial file, so
  /// that it is verified like any other.
  func openPartial(_ name: ContentFileName) throws(ContentFileError) -> any PartialFile

  /// How many bytes the partial file has; 0 when there is none.
  func partialLength(_ name: ContentFileName) -> Int64

  /// Whether another process writes the content of `name`; nothing is made or changed.
  func isInUse(_ name: ContentFileName) -> Bool

  /// Makes the partial file the content, at once and safe on disk, and answers its path.
  func complete(_ name: ContentFileName) throws(ContentFileError) -> String

  /// Whether there is something at the path that `complete` answered.
  func exists(at path: String) -> Bool

  /// Removes the partial file; harmless when there is none.
  func removePartial(_ name: ContentFileName)

  /// Removes content by the path that `complete` answered; harmless when there is none.
  func removeContent(at path: String) throws(ContentFileError)
}

/// A partial file that is open for one transfer, and locked against others until it is closed or let go.
package protocol PartialFile: AnyObject {
  var length: Int64 { get }
  /// The bytes from `offset`; fewer than `count` only at the end of the file.
  func read(at offset: Int64, count: Int) throws(ContentFileError) -> [UInt8]
  func append(_ bytes: [UInt8]) throws(ContentFileError)
  func removeAll() throws(ContentFileError)
  /// Waits until everything is on the disk. Throws when the file was removed by somebody else.
  func synchronize() throws(ContentFileError)
  /// Lets others open it; nothing else may be called afterwards. Harmless when called again.
  func close()
}
