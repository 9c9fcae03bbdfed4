import Dispatch
import FoundationEssentials

/// Standard input, a line at a time, read on a thread of its own so that nothing else waits for it.
///
/// It reads only when asked, so that a program started later finds what is left over.
final class LineInput: Sendable {
  private let queue = DispatchQueue(label: "storefront.lines")

  /// The next line without its end; nil at the end of the input.
  func next() async -> String? {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: readLine()) }
    }
  }
}
