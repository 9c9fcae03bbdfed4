import Testing

extension ProgramTests {
  /// `storefront explain`, and the filter of `storefront transactions`.
  @Suite struct Explain {
    @Test func `an error is explained by StoreKit's name, by status and by the journal's reason`() throws {
      let home = try Home()
      let kit = try home.expect(0, "explain", "paymentNotAllowed")
      #expect(kit.output.contains("Purchases are not allowed") && kit.output.contains("SKErrorDomain 4"))
      #expect(try home.expect(0, "explain", "21007").output.contains("sandbox"))
      #expect(try home.expect(0, "explain", "unfinishedPurchase").output.contains("not finished yet"))
      let wrong = try home.expect(2, "explain", "paymentNotAlowed")
      #expect(wrong.errors.contains("Did you mean 'paymentNotAllowed'?"))
    }

    @Test func `without a name every error is listed, and as JSON with all that is known`() throws {
      let home = try Home()
      #expect(try home.expect(0, "explain").lines.count > 40)
      let one = try home.expect(0, "explain", "duplicateRequest", "--json").output
      #expect(one.contains(#""fault""#) && one.contains(#""customer""#))
    }

    @Test func `transactions are narrowed by words that all have to fit`() throws {
      let home = try Home()
      let file = home.path + "/shop.sqlite"
      try home.expect(
        0, "exec", "--state", file, "buy cocoa", "confirm", "role mia child", "account mia",
        "buy planetarium", "confirm")
      let waiting = try home.expect(
        0, "transactions", "--state", file, "--filter", "state:deferred account:mia")
      #expect(waiting.output.contains("planetarium") && !waiting.output.contains("cocoa"))
      #expect(
        try home.expect(0, "transactions", "--state", file, "--filter", "cocoa is:finished").lines.count == 2)
      let none = try home.expect(0, "transactions", "--state", file, "--filter", "is:revoked")
      #expect(none.output.contains("No transaction fits the filter."))
    }
  }
}
