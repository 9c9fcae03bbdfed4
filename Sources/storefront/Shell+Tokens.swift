import FoundationEssentials
import StoreModel
import StoreReceipts
import StoreSimulator

extension Shell {
  /// Prints a transaction, or its renewal info, as the store signs it for servers and clients.
  func showToken(of word: String?) async throws -> ExitStatus {
    guard let word else {
      throw UsageError(
        "The signed form of which transaction?",
        advice: "Write 'storefront receipt jws TRANSACTION'; 'storefront transactions' lists them.")
    }
    let store = try await OpenStore(self).store
    let newest = word == "last" ? try await store.transactions(before: nil, limit: 1).first?.id : nil
    guard let id = newest ?? TransactionID(word) else {
      throw UsageError(
        word == "last" ? "There is no transaction yet." : "'\(word.singleLine)' is no transaction.",
        advice: "Give its number, or 'last'; 'storefront transactions' lists them.")
    }
    let tokens = try await store.signedTokens(of: id)
    guard invocation.has(.renewal) else { return try show(tokens[.transaction]) }
    guard let renewal = tokens[.renewalInfo] else {
      throw StoreError(
        .clientInvalid, .other,
        subject: "Transaction \(id) is no subscription that renews: it has no renewal info.")
    }
    return try show(renewal)
  }

  /// Prints how the app itself came onto this device, signed.
  func showAppTransaction(_ extra: String?) async throws -> ExitStatus {
    if let extra {
      throw UsageError(
        "'storefront receipt app-transaction' takes no file, but '\(extra.singleLine)' was given.",
        advice: "Name the ledger with --state.")
    }
    return try show(try await OpenStore(self).store.signedAppTransaction()[.appTransaction])
  }

  private func show(_ token: TokenReading?) throws -> ExitStatus {
    guard let token else { preconditionFailure("The store signed something else than it was asked for.") }
    if invocation.has(.json) {
      var card = try TokenCard(try SignedToken(token.compact.utf8))
      card.token = token.compact
      try console.print(json: card)
    } else {
      console.print(invocation.has(.raw) ? token.compact : token.text())
    }
    return .done
  }
}

extension TokenReading {
  /// Header, payload with its dates explained, and the token itself.
  ///
  /// A value that is one of `others`, which are shown too, is named by its place and not repeated.
  func text(among others: [TokenReading] = []) -> String {
    let title = kind?.name ?? "signed token"
    let header = [["alg", algorithm]] + certificates.enumerated().map { ["x5c \($0)", $1] }
    let members = payload.map { member in
      let place = others.firstIndex { $0.compact == member.value }
      let value = place.map { "\(member.value.utf8.count) characters: token \($0 + 1) here" }
      return [member.name, value ?? member.value, member.date?.description ?? ""]
    }
    let lines =
      [title.prefix(1).uppercased() + title.dropFirst(), "", "Header", ""] + TextTable(header).lines
      + ["", "Payload", ""] + TextTable(members).lines + ["", "Raw", "", compact]
    return lines.joined(separator: "\n")
  }
}
