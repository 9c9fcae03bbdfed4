import FoundationEssentials
import Glibc
import Purchasing
import StoreCatalog
import StoreCrypto
import StoreModel
import StoreReceipts

extension Shell {
  /// Shows or verifies a receipt or a signed token of any origin; looks after the one of this ledger's app.
  func receipt() async throws -> ExitStatus {
    let actions = ReceiptAction.allCases.map(\.rawValue)
    guard let word = invocation.arguments.first else {
      throw UsageError(
        "What is to be done with a receipt?", advice: "Write 'storefront receipt show' or 'verify FILE'.")
    }
    guard let action = ReceiptAction(rawValue: word) else {
      let near = nearest(to: word, in: actions)
      throw UsageError(
        "'storefront receipt' cannot '\(word.singleLine)'.",
        advice: (near.map { "Did you mean '\($0)'? " } ?? "")
          + "Choose \(actions.dropLast().joined(separator: ", ")) or \(actions.last ?? "")."
      )
    }
    let file = invocation.arguments.dropFirst().first
    switch action {
    case .show: return try showReceipt(try file.map(receiptBytes) ?? ownReceipt().read())
    case .verify:
      return try verifyReceipt(try file.map(receiptBytes) ?? ownReceipt().read(), isOwn: file == nil)
    case .diff, .refresh:
      if let file {
        throw UsageError(
          "'storefront receipt \(word)' takes no file, but '\(file.singleLine)' was given.",
          advice: "Name the ledger with --state.")
      }
      return try await action == .diff ? compareReceipts() : refreshReceipt()
    case .export: return try exportReceipt(to: file)
    case .answer: return try await answerReceipt(try file.map(receiptBytes) ?? ownReceipt().read())
    case .jws: return try await showToken(of: file)
    case .appTransaction: return try await showAppTransaction(file)
    }
  }

  private func location() throws(UsageError) -> LedgerLocation {
    try LedgerLocation(invocation, environment: console.environment)
  }

  /// The receipt of the ledger's app, whether it is there or not.
  private func ownReceipt() throws(UsageError) -> ReceiptFile {
    guard let file = try location().receiptFile else {
      preconditionFailure("This command has no --ephemeral.")
    }
    return file
  }

  private func compareReceipts() throws -> ExitStatus {
    let file = try ownReceipt()
    let new = try ReceiptContainer(try file.read())
    let difference: ReceiptDifference
    do throws(ReceiptError) {
      difference = try ReceiptDifference(from: try ReceiptContainer(try file.readPrevious()), to: new)
    } catch {
      guard case .missing = error else { throw error }
      console.note("There is no earlier receipt: everything in this one is new.")
      difference = try ReceiptDifference(first: new)
    }
    let card = DifferenceCard(difference)
    if invocation.has(.json) { try console.print(json: card) } else { console.print(card.text) }
    return .done
  }

  private func refreshReceipt() async throws -> ExitStatus {
    let file = try ownReceipt()
    let open = try await OpenStore(self)
    return try await open.whileStarted {
      try await open.applySettings()
      _ = try await open.session.run(.refreshReceipt)
      let receipt = try ReceiptContainer(try file.read()).receipt()
      if invocation.has(.json) {
        try console.print(json: ["receipt": file.path])
      } else {
        let count = receipt.purchases.count
        console.print(
          "A new receipt with \(count) \(count == 1 ? "purchase" : "purchases") is at \(file.path)."
            .singleLine)
      }
      return .done
    }
  }

  private func exportReceipt(to path: String?) throws -> ExitStatus {
    guard let path else {
      throw UsageError(
        "Export to where?", advice: "Write 'storefront receipt export FILE'; '-' prints base64.")
    }
    let bytes = try ownReceipt().read()
    if path == "-" {
      console.print(Data(bytes).base64EncodedString())
      return .done
    }
    // A device or a pipe would be replaced by a file.
    let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    guard type == nil || type == .typeRegular else {
      throw UsageError(
        "'\(path.singleLine)' is no file that can be replaced.", advice: "Name a file; '-' prints base64.")
    }
    try ReceiptFile(path).replace(with: bytes, keepsOld: false)
    if invocation.has(.json) { try console.print(json: ["receipt": path]) }
    return .done
  }

