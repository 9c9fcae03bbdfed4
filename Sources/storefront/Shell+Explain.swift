import StoreModel
import StoreScript

extension Shell {
  /// Explains an error by its name, or lists those that there are.
  func explain() async throws -> ExitStatus {
    guard let name = invocation.arguments.first else { return try listErrors() }
    guard let error = Self.error(named: name) else {
      let names = StoreFailure.names + StoreError.Reason.allCases.map(\.rawValue)
      throw UsageError(
        "There is no error '\(name.singleLine)'.",
        advice: nearest(to: name, in: names).map { "Did you mean '\($0)'?" }
          ?? "'storefront explain' lists them all.")
    }
    let explanation = error.explanation
    if invocation.has(.json) {
      try console.print(json: ErrorRecord(name: name, code: error.code.rawValue, explanation: explanation))
      return .done
    }
    console.print(
      TextTable([
        ["Cause", explanation.cause], ["Fault", explanation.fault.rawValue], ["App shows", explanation.show],
        ["Next", explanation.next], ["Code", "\(StoreError.domain) \(error.code.rawValue)"],
      ]).lines.joined(separator: "\n"))
    return .done
  }

  private func listErrors() throws -> ExitStatus {
    let records = StoreFailure.names.map { ErrorRecord(failure: StoreFailure($0)) }
    if invocation.has(.json) {
      try console.print(json: ["errors": records])
    } else {
      console.print(
        TextTable(
          [["ERROR", "OF", "CAUSE"]] + records.map { [$0.name, $0.family ?? "", $0.explanation.cause] }
        )
        .lines.joined(separator: "\n"))
    }
    return .done
  }

  /// By StoreKit's name, by verifyReceipt's status, or by the reason that the journal gives.
  private static func error(named name: String) -> StoreError? {
    if StoreFailure(name).isKnown { return StoreFailure(name).error }
    return StoreError.Reason(rawValue: name).map { StoreError(.unknown, $0) }
  }
}

private struct ErrorRecord: Codable {
  let name: String
  var family: String?
  let code: Int
  let explanation: StoreExplanation

  init(name: String, code: Int, explanation: StoreExplanation) {
    self.name = name
    self.code = code
    self.explanation = explanation
  }

  init(failure: StoreFailure) {
    self.init(
      name: failure.rawValue, code: failure.error.code.rawValue, explanation: failure.error.explanation)
    family = failure.family?.rawValue
  }
}
