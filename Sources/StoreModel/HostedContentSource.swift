/// Where the bytes of hosted content come from.
///
/// The same product and version always give the same bytes, at any offset.
public protocol HostedContentSource: Sendable {
  /// What the store keeps for a product; nil when it keeps nothing.
  ///
  /// Unlike a products request this answers in every storefront, with the network on or off: what was
  /// bought can be downloaded anywhere.
  func hostedContent(of product: ProductID) async -> HostedContent?

  /// The bytes from `offset`; as many as `length`, fewer only at the end.
  ///
  /// Throws `networkOffline` while the store cannot be reached.
  func read(_ product: ProductID, offset: Int64, length: Int) async throws(StoreError) -> [UInt8]

  /// SHA-256 of the whole content, as lower-case hex digits.
  func checksum(of product: ProductID) async throws(StoreError) -> String
}
