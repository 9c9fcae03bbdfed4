import JSONSyntax
import StoreModel

/// The members of an object whose keys are languages; odd and doubled keys are reported.
struct LocaleMembers {
  private let members: [(locale: LocaleID, value: JSONValue)]

  init(_ members: [JSONObject.Member], log: FindingLog) {
    var seen: Set<LocaleID> = []
    self.members = members.compactMap { member in
      guard let locale = Self.locale(member.key, at: member.keyOffset, log: log) else { return nil }
      guard seen.insert(locale).inserted else {
        log.add(
          .warning, at: member.keyOffset, "the language \(locale) is given twice; the first one counts",
          "Remove one of the two.")
        return nil
      }
      return (locale, member.value)
    }
  }

  func compactMap<Result>(_ transform: (LocaleID, JSONValue) -> Result?) -> [Result] {
    members.compactMap { transform($0.locale, $0.value) }
  }

  /// Reads a language id; nil, with a warning, when it has not the form of one.
  static func locale(_ text: String, at offset: Int, log: FindingLog) -> LocaleID? {
    let locale = LocaleID(text)
    if locale.isWellFormed { return locale }
    log.add(
      .warning, at: offset, "\(text.quoted) is no language and is ignored",
      "Write a language such as en, pt-BR or zh-Hans.")
    return nil
  }
}

extension LocaleID {
  /// True for a language of two or three letters, then perhaps a script and a region.
  var isWellFormed: Bool {
    // The lengths of the parts; a language has two or three letters, what follows it up to four.
    var part = 0
    var length = 0
    for byte in rawValue.utf8 {
      switch byte {
      case UInt8(ascii: "-"):
        guard length >= 2, part < 2 else { return false }
        part += 1
        length = 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        length += 1
        guard length <= (part == 0 ? 3 : 4) else { return false }
      default: return false
      }
    }
    return length >= 2
  }
}
