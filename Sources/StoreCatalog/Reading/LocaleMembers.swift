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
    let parts = rawValue.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.utf8.count), parts.count <= 3,
      rawValue.utf8.allSatisfy({ $0 == 45 || (48...57).contains($0) || (65...90).contains($0 & 0xDF) })
    else { return false }
    return parts.dropFirst().allSatisfy { (2...4).contains($0.utf8.count) }
  }
}
