/// The file that holds a receipt, as `appStoreReceiptURL` names it: the name is always known, the file may be
/// missing (R26).
public struct ReceiptFile: Hashable, Sendable {
  public let path: String

  public init(_ path: String) { self.path = path }

  public func read() throws(ReceiptError) -> [UInt8] {
    do throws(FileFailure) {
      if try DurableFile.mode(of: path) != nil {
        return try DurableFile.read(path, limit: ReceiptContainer.sizeLimit)
      }
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    throw .missing(path: path)
  }
}
