import StoreModel

/// One or more actions that are done as one: neighbours of one kind share a commit.
package enum HandlerStep: Hashable, Sendable {
  case validate([TransactionID])
  case deliver([Transaction])
  case finish([TransactionID])
  case single(HandlerAction)

  /// What is done, one by one.
  var actions: [HandlerAction] {
    switch self {
    case .validate(let ids): [.validateReceipt(ids)]
    case .deliver(let transactions): transactions.map { .deliver($0) }
    case .finish(let ids): ids.map { .finish($0) }
    case .single(let action): [action]
    }
  }

  /// The actions in their order; a thousand deliveries in a row are one step, and so is the validation for
  /// all of them.
  package static func steps(of actions: [HandlerAction]) -> [HandlerStep] {
    var steps: [HandlerStep] = []
    var validations: [TransactionID]?
    var deliveries: [Transaction] = []
    var finishes: [TransactionID] = []
    func close() {
      if let validations { steps.append(.validate(validations)) }
      validations = nil
      if !deliveries.isEmpty { steps.append(.deliver(deliveries)) }
      if !finishes.isEmpty { steps.append(.finish(finishes)) }
      deliveries = []
      finishes = []
    }
    for action in actions {
      switch action {
      case .validateReceipt(let ids):
        if !deliveries.isEmpty || !finishes.isEmpty { close() }
        validations = (validations ?? []) + ids
      case .deliver(let transaction):
        if validations != nil || !finishes.isEmpty { close() }
        deliveries.append(transaction)
      case .finish(let id):
        if validations != nil || !deliveries.isEmpty { close() }
        finishes.append(id)
      default:
        close()
        steps.append(.single(action))
      }
    }
    close()
    return steps
  }
}
