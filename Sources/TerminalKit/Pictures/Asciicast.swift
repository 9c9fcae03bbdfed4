import FoundationEssentials

/// A recording of screens in time, as asciicast v2: what players of terminal recordings read.
///
/// The same frames at the same times always give the same bytes.
public struct Asciicast: Sendable {
  public let size: Size
  public let title: String
  private var lines: [String] = []
  private var last: Canvas?

  public init(size: Size, title: String) {
    self.size = size
    self.title = title
  }

  /// Adds what a screen changes, at a time counted from the beginning; times must not fall.
  ///
  /// A screen like the one before adds nothing.
  public mutating func add(_ canvas: Canvas, at time: Duration) {
    let changes = canvas.changes(since: last)
    guard !changes.isEmpty else { return }
    var output = last == nil ? "\u{1b}[?25l\u{1b}[2J" : ""
    for change in changes {
      output += "\u{1b}[\(change.row + 1);\(change.column + 1)H"
      output += canvas.runs(in: change).map { "\u{1b}[0\(Self.codes($0.style))m\($0.text)" }.joined()
    }
    output += "\u{1b}[0m"
    lines.append("[\(Self.seconds(time)), \"o\", \(Self.quoted(output))]")
    last = canvas
  }

  /// The whole recording, one line for the head and one for each change.
  public var text: String {
    let head =
      "{\"version\": 2, \"width\": \(size.columns), \"height\": \(size.rows), \"title\": \(Self.quoted(title))}"
    return ([head] + lines).map { $0 + "\n" }.joined()
  }

  /// The parameters of SGR that follow a reset, each after a semicolon.
  private static func codes(_ style: Style) -> String {
    var codes: [String] = []
    if style.attributes.contains(.bold) { codes.append("1") }
    if style.attributes.contains(.dim) { codes.append("2") }
    if style.attributes.contains(.underline) { codes.append("4") }
    if style.attributes.contains(.reverse) { codes.append("7") }
    if let color = color(style.foreground) { codes.append("38;" + color) }
    if let color = color(style.background) { codes.append("48;" + color) }
    return codes.map { ";" + $0 }.joined()
  }

  private static func color(_ color: Color) -> String? {
    if let index = color.paletteIndex { return "5;\(index)" }
    return color.rgbValue.map { "2;\($0 >> 16);\($0 >> 8 & 0xff);\($0 & 0xff)" }
  }

  /// With six digits after the point, as recorders write it.
  private static func seconds(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let micros = String(attoseconds / 1_000_000_000_000)
    return "\(seconds)." + String(repeating: "0", count: 6 - micros.count) + micros
  }

  private static func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A string always encodes.
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
