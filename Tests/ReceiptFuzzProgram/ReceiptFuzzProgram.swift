import Foundation
import ReceiptFuzzing

/// `receipt-fuzz SECONDS [SEED] [FILE…]`: damages receipts and tokens until the time is over. `make fuzz` builds it
/// with the address sanitizer.
@main
enum ReceiptFuzzProgram {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let seconds = arguments.first.flatMap { Double($0) } ?? 600
    let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    let files = try arguments.dropFirst(2).map { Array(try Data(contentsOf: URL(filePath: $0))) }
    print("receipt-fuzz: seed \(seed), \(Int(seconds)) s")
    fflush(nil)
    var fuzz = try ReceiptFuzz(seed: seed, more: files)
    let end = ContinuousClock.now + .seconds(seconds)
    var rounds = 0
    while ContinuousClock.now < end {
      for _ in 0..<100 { try fuzz.round() }
      rounds += 100
    }
    print("receipt-fuzz: \(rounds) rounds, nothing found")
  }
}
