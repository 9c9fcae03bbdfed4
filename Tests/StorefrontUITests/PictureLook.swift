import TerminalKit

@testable import StorefrontUI

/// In what a picture is taken: size, characters, theme and language.
struct PictureLook: Hashable, CustomStringConvertible {
  let size: Size
  let isASCII: Bool
  let theme: ThemeName
  let language: PictureLanguage

  static let sizes = [(40, 12), (60, 20), (80, 24), (100, 30), (200, 60)].map {
    Size(columns: $0.0, rows: $0.1)
  }
  static let themes: [ThemeName] = [.dark, .light, .highContrast, .colorBlind, .mono, .neutral]

  /// As a part of a file's name: `ja.80x24.ascii.mono`.
  var description: String { "\(language).\(size)\(isASCII ? ".ascii" : "").\(theme.rawValue)" }

  /// What the screen looks like, and below it its styles.
  ///
  /// Without Unicode each cell shows what a terminal without it is sent.
  func picture(of canvas: Canvas) -> String {
    let text =
      isASCII
      ? (0..<canvas.size.rows).map { row in
        String(decoding: canvas.row(row).map(\.ascii), as: UTF8.self).trimmingEnd
      }.joined(separator: "\n") : canvas.text
    return "\(text)\n\n-- styles --\n\(canvas.styleText(in: colors))"
  }

  /// The theme for a terminal of 256 colours whose background it is made for.
  var colors: Theme { Theme.named(theme, background: theme == .light ? .light : .dark) }
  var glyphs: Glyphs { isASCII ? .ascii : .unicode }

  /// The looks of one picture: each language, theme and size, and both sets of characters.
  ///
  /// Which of them come together is turned by the picture's own name, not by its place among the others:
  /// a new picture changes none of those that there are. `GoldenScreenTests` proves that every pair of
  /// values stands somewhere.
  static func looks(of picture: Gallery) -> [PictureLook] {
    let turn = picture.rawValue.utf8.reduce(7) { ($0 * 31 + Int($1)) % 65_521 }
    return PictureLanguage.allCases.enumerated().map { row, language in
      PictureLook(
        size: sizes[(row + turn / 6) % sizes.count], isASCII: (row + turn / 30) % 2 == 1,
        theme: themes[(row + turn) % themes.count], language: language)
    }
  }
}

extension String {
  /// Without the blanks at its end.
  fileprivate var trimmingEnd: Substring {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return text
  }
}
