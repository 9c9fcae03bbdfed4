import StoreLedger
import StoreModel

/// What each account may do by itself.
extension AppStore {
  /// What each account may do by itself; who is not named is an adult.
  public func roles() throws(StoreError) -> [AccountID: AccountRole] {
    try read { try self.roles(in: $0) }
  }

  func roles(in ledger: any LedgerReader) throws -> [AccountID: AccountRole] {
    let prefix = "role "
    return try ledger.settings().reduce(into: [:]) { roles, setting in
      guard setting.key.hasPrefix(prefix), let role = AccountRole(rawValue: setting.value) else { return }
      roles[AccountID(rawValue: String(setting.key.dropFirst(prefix.count)))] = role
    }
  }

  func set(_ role: AccountRole, of account: AccountID, _ command: Command) async throws(StoreError) {
    if account.rawValue.allSatisfy(\.isWhitespace) {
      throw StoreError(.clientInvalid, .other, subject: "An account needs a name.")
    }
    try await write { ledger in
      let now = environment.now()
      let cause = try ledger.append(.command(command), at: now, cause: nil)
      guard try roles(in: ledger)[account] ?? .adult != role else { return }
      try ledger.set("role \(account)", to: role.rawValue)
      _ = try ledger.append(.roleChanged(account, role), at: now, cause: cause)
    }
  }
}
