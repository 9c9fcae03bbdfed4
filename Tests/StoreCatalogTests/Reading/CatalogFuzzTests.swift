import Foundation
import StoreCatalog
import StoreModel
import StoreTesting
import Testing

/// Any bytes at all give a catalogue or one sentence, and never a secret.
struct CatalogFuzzTests {
  @Test func `damaged real files give a catalogue or one sentence, never a trap`() throws {
    guard let corpus = Corpus.shared else { return }
    // The corpus has its keys blotted out; one of the usual form and length takes their place.
    let key = (0..<50).map { "MIG\($0 * 7 % 10)" }.joined()
    let files = try corpus.allBytes().filter { !$0.bytes.isEmpty }.map { file, bytes in
      (file, Array(String(decoding: bytes, as: UTF8.self).replacing("SCRUBBED", with: key).utf8))
    }
    #expect(files.count { String(decoding: $0.1, as: UTF8.self).contains(key) } > 5)
    try damage(files, rounds: 40, secret: String(key.prefix(24)))
  }

  @Test func `a damaged catalogue gives a catalogue or one sentence, never a trap`() throws {
    let small = [("small.json", Array(Self.small.utf8)), ("Other.storekit", Array(Self.small.utf8))]
    try damage(small, rounds: 1_500, secret: "MIG0MIG7")
  }

  private func damage(_ files: [(file: String, bytes: [UInt8])], rounds: Int, secret: String) throws {
    var mutator = Mutator(seed: 7)
    var (read, refused) = (0, 0)
    for round in 0..<rounds {
      for (index, file) in files.enumerated() {
        let other = files[(index * 31 + round) % files.count].bytes
        let bytes = mutator.mutate(file.bytes, with: other)
        do throws(CatalogError) {
          let reading = try CatalogReader.read(bytes, file: file.file)
          read += 1
          checkAgainstWhole(reading, bytes, file.file)
          #expect(!reading.catalog.products.isEmpty || !reading.findings.isEmpty)
          check(reading.findings, secret)
        } catch {
          refused += 1
          #expect(throws: error) { try CatalogReader.readWhole(bytes, file: file.file) }
          #expect(!error.problem.isEmpty && !error.advice.isEmpty)
          #expect(!error.description.unicodeScalars.contains { $0.value < 32 })
          check(
            error.findings + [
              Finding(severity: .error, path: "", message: error.description, advice: error.advice)
            ], secret)
        }
      }
    }
    // Both outcomes must happen, or the damage is too weak or too strong to mean anything.
    #expect(read > 100 && refused > 100)
  }

  /// Product by product or whole, a text means the same.
  private func checkAgainstWhole(_ reading: CatalogReading, _ bytes: [UInt8], _ file: String) {
    let whole = try? CatalogReader.readWhole(bytes, file: file)
    guard let whole else {
      Issue.record("refused whole, and read: \(String(decoding: bytes, as: UTF8.self))")
      return
    }
    if whole.catalog != reading.catalog || whole.findings != reading.findings
      || whole.format != reading.format
    {
      Issue.record("read otherwise than whole: \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private func check(_ findings: [Finding], _ secret: String) {
    for finding in findings {
      if finding.message.isEmpty || finding.advice.isEmpty || finding.line == 0 || finding.column == 0 {
        Issue.record("an empty or unplaced finding: \(finding)")
      }
      let text = finding.description
      if text.contains(secret) { Issue.record("a secret is shown at \(finding.path)") }
    }
  }

  private static let small = """
    {app: {name: 'A', bundleId: 'b', seller: 's'}, groups: [{id: 'g', localizations: {en: 'G'}}], products: [
    {id: 'a', type: 'autoRenewable', localizations: {en: {title: 'T', description: 'D'}}, prices: {USA: '9.99'},
    group: 'g', level: 1, period: 'P1M', offers: [{id: 'o', kind: 'code', mode: 'payUpFront', period: 'P1M', periods: 2,
    prices: {USA: '1'}}]}, {id: 'c', type: 'consumable', prices: {USA: '1.00'}, content: {version: '1', size: 5}}]}
    """
}

/// Changes bytes at random: the same seed gives the same damage.
private struct Mutator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func mutate(_ bytes: [UInt8], with other: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(3) {
      guard !bytes.isEmpty else { return bytes }
      let place = below(bytes.count)
      let length = below(min(bytes.count - place, 1 << (1 + below(7)))) + 1
      switch below(8) {
      case 0: bytes[place] ^= 1 << UInt8(below(8))
      case 1: bytes.removeLast(bytes.count - place)
      case 2, 3: bytes.removeSubrange(place..<(place + length))
      case 4: bytes.insert(contentsOf: bytes[place..<(place + length)], at: below(bytes.count))
      case 5:
        let start = below(other.count)
        bytes.replaceSubrange(place..<(place + length), with: other[start..<min(other.count, start + 64)])
      case 6: bytes[place] = Array("{}[],:\"'\\0-.eE\u{0}\n".utf8)[below(16)]
      // A digit or letter for another keeps the JSON whole and changes what it says.
      default:
        for index in place..<(place + length)
        where (48...57).contains(bytes[index]) || (97...122).contains(bytes[index]) {
          bytes[index] = bytes[index] < 58 ? UInt8(48 + below(10)) : UInt8(97 + below(26))
        }
      }
    }
    return bytes
  }

  private mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
