import StoreModel
import StoreReceipts

/// What can be looked at in its signed form.
public enum TokenSubject: Hashable, Sendable {
  case transaction(TransactionID)
  /// What the app's server is told of a journal entry, with the tokens in it.
  case notification(EventID)
  /// How the app itself came onto this device.
  case app
}

/// The signed form of something, open to be read: one token at a time, scrolled to a line.
public struct TokenReader: Hashable, Sendable {
  let subject: TokenSubject
  let signed: SignedTokens
  private(set) var shown = 0
  var top = 0

  init(_ subject: TokenSubject, _ signed: SignedTokens) {
    self.subject = subject
    self.signed = signed
  }

  var token: TokenReading? { signed.tokens.indices.contains(shown) ? signed.tokens[shown] : nil }
  var hasOther: Bool { signed.tokens.count > 1 }

  mutating func showOther() {
    shown = (shown + 1) % max(signed.tokens.count, 1)
    top = 0
  }
}
