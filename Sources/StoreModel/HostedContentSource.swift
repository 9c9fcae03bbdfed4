/// Where the bytes of hosted content come from.
///
/// The same product and version always give the same bytes, at any offset.
public protocol HostedContentSource: Sendable {
  /// The bytes from `offset`; as many as `length`, fewer only at the end.
  ///
  /// Throws `networkOffline` while the store cannot be reached.
  func read(_ product: ProductID, offset: Int64, length: Int) async throws(StoreError) -> [UInt8]

  /// SHA-256 of the whole content, as lower-case hex digits.
  func checksum(of product: ProductID) async throws(StoreError) -> String
}
