import StoreReceipts

extension Shell {
  /// Hands out what others have to trust to accept this store's receipts and signed transactions.
  func keys() async throws -> ExitStatus {
    guard let word = invocation.arguments.first else {
      throw UsageError("What is to be done with the keys?", advice: "Write 'storefront keys export DIR'.")
    }
    guard word == "export" else {
      throw UsageError(
        "'storefront keys' cannot '\(word.singleLine)'.", advice: "Write 'storefront keys export DIR'.")
    }
    guard invocation.arguments.count == 2 else {
      throw UsageError("Export to where?", advice: "Write 'storefront keys export DIR'.")
    }
    let location = try LedgerLocation(invocation, environment: console.environment)
    let files = try await location.keyRing.keys().exportRoots(to: invocation.arguments[1])
    if invocation.has(.json) {
      try console.print(json: ["files": files])
    } else {
      for file in files { console.print(file.singleLine) }
    }
    return .done
  }
}
