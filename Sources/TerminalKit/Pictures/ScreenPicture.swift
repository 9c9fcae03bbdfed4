/// A picture of a screen, for documents, reports of faults and tests.
///
/// The same canvas always gives the same bytes. Text is escaped: whatever a catalogue says, it is text
/// in the picture and nothing else.
public struct ScreenPicture: Sendable {
  public enum Format: String, CaseIterable, Sendable {
    case text, svg, html, json
  }

  public let canvas: Canvas
  public let palette: PicturePalette
  /// Names the picture, for people who do not see it.
  public let title: String

  public init(_ canvas: Canvas, palette: PicturePalette = .dark, title: String) {
    self.canvas = canvas
    self.palette = palette
    self.title = title
  }

  /// The picture in a format, with a line break at its end. Text has no blanks at the ends of lines.
  public func rendered(as format: Format) -> String {
    switch format {
    case .text: canvas.text + "\n"
    case .svg: svg
    case .html: html
    case .json: json
    }
  }
}

extension String {
  /// For the text and the attributes of XML and HTML.
  var markupEscaped: String {
    var result = ""
    for character in self {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
