import StoreModel
import StoreReceipts
import TerminalKit

/// What can be looked at in its signed form.
public enum TokenSubject: Hashable, Sendable {
  case transaction(TransactionID)
  /// What the app's server is told of a journal entry, with the tokens in it.
  case notification(EventID)
  /// How the app itself came onto this device.
  case app
}

/// The signed form of something, open to be read: one token at a time, scrolled to a line.
///
/// There may be any number of tokens of any kind: a transaction and its renewal info, or a notification and what it
/// holds.
public struct TokenReader: Hashable, Sendable {
  let subject: TokenSubject
  let signed: SignedTokens
  private(set) var shown = 0
  var top = 0
  /// Whether all of the raw text is shown, however long.
  private(set) var isUnfolded = false

  init(_ subject: TokenSubject, _ signed: SignedTokens) {
    self.subject = subject
    self.signed = signed
  }

  var token: TokenReading? { signed.tokens.indices.contains(shown) ? signed.tokens[shown] : nil }
  var hasOther: Bool { signed.tokens.count > 1 }

  /// Goes on to another token, round and round, back for a step below 0.
  mutating func showOther(by step: Int = 1) {
    let count = max(signed.tokens.count, 1)
    show((shown + step % count + count) % count)
  }

  mutating func show(_ place: Int) {
    shown = place
    top = 0
  }

  mutating func toggleFold() {
    isUnfolded.toggle()
    top = 0
  }

  /// Which of the tokens a text is, from 0; nil for any other text.
  func place(of compact: String) -> Int? { signed.tokens.firstIndex { $0.compact == compact } }
}

/// The three parts of a token, as everybody who debugs them colours them.
enum TokenPart: Int, CaseIterable {
  case header, payload, signature

  var name: String {
    switch self {
    case .header: "Header"
    case .payload: "Payload"
    case .signature: "Signature"
    }
  }

  /// Red, violet or blue, green: the part is named besides, for whoever sees no colours.
  var role: Theme.Role {
    switch self {
    case .header: .error
    case .payload: .progress
    case .signature: .success
    }
  }
}
