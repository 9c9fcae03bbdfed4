import Foundation
import StoreCrypto
import StoreModel
import StoreReceipts

extension Shell {
  /// Shows or verifies a receipt or a signed token of any origin.
  func receipt() throws -> ExitStatus {
    let actions = ReceiptAction.allCases.map(\.rawValue)
    guard let word = invocation.arguments.first else {
      throw UsageError(
        "What is to be done with a receipt?", advice: "Write 'storefront receipt show FILE' or 'verify FILE'."
      )
    }
    guard let action = ReceiptAction(rawValue: word) else {
      let near = nearest(to: word, in: actions)
      throw UsageError(
        "'storefront receipt' cannot '\(word.singleLine)'.",
        advice: (near.map { "Did you mean '\($0)'? " } ?? "") + "Choose \(actions.joined(separator: " or "))."
      )
    }
    guard invocation.arguments.count == 2 else {
      throw UsageError(
        "Which receipt?", advice: "Write 'storefront receipt \(word) FILE'; '-' reads standard input.")
    }
    let bytes = try receiptBytes(invocation.arguments[1])
    switch action {
    case .show: return try showReceipt(bytes)
    case .verify: return try verifyReceipt(bytes)
    }
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
      console.complain(error.sentences)
      return .usage
    }
    return .done
  }

  private func verifyReceipt(_ bytes: [UInt8]) throws -> ExitStatus {
    let device = try invocation.value(.deviceID).map(deviceBytes)
    let roots = try invocation.values(.root).flatMap(rootCertificates)
    let verdict: ReceiptVerdict
    if SignedToken.isLikely(bytes) {
      verdict = ReceiptVerdict(
        token: bytes, roots: roots,
        expecting: TokenExpectation(
          bundleID: invocation.value(.bundle), device: device.flatMap(UUID.init(bytes:))))
    } else {
      verdict = ReceiptVerdict(
        receipt: bytes, roots: roots,
        expecting: ReceiptExpectation(
          bundleID: invocation.value(.bundle), device: device, now: try environment().now()))
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
      let data = try FileHandle.standardInput.read(upToCount: ReceiptContainer.sizeLimit + 1)
      return data.map(Array.init) ?? []
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
  case show, verify
}

extension UUID {
  /// Nil unless there are 16 bytes.
  fileprivate init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension LocalizedError {
  /// What is wrong and what to do.
  var sentences: String {
    [errorDescription, recoverySuggestion].compactMap(\.self).joined(separator: " ").singleLine
  }
}