  private func showReceipt(_ bytes: [UInt8]) throws -> ExitStatus {
    do {
      if SignedToken.isLikely(bytes) {
        let card = try TokenCard(try SignedToken(bytes))
        if invocation.has(.json) { try console.print(json: card) } else { console.print(card.text) }
      } else {
        let card = try ReceiptCard(try ReceiptContainer(bytes))
        if invocation.has(.json) { try console.print(json: card) } else { console.print(card.text) }
      }
    } catch let error as any LocalizedError where error is ReceiptError || error is TokenError {
      console.complain(error.sentences.singleLine)
      return .usage
    }
    return .done
  }

  private func verifyReceipt(_ bytes: [UInt8], isOwn: Bool) throws -> ExitStatus {
    let device = try invocation.value(.deviceID).map(deviceBytes)
    var roots = try invocation.values(.root).flatMap(rootCertificates)
    let trustsApple = roots.isEmpty && !isOwn
    if roots.isEmpty, let keys = try location().keyFolder.flatMap(SigningKeys.read) {
      roots = isOwn ? [keys.receipts.root] : [keys.receipts.root, keys.tokens.root]
    }
    let verdict: ReceiptVerdict
    if SignedToken.isLikely(bytes) {
      verdict = ReceiptVerdict(
        token: bytes, roots: roots, trustsApple: trustsApple,
        expecting: TokenExpectation(
          bundleID: invocation.value(.bundle), device: device.flatMap(UUID.init(bytes:))))
    } else {
      // This app on this device has to find its own receipt good.
      var expectation = isOwn ? try ownHolder().expectation : ReceiptExpectation()
      if let bundle = invocation.value(.bundle) { expectation.bundleID = bundle }
      if let device { expectation.device = device }
      expectation.now = try environment().now()
      verdict = ReceiptVerdict(
        receipt: bytes, roots: roots, trustsApple: trustsApple, expecting: expectation)
    }
    if invocation.has(.json) {
      try console.print(json: verdict)
    } else if verdict.isValid {
      console.print(verdict.text)
    } else {
      console.complain(verdict.text)
    }
    return verdict.isValid ? .done : .refused
  }

  /// The bytes of a file, or of standard input for `-`.
  private func receiptBytes(_ path: String) throws -> [UInt8] {
    if path == "-" {
      return OpenFile.bytes(of: STDIN_FILENO, limit: ReceiptContainer.sizeLimit) ?? []
    }
    do throws(ReceiptError) {
      return try ReceiptFile(path).read()
    } catch {
      throw UsageError(
        (error.errorDescription ?? "").singleLine, advice: "Name a file that holds a receipt or a token.")
    }
  }

  private func rootCertificates(_ path: String) throws -> [Certificate] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UsageError(
        "The root '\(path.singleLine)' cannot be read.", advice: "Name a certificate file, DER or PEM.")
    }
    do throws(CryptoError) {
      return try Certificate.all(in: Array(data))
    } catch {
      throw UsageError(
        "'\(path.singleLine)' is no certificate: \(error.reason).", advice: "Name one in DER or PEM.")
    }
  }

  private func deviceBytes(_ text: String) throws(UsageError) -> [UInt8] {
    guard let bytes = DeviceHash.device(text) else {
      throw UsageError(
        "--device cannot be '\(text.singleLine)'.",
        advice: "Write a UUID (identifierForVendor) or, for macOS, a MAC address such as 02:42:ac:11:00:02.")
    }
    return bytes
  }
}

/// What `storefront receipt` can be asked to do.
enum ReceiptAction: String, CaseIterable {
  case show, verify, diff, refresh, export, answer, jws
  case appTransaction = "app-transaction"
}

extension UUID {
  /// Nil unless there are 16 bytes.
  fileprivate init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
