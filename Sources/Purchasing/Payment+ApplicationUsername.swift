import StoreCrypto
import StoreModel

extension Payment {
  /// The name under which an app tells the store about one of its own accounts: SHA-256 as lower-case hex (R145).
  ///
  /// The same account always gives the same 64 characters, and the account cannot be read from them.
  public static func applicationUsername(for account: String) -> String {
    let digest = SHA256Digest()
    digest.update(Array(account.utf8))
    return digest.finish()
  }
}
