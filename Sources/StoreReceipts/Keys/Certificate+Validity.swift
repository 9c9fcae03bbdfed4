import StoreCrypto
import StoreModel

extension Certificate {
  /// The first instant at which it is valid.
  public var validFrom: Timestamp { Timestamp(seconds: validity.lowerBound) }

  /// The last instant at which it is valid.
  public var validUntil: Timestamp { Timestamp(seconds: validity.upperBound) }
}

extension Timestamp {
  /// Seconds since 1970 in UTC. A damaged certificate may hold any: beyond the years 1 to 9999 they are clamped.
  init(seconds: Int64) {
    self.init(milliseconds: min(max(seconds, -62_135_596_800), 253_402_300_799) * 1000)
  }
}
