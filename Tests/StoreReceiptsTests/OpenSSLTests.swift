import Foundation
import StoreCrypto
import Testing

@testable import StoreReceipts

/// What OpenSSL's own program says of our receipts.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/openssl"))) struct OpenSSLProgram {
  private func accepts(_ command: String, _ receipt: [UInt8], root: Certificate) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storefront-openssl-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(receipt).write(to: folder.appending(path: "receipt"))
    try Data(try root.pem()).write(to: folder.appending(path: "root.pem"))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = [
      command, "-verify", "-inform", "DER", "-in", folder.path + "/receipt", "-CAfile",
      folder.path + "/root.pem",
      "-out", folder.path + "/payload",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return false }
    let payload = try Data(contentsOf: folder.appending(path: "payload"))
    return Array(payload) == (try ReceiptContainer(receipt).payload)
  }

  @Test(arguments: ["cms", "smime"])
  func `openssl accepts our receipt and refuses a changed one and a foreign root`(command: String) throws {
    let receipt = try Sample.signed()
    let root = Sample.keys.receipts.root
    #expect(try accepts(command, receipt, root: root))
    #expect(try !accepts(command, receipt, root: Sample.keys.tokens.root))
    let payload = try ReceiptContainer(receipt).payload
    let start = try #require(receipt.firstRange(of: payload)?.lowerBound)
    for index in [start + 60, receipt.count - 5] {
      var changed = receipt
      changed[index] ^= 1
      #expect(try !accepts(command, changed, root: root), "byte \(index)")
    }
  }
}
