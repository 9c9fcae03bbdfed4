/// Turns the bytes of a terminal into input events.
///
/// Bytes may come in pieces of any size. Sequences that nobody asked for (answers of the
/// terminal, keys of newer protocols) are swallowed whole and never act as keys.
/// A value without a clock: who feeds it starts a timer of `timeout` after each feeding, and
/// calls `flush` when nothing came until then.
public struct InputDecoder: Sendable {
  private enum Mode {
    case ground
    /// Inside OSC, DCS, SOS, PM or APC: everything up to its end is dropped.
    case string(afterEscape: Bool)
    /// Inside bracketed paste; so many bytes of its end mark have matched.
    case paste(matched: Int)
  }

  private var mode = Mode.ground
  private var pending: [UInt8] = []
  private var pasted: [UInt8] = []
  private let escapeDelay: Duration

  /// A longer paste is cut off here; the rest of it is dropped, not run as keys.
  static let pasteLimit = 1 << 20
  private static let pasteEnd = Array("\u{1b}[201~".utf8)

  /// - Parameter escapeDelay: How long a lone Escape may still become part of a sequence. Links
  ///   split sequences by up to 60 ms; people notice from about 100 ms.
  public init(escapeDelay: Duration = .milliseconds(75)) {
    self.escapeDelay = escapeDelay
  }

  /// How long to wait for more bytes before `flush`; `nil` when nothing is pending.
  public var timeout: Duration? {
    switch mode {
    case .paste: .seconds(5)
    case .string: .milliseconds(100)
    case .ground: pending.isEmpty ? nil : pending == [0x1b] ? escapeDelay : .milliseconds(100)
    }
  }

