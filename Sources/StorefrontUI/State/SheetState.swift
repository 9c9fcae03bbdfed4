import StoreDisclosures
import StoreModel
import TerminalKit

/// The open purchase sheet: what it says, how much of it has been on the screen, and the answer.
///
///     reading --(y, or Enter on Confirm)--> answered(agreed)
///        \------(Esc, or Enter on Cancel)--> answered(declined)
///
/// Invariants:
/// 1. Confirm can be pressed only when every line has been shown (`isRead`).
/// 2. An answered sheet takes no second answer (K19). A sheet with another price is a new one (K17).
public struct SheetState: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    case reading
    case answered(agreed: Bool)
  }

  public let payment: PaymentSheet
  public let labels: PurchaseLabels
  /// Why nothing can be agreed to; nil when it can.
  public let refusal: String?
  /// Said above the text, such as that the price has changed.
  public let notice: String?
  public var isConfirmMarked = false
  public internal(set) var phase = Phase.reading
  /// The first line on the screen.
  public private(set) var top = 0
  /// The text in lines of the current width.
  public private(set) var lines: [TextLine] = []
  /// How many lines, from the first, have been on the screen.
  public private(set) var linesSeen = 0
  let paragraphs: [Paragraph]
  private var width = 0
  private var height = 0

  init(
    payment: PaymentSheet, paragraphs: [Paragraph], labels: PurchaseLabels, refusal: String?, notice: String?
  ) {
    self.payment = payment
    self.paragraphs = paragraphs
    self.labels = labels
    self.refusal = refusal
    self.notice = notice
  }

  public var id: TransactionID { payment.transaction.id }

  /// True when the whole text has been on the screen.
  public var isRead: Bool { width > 0 && height > 0 && linesSeen >= lines.count }
  public var linesLeft: Int { max(lines.count - linesSeen, 0) }

  /// Fits the text to its place on the screen. What was read stays read: counted in paragraphs, since
  /// lines differ from width to width.
  mutating func fit(width: Int) {
    guard width != self.width else { return }
    let wasRead = isRead
    let readParagraphs = self.width > 0 ? paragraphsRead : 0
    self.width = width
    lines = paragraphs.lines(width: width)
    linesSeen = wasRead ? lines.count : paragraphs.prefix(readParagraphs).lines(width: width).count
  }

  mutating func fit(height: Int) {
    self.height = height
    scroll(by: 0)
  }

  /// Scrolls, but never past text that has not been shown yet: nothing is skipped.
  mutating func scroll(by step: Int) {
    let last = max(lines.count - height, 0)
    // `Int.max` means to the end; the sum must not overflow.
    let wanted = step > last ? last : top + step
    top = min(max(wanted, 0), last, max(linesSeen, 0))
  }

  /// What is on the screen now has been seen.
  mutating func noteShown() {
    guard height > 0, top <= linesSeen else { return }
    linesSeen = max(linesSeen, min(top + height, lines.count))
  }

  /// The whole text has been told, by other means than a screen.
  mutating func noteAllShown() { linesSeen = lines.count }

  private var paragraphsRead: Int {
    var count = 0
    while count < paragraphs.count, paragraphs.prefix(count + 1).lines(width: width).count <= linesSeen {
      count += 1
    }
    return count
  }
}
