/// What a restore does not bring back, by the store's rules (R67): one product of an account, and why.
public struct RestoreOmission: Hashable, Sendable, Codable {
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// Consumables are used up; the app keeps the balance.
    case consumable
    /// The app remembers those itself, for the store does not know when they end.
    case nonRenewing
    /// It was refunded, or is not shared any more.
    case revoked
  }

  public let product: ProductID
  public let reason: Reason
  /// How many were bought in all.
  public let quantity: Int

  public init(product: ProductID, reason: Reason, quantity: Int) {
    self.product = product
    self.reason = reason
    self.quantity = quantity
  }
}

/// What the last restore of this process left out.
public struct RestoreRemainder: Hashable, Sendable {
  public struct Failure: Hashable, Sendable {
    public let product: ProductID
    public let error: StoreError

    public init(product: ProductID, error: StoreError) {
      self.product = product
      self.error = error
    }
  }

  /// By the store's rules; by product.
  public var skipped: [RestoreOmission]
  /// What should have come and did not, oldest purchase first.
  public var failed: [Failure]

  public init(skipped: [RestoreOmission] = [], failed: [Failure] = []) {
    self.skipped = skipped
    self.failed = failed
  }
}