  /// Takes bytes and gives the events that are complete.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes { take(byte, into: &events) }
    return events
  }

  /// Gives what the pending bytes mean when no more of them come.
  public mutating func flush() -> [InputEvent] {
    defer {
      pending = []
      mode = .ground
    }
    if case .paste = mode { return finishPaste() }
    guard pending.first == 0x1b else { return [] }
    if pending.count == 1 { return [.key(.escape)] }
    // Alt with a character that could have begun a sequence.
    if pending.count == 2, (0x20..<0x7f).contains(pending[1]) {
      return [.key(.alt(Character(Unicode.Scalar(pending[1]))))]
    }
    return []
  }

  // MARK: - One byte

  private mutating func take(_ byte: UInt8, into events: inout [InputEvent]) {
    switch mode {
    case .paste(let matched):
      takePasted(byte, matched: matched, into: &events)
    case .string(let afterEscape):
      // ESC \ ends every string; BEL does as well, in xterm's way. CAN and SUB break one off.
      if byte == 0x07 || byte == 0x18 || byte == 0x1a || (afterEscape && byte == UInt8(ascii: "\\")) {
        mode = .ground
      } else {
        mode = .string(afterEscape: byte == 0x1b)
      }
    case .ground:
      // No sequence holds a second escape: what came before it is broken off.
      if byte == 0x1b, !pending.isEmpty {
        if pending == [0x1b] { events.append(.key(.escape)) }
        pending = []
      }
      pending.append(byte)
      parse(into: &events)
    }
  }

  /// Looks whether the pending bytes are complete, and takes them if so.
  private mutating func parse(into events: inout [InputEvent]) {
    if pending[0] != 0x1b {
      if let key = character(pending, alt: false) { finish(key, into: &events) }
      return
    }
    guard pending.count > 1 else { return }
    switch pending[1] {
    case UInt8(ascii: "["): parseControlSequence(into: &events)
    case UInt8(ascii: "O"):
      // ESC O, in some terminals one digit for the modifiers, and the key.
      guard let last = pending.dropFirst(2).last else { return }
      if pending.count == 3, (0x30...0x39).contains(last) { return }
      let modifiers = Self.modifiers(pending.count == 4 ? Int(pending[2]) - 48 : 0)
      finish(Self.finalKeys[last].map { Key($0, modifiers) }, into: &events)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      guard let third = pending.dropFirst(2).first else { return }
      pending = []
      mode = .string(afterEscape: false)
      // The third byte may already end it.
      var none: [InputEvent] = []
      take(third, into: &none)
    default:
      if let key = character(Array(pending.dropFirst()), alt: true) { finish(key, into: &events) }
    }
  }

  private mutating func finish(_ key: Key?, into events: inout [InputEvent]) {
    pending = []
    if let key { events.append(.key(key)) }
  }

  private mutating func finish(_ mouse: MouseEvent?, into events: inout [InputEvent]) {
    pending = []
    if let mouse { events.append(.mouse(mouse)) }
  }

  // MARK: - Characters

  /// The key of plain bytes: outer `nil` when more are needed, inner `nil` when they mean nothing.
  private func character(_ bytes: [UInt8], alt: Bool) -> Key?? {
    let modifiers: Key.Modifiers = alt ? .alt : []
    let first = bytes[0]
    switch first {
    case 0x0a, 0x0d: return Key(.enter, modifiers)
    case 0x09: return Key(.tab, modifiers)
    case 0x08, 0x7f: return Key(.backspace, modifiers)
    case 0x00: return Key(.character(" "), modifiers.union(.control))
    case 0x01...0x1a:
      return Key(.character(Character(Unicode.Scalar(first + 0x60))), modifiers.union(.control))
    case 0x1c..<0x20:
      return Key(.character(Character(Unicode.Scalar(first + 0x40))), modifiers.union(.control))
    case 0x20..<0x7f: return Key(.character(Character(Unicode.Scalar(first))), modifiers)
    case 0xc2...0xf4:
      let length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
      if bytes.dropFirst().contains(where: { $0 & 0xc0 != 0x80 }) { return .some(nil) }
      if bytes.count < length { return nil }
      guard let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first,
        !(0x80..<0xa0).contains(scalar.value)
      else { return .some(nil) }
      return Key(.character(Character(scalar)), modifiers)
    default: return .some(nil)
    }
  }

  // MARK: - Control sequences

  private mutating func parseControlSequence(into events: inout [InputEvent]) {
    guard pending.count > 2, let last = pending.last else { return }
    // The Linux console's F1-F5: ESC [ [ A.
    if pending[2] == UInt8(ascii: "[") {
      guard pending.count > 3 else { return }
      finish((0x41...0x45).contains(last) ? .function(Int(last) - 0x40) : nil, into: &events)
      return
    }
    // The old mouse report: ESC [ M and three bytes.
    if pending[2] == UInt8(ascii: "M") {
      guard pending.count == 6 else { return }
      let numbers = pending[3...].map { Int($0) - 32 }
      finish(MouseEvent(code: numbers[0], column: numbers[1], row: numbers[2]), into: &events)
      return
    }
    switch last {
    case 0x20..<0x40:
      // Still parameters. What never ends is not kept: only whether it ended matters then.
      if pending.count > 64 { pending.removeSubrange(3..<pending.count - 1) }
    case 0x40..<0x7f:
      let parameters = Array(pending[2..<pending.count - 1])
      if last == UInt8(ascii: "~"), parameters == Array("200".utf8) {
        pending = []
        pasted = []
        mode = .paste(matched: 0)
      } else if parameters.isEmpty, last == UInt8(ascii: "I") || last == UInt8(ascii: "O") {
        pending = []
        events.append(.focus(last == UInt8(ascii: "I")))
      } else if parameters.first == UInt8(ascii: "<") {
        finish(Self.mouseEvent(parameters: parameters.dropFirst(), final: last), into: &events)
      } else {
        finish(Self.key(parameters: parameters, final: last), into: &events)
      }
    default:
      // A control inside breaks the sequence off and counts by itself.
      pending = [last]
      parse(into: &events)
    }
  }

  private static func key(parameters: [UInt8], final: UInt8) -> Key? {
    // A leading < = > ? marks answers and reports, never keys.
    guard parameters.allSatisfy({ $0 == UInt8(ascii: ";") || (0x30...0x39).contains($0) }) else {
      return nil
    }
    let numbers = Self.numbers(parameters[...])
    let modifiers = Self.modifiers(numbers.count > 1 ? numbers[1] : 0)
    switch final {
    case UInt8(ascii: "Z"): return .backTab
    case UInt8(ascii: "~"): return numberedKeys[numbers.first ?? 0].map { Key($0, modifiers) }
    // ESC [ row ; column R answers where the cursor is; F3 comes as ESC O R.
    case UInt8(ascii: "R"): return nil
    default: return finalKeys[final].map { Key($0, modifiers) }
    }
  }

  /// The newer mouse report: ESC [ < code ; column ; row, and M for a press or m for a release.
  private static func mouseEvent(parameters: ArraySlice<UInt8>, final: UInt8) -> MouseEvent? {
    guard final == UInt8(ascii: "M"),
      parameters.allSatisfy({ $0 == UInt8(ascii: ";") || (0x30...0x39).contains($0) })
    else { return nil }
    let numbers = Self.numbers(parameters)
    guard numbers.count == 3 else { return nil }
    return MouseEvent(code: numbers[0], column: numbers[1], row: numbers[2])
  }

  /// The numbers between semicolons, cut to what cannot overflow.
  private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { $0.prefix(4).reduce(0) { $0 * 10 + Int($1) - 48 } }
  }

  /// xterm's number: 1 + the sum of Shift 1, Alt 2, Control 4.
  private static func modifiers(_ number: Int) -> Key.Modifiers {
    number > 1 ? Key.Modifiers(rawValue: UInt8((number - 1) & 7)) : []
  }

  private static let finalKeys: [UInt8: Key.Code] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4), UInt8(ascii: "M"): .enter,
  ]

  private static let numberedKeys: [Int: Key.Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]

  // MARK: - Paste

  private mutating func takePasted(_ byte: UInt8, matched: Int, into events: inout [InputEvent]) {
    var matched = matched
    if byte == Self.pasteEnd[matched] {
      matched += 1
      if matched == Self.pasteEnd.count {
        mode = .ground
        events += finishPaste()
        return
      }
    } else {
      // The mark begins with its only escape, so a mismatch can only begin it anew.
      if pasted.count < Self.pasteLimit { pasted += Self.pasteEnd.prefix(matched) }
      matched = byte == 0x1b ? 1 : 0
      if matched == 0, pasted.count < Self.pasteLimit { pasted.append(byte) }
    }
    mode = .paste(matched: matched)
  }

  private mutating func finishPaste() -> [InputEvent] {
    defer { pasted = [] }
    var text = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in String(decoding: pasted, as: UTF8.self).unicodeScalars {
      defer { afterReturn = scalar == "\r" }
      switch scalar.value {
      case 0x0d: text.append("\n")
      case 0x0a: if !afterReturn { text.append("\n") }
      case 0x09: text.append(scalar)
      case 0..<0x20, 0x7f..<0xa0: break
      default: text.append(scalar)
      }
    }
    return text.isEmpty ? [] : [.paste(String(text))]
  }
}
