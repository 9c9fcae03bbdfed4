import StoreTesting
import TerminalKit

@testable import StorefrontUI

/// One thing that the monkey does.
enum MonkeyMove: Hashable, CustomStringConvertible {
  /// Keys that arrive together.
  case keys([Key])
  case paste(String)
  case mouse(MouseEvent)
  case resize(Size)
  /// Time goes by.
  case tick(milliseconds: Int)
  /// The catalogue is saved: without one of its products, with other prices, or as it was.
  case catalog(Int)

  var description: String {
    switch self {
    case .keys(let keys): keys.map(\.label).joined(separator: " ")
    case .paste(let text): "paste \(text.debugDescription)"
    case .mouse(let event): "\(event)"
    case .resize(let size): "\(size)"
    case .tick(let milliseconds): "\(milliseconds) ms"
    case .catalog(let change): "catalogue \(change)"
    }
  }
}

/// An endless row of moves, the same for the same seed.
struct MonkeyMoves {
  private var random: SplitMix
  /// The rest of what takes several moves.
  private var planned: [MonkeyMove] = []

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  static func first(_ count: Int, seed: UInt64) -> [MonkeyMove] {
    var moves = MonkeyMoves(seed: seed)
    return (0..<count).map { _ in moves.next() }
  }

  mutating func next() -> MonkeyMove {
    if !planned.isEmpty { return planned.removeFirst() }
    switch random.next(100) {
    case 0..<9:
      planned = pick(Self.purchases).map(MonkeyMove.keys)
      return .keys([.escape, .escape, .escape])
    case 9..<56: return .keys([pick(Self.keys)])
    case 56..<72: return .keys(pick(Self.habits))
    case 72..<75: return .keys((0..<random.next(8)).map { _ in pick(Self.keys) })
    case 75..<78: return .paste(pick(Self.pastes))
    case 78..<86:
      return .mouse(
        MouseEvent(
          pick([.press(.left), .press(.left), .press(.right), .wheelUp, .wheelDown]),
          at: Point(column: random.next(130), row: random.next(45))))
    case 86..<89: return .resize(pick(PictureLook.sizes))
    case 89: return .resize(Size(columns: random.next(130), rows: random.next(45)))
    case 90: return .catalog(random.next(6))
    default: return .tick(milliseconds: pick([1, 16, 40, 500, 3000, 7000]))
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[random.next(elements.count)]
  }

  private static let keys: [Key] =
    [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .escape, .escape, .tab, .backTab,
      .backspace, .delete, .function(1), .ctrl("d"), .ctrl("u"), .ctrl("p"), .ctrl("l"), .alt("x"),
    ] + "jkghGbrdxDslqnNpywmzozvHERe123456 ?!/:;.aöй日".map(Key.character)

  /// What a person does in one go; a monkey alone would hardly ever buy.
  private static let habits: [[Key]] = [
    ["b"], ["b"], Array(repeating: " ", count: 12) + ["y"], ["y", "y", "y"], [.tab, .enter],
    Array(repeating: .enter, count: 5), ["g", "b"], ["G", "b"], ["1", "j", "j", "b"],
    ["s", "j", "p", "n", .enter], ["s", "u", "s", "a", .enter], ["l", "a", "r", .enter],
    ["l", "e", "n", .enter],
    ["/", "t", "e", .enter], ["/", "z", "z", "z"], ["2", "d"], ["2", "x"], ["2", "D", "y"], ["r"],
    [.escape, .escape, .escape], ["3", "j", .enter], ["4", "j", .enter, .end],
    ["6", "a", .enter], ["3", "a", .enter, "y"], ["e", .end, .enter], ["6", "G", "a"],
  ]

  /// Buying takes a sheet, which comes when the store has answered.
  private static let purchases: [[[Key]]] = ["g", "G"].map { end in
    [["1", end, "b"], Array(repeating: " ", count: 12), ["y"]]
  }

  private static let pastes = [
    "buy\nyq", "", "\u{1b}[201~q", "日本語\u{202e}9.99", String(repeating: "x", count: 300), "tele",
  ]
}
