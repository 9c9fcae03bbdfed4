/// One press of a mouse button or one step of the wheel, and where.
///
/// Releases and movements are not told: a press is enough to choose and to act.
public struct MouseEvent: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case press(Button)
    /// One notch towards the start of the text.
    case wheelUp
    case wheelDown
  }

  public enum Button: Hashable, Sendable { case left, middle, right }

  public let action: Action
  /// The cell under the pointer; may lie outside a canvas that has just become smaller.
  public let point: Point
  public let modifiers: Key.Modifiers

  public init(_ action: Action, at point: Point, modifiers: Key.Modifiers = []) {
    self.action = action
    self.point = point
    self.modifiers = modifiers
  }

  /// Reads the code of a report as X10 and SGR reports number it; `nil` for what is not told.
  ///
  /// - Parameters:
  ///   - code: Button in bits 0, 1, 6 and 7; Shift 4, Alt 8, Control 16; movement 32.
  ///   - column: Counted from 1, as terminals do.
  init?(code: Int, column: Int, row: Int) {
    guard column > 0, row > 0, code & 32 == 0 else { return nil }
    switch code & 0b1100_0011 {
    case 0: action = .press(.left)
    case 1: action = .press(.middle)
    case 2: action = .press(.right)
    case 64: action = .wheelUp
    case 65: action = .wheelDown
    default: return nil
    }
    point = Point(column: column - 1, row: row - 1)
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    self.modifiers = modifiers
  }
}

// MARK: - CustomStringConvertible

extension MouseEvent: CustomStringConvertible {
  /// For messages and tests: `left 3,0`, `Ctrl-wheelUp 0,7`.
  public var description: String {
    let what =
      switch action {
      case .press(let button): "\(button)"
      case .wheelUp: "wheelUp"
      case .wheelDown: "wheelDown"
      }
    var prefix = ""
    if modifiers.contains(.control) { prefix += "Ctrl-" }
    if modifiers.contains(.alt) { prefix += "Alt-" }
    if modifiers.contains(.shift) { prefix += "Shift-" }
    return "\(prefix)\(what) \(point.column),\(point.row)"
  }
}
