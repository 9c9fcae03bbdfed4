import StoreReceipts

extension Shell {
  /// Hands out what others have to trust to accept this store's receipts and signed transactions, and what a server
  /// proves itself with to verifyReceipt.
  func keys() async throws -> ExitStatus {
    let usage = "Write 'storefront keys export DIR' or 'storefront keys secret'."
    guard let word = invocation.arguments.first else {
      throw UsageError("What is to be done with the keys?", advice: usage)
    }
    let location = try LedgerLocation(invocation, environment: console.environment)
    switch word {
    case "export":
      guard invocation.arguments.count == 2 else {
        throw UsageError("Export to where?", advice: "Write 'storefront keys export DIR'.")
      }
      let files = try await location.keyRing.keys().exportRoots(to: invocation.arguments[1])
      if invocation.has(.json) {
        try console.print(json: ["files": files])
      } else {
        for file in files { console.print(file.singleLine) }
      }
    case "secret":
      if let extra = invocation.arguments.dropFirst().first {
        throw UsageError(
          "'storefront keys secret' takes no folder, but '\(extra.singleLine)' was given.",
          advice: "Name the ledger with --state.")
      }
      let secret = try await location.keyRing.keys().sharedSecret()
      if invocation.has(.json) { try console.print(json: ["secret": secret]) } else { console.print(secret) }
    default:
      throw UsageError("'storefront keys' cannot '\(word.singleLine)'.", advice: usage)
    }
    return .done
  }
}
