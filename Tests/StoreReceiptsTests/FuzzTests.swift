import ReceiptFuzzing
import Testing

@testable import StoreReceipts

/// A short run of what `make fuzz` does at length.
@Suite struct Fuzzing {
  @Test(arguments: [1, 2] as [UInt64])
  func `damaged receipts, tokens and answers never trap, and never say something else`(seed: UInt64) throws {
    let more = Fixtures.areThere ? [try Fixtures.bytes("app-store-server/xcode/xcode-app-receipt-empty")] : []
    var fuzz = try ReceiptFuzz(seed: seed, more: more)
    for _ in 0..<400 { try fuzz.round() }
  }
}
