import Foundation
import TerminalSamples
import TerminalTesting
import Testing

@testable import TerminalKit

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct PictureTests {
  private func canvas() -> Canvas {
    var canvas = Canvas(size: Size(columns: 12, rows: 3))
    canvas.put("Sky <b> & \"x\"", column: 0, row: 0)
    canvas.put("日本", column: 1, row: 1, style: Style(foreground: .hex(0xffaf00), attributes: .bold))
    canvas.put("¥700", column: 6, row: 1, style: .reverse)
    return canvas
  }

  @Test func `text is the characters alone`() {
    let picture = ScreenPicture(canvas(), title: "Store")
    #expect(picture.rendered(as: .text) == "Sky <b> & \"x\n 日本 ¥700\n\n")
  }

  @Test func `runs cover each cell of a row exactly once`() {
    for seed in 1...50 as ClosedRange<UInt64> {
      var random = RandomText(seed: seed)
      var canvas = Canvas(size: Size(columns: 1 + random.number(below: 40), rows: 1))
      for _ in 0..<5 {
        canvas.put(
          random.text(pieces: 4), column: random.number(below: 40), row: 0,
          style: Style(attributes: .init(rawValue: UInt8(random.number(below: 16)))))
      }
      let runs = canvas.runs(inRow: 0)
      #expect(runs.reduce(0) { $0 + $1.columns } == canvas.size.columns)
      #expect(
        zip(runs, runs.dropFirst()).allSatisfy { $0.column + $0.columns == $1.column && $0.style != $1.style }
      )
      #expect(runs.allSatisfy { $0.text.cellWidth == $0.columns })
    }
  }

  @Test(arguments: [ScreenPicture.Format.svg, .html])
  func `K16: text of a catalogue is text in a picture and no markup`(_ format: ScreenPicture.Format) {
    var canvas = canvas()
    canvas.put("</text><script>", column: 0, row: 2)
    let picture = ScreenPicture(canvas, title: "<script>").rendered(as: format)
    #expect(picture.contains("Sky &lt;b&gt; &amp; &quot;x") && !picture.contains("<script"))
  }

  @Test func `an SVG is well-formed and puts each run on its cells`() {
    let svg = ScreenPicture(canvas(), title: "Store").rendered(as: .svg)
    let parser = XMLParser(data: Data(svg.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    // Five columns from the sixth on, in the second row: reversed, so on a ground of its own.
    #expect(svg.contains(##"<rect x="50.4" y="18" width="33.6" height="18" fill="#d8dee9"/>"##))
    #expect(
      svg.contains(
        ##"<text x="8.4" y="31.5" textLength="33.6" lengthAdjust="spacingAndGlyphs" fill="#ffaf00" font-weight="bold">日本</text>"##
      ))
  }

  @Test func `JSON holds every cell with its style in words`() throws {
    let json = ScreenPicture(canvas(), title: "Store").rendered(as: .json)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["columns"] as? Int == 12 && object["rows"] as? Int == 3)
    let lines = try #require(object["lines"] as? [[[String: Any]]])
    #expect(
      lines[1].map { $0["style"] as? String } == ["plain", "bold fg#ffaf00", "plain", "reverse", "plain"])
    #expect(lines[1].compactMap { $0["columns"] as? Int } == [1, 4, 1, 4, 2])
  }

  @Test func `a recording played back shows each screen, cell by cell`() throws {
    for seed in 1...30 as ClosedRange<UInt64> {
      var random = RandomText(seed: seed)
      let size = Size(columns: 40, rows: 6)
      var recording = Asciicast(size: size, title: "demo")
      var model = ScreenModel(columns: size.columns, rows: size.rows)
      var canvas = Canvas(size: size)
      var told = 1
      for frame in 0..<10 {
        canvas.put(
          random.text(pieces: 4), column: random.number(below: 40), row: random.number(below: 6),
          style: Style(
            foreground: random.number(below: 2) == 0
              ? .palette(UInt8(random.number(below: 256))) : .hex(0x5fd7ff),
            attributes: .init(rawValue: UInt8(random.number(below: 16)))))
        recording.add(canvas, at: .milliseconds(frame * 40))
        let lines = recording.text.split(separator: "\n")
        for line in lines[told...] {
          let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
          model.feed(Array(try #require(event[2] as? String).utf8))
        }
        told = lines.count
        #expect(model.differences(from: canvas).isEmpty, "seed \(seed), frame \(frame)")
      }
    }
  }

  @Test func `a recording starts with its head, and a screen like the one before adds nothing`() {
    var recording = Asciicast(size: Size(columns: 12, rows: 3), title: "A \"demo\"")
    recording.add(canvas(), at: .zero)
    recording.add(canvas(), at: .seconds(1))
    recording.add(Canvas(size: Size(columns: 12, rows: 3)), at: .milliseconds(1250))
    let lines = recording.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == #"{"version": 2, "width": 12, "height": 3, "title": "A \"demo\""}"#)
    #expect(lines[1].hasPrefix("[0.000000, \"o\", ") && lines[2].hasPrefix("[1.250000, \"o\", "))
  }
}
