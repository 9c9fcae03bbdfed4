import FoundationEssentials
import StoreCatalog
import StoreCrypto
import StoreModel
import StoreReceipts

extension Shell {
  /// The keys that this ledger's store signs with, the device that it sells to, and the receipt that lies there.
  func receiptChecks() throws -> [DoctorCheck] {
    let location = try LedgerLocation(invocation, environment: console.environment)
    guard let folder = location.keyFolder, let file = location.receiptFile else { return [] }
    // A catalogue that cannot be read has a line of its own.
    let holder = try? ownHolder()
    var checks = [keyCheck(folder)]
    if let holder {
      checks.append(
        DoctorCheck("device", .good, "\(holder.deviceID.uuidString.lowercased()), from --seed \(try seed())"))
    }
    return checks + [receiptCheck(file, holder, trusting: try? SigningKeys.read(in: folder))]
  }

  /// The app and the device that this ledger's receipts are for.
  func ownHolder() throws -> ReceiptHolder {
    ReceiptHolder(bundleID: try readCatalog().reading.catalog.app.bundleID, seed: try seed())
  }

  private func keyCheck(_ folder: String) -> DoctorCheck {
    do throws(SigningKeysError) {
      guard let keys = try SigningKeys.read(in: folder) else {
        return DoctorCheck("keys", .good, "\(folder), made at the first purchase")
      }
      let kinds = [keys.receipts, keys.tokens].map { (try? $0.leaf.publicKey().kind) ?? "unknown" }
      let found = "\(folder), sound: receipts \(kinds[0]), signed transactions \(kinds[1])"
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder)
      guard let mode = attributes?[.posixPermissions] as? Int, mode & 0o077 != 0 else {
        return DoctorCheck("keys", .good, found)
      }
      return DoctorCheck(
        "keys", .odd, "\(found); others may look into the folder", advice: "Run 'chmod 700 \(folder)'.")
    } catch {
      return DoctorCheck("keys", .bad, error.inWords, advice: error.recoverySuggestion ?? "")
    }
  }

  private func receiptCheck(
    _ file: ReceiptFile, _ holder: ReceiptHolder?, trusting keys: SigningKeys?
  ) -> DoctorCheck {
    do throws(ReceiptError) {
      let roots = keys.map { [$0.receipts.root] } ?? []
      let expectation = holder?.expectation ?? ReceiptExpectation()
      let receipt = try ReceiptVerifier(roots: roots).verify(try file.read(), expecting: expectation).receipt
      let count = receipt.purchases.count
      return DoctorCheck(
        "receipt", .good, "\(file.path), valid, \(count) \(count == 1 ? "purchase" : "purchases")")
    } catch {
      if case .missing = error {
        return DoctorCheck("receipt", .good, "\(file.path), comes with the first purchase")
      }
      return DoctorCheck(
        "receipt", .odd, "\(file.path): \(error.inWords)",
        advice: "'storefront receipt refresh' has the store issue a new one.")
    }
  }
}
