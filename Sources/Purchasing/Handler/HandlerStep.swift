import StoreModel

/// One or more actions that are done as one: neighbours of one kind share a commit.
package enum HandlerStep: Hashable, Sendable {
  case deliver([Transaction])
  case finish([TransactionID])
  case single(HandlerAction)

  /// What is done, one by one.
  var actions: [HandlerAction] {
    switch self {
    case .deliver(let transactions): transactions.map { .deliver($0) }
    case .finish(let ids): ids.map { .finish($0) }
    case .single(let action): [action]
    }
  }

  /// The actions in their order; a thousand deliveries in a row are one step.
  package static func steps(of actions: [HandlerAction]) -> [HandlerStep] {
    var steps: [HandlerStep] = []
    var deliveries: [Transaction] = []
    var finishes: [TransactionID] = []
    func close() {
      if !deliveries.isEmpty { steps.append(.deliver(deliveries)) }
      if !finishes.isEmpty { steps.append(.finish(finishes)) }
      deliveries = []
      finishes = []
    }
    for action in actions {
      switch action {
      case .deliver(let transaction):
        if !finishes.isEmpty { close() }
        deliveries.append(transaction)
      case .finish(let id):
        if !deliveries.isEmpty { close() }
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
