import StoreModel
import StoreReceipts
import StoreScript

// The signed form of transactions and of the app: asked for, shown, taken along.
extension ShopState {
  /// What the key is about, or why it is about nothing.
  var tokenSubject: Result<TokenSubject, Reason> {
    switch screen {
    case .transactions:
      guard let transaction = selectedTransaction else { return .failure(Reason(emptyReason)) }
      return tokenSubject(of: transaction)
    case .receipt:
      guard let record = selectedRecord else {
        return receipt.report == nil ? .failure(Reason(noReceiptReason)) : .success(.app)
      }
      guard let id = TransactionID(record.transactionID) else {
        return .failure(Reason("The store has no transaction \(record.transactionID)."))
      }
      return .success(.transaction(id))
    case .lab:
      guard let transaction = labTransaction else {
        return .failure(Reason("Choose a transaction here first; then its signed form is shown."))
      }
      return tokenSubject(of: transaction)
    case .activity:
      guard let entry = selectedEntry else { return .failure(Reason(emptyReason)) }
      guard notification(of: entry) != nil else {
        return .failure(
          Reason("No server is told of this. Choose an entry about what was bought, refunded or taken back."))
      }
      return .success(.notification(entry.id))
    case .store, .library:
      return .failure(
        Reason(
          "Choose a transaction (\(keyMap.label(of: .showTransactions))) first; then its signed form is shown."
        ))
    }
  }

  private func tokenSubject(of transaction: Transaction) -> Result<TokenSubject, Reason> {
    guard let id = transaction.transactionIdentifier else {
      return .failure(
        Reason(
          "\(texts.name(of: transaction.productID)) \(transaction.standing): only what was bought or restored is signed."
        ))
    }
    return .success(.transaction(id))
  }

  var showingToken: Availability {
    if signing != nil { return .disabled("It is being signed. One moment.") }
    return switch tokenSubject {
    case .success: .enabled
    case .failure(let reason): .disabled(reason.text)
    }
  }

  mutating func askForToken() -> [Effect] {
    guard case .success(let subject) = tokenSubject else { return [] }
    signing = subject
    return [.sign(subject)]
  }

  /// Opens it, unless something else has been opened meanwhile.
  mutating func take(signed subject: TokenSubject, _ result: Result<SignedTokens, StoreError>) -> [Effect] {
    guard signing == subject else { return [] }
    signing = nil
    switch result {
    case .failure(let error): return say(failed: "Nothing was signed.", error, attempt: nil)
    case .success(let signed):
      guard dialog == nil, sheet == nil, menu == nil, !isTypingFilter else { return [] }
      dialog = .token(TokenReader(subject, signed))
      return []
    }
  }

  var showingOtherToken: Availability {
    if case .token(let reader) = dialog, reader.hasOther { return .enabled }
    return .disabled("There is one token here: only subscriptions have renewal info.")
  }

  mutating func showOtherToken(by step: Int) -> [Effect] {
    changeReader { $0.showOther(by: step) }
  }

  var foldingToken: Availability {
    if case .token(let reader) = dialog, page(of: reader)?.canFold == true { return .enabled }
    return .disabled("All of the raw text is here.")
  }

  mutating func foldToken() -> [Effect] { changeReader { $0.toggleFold() } }

  private mutating func changeReader(_ change: (inout TokenReader) -> Void) -> [Effect] {
    guard case .token(var reader) = dialog else { return [] }
    change(&reader)
    dialog = .token(reader)
    return []
  }
}
