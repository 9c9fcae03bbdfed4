import StoreModel

/// Products requests that are under way: callers who ask for the same products share one.
///
/// Each caller gets the one answer once (R151, R154). A request is forgotten with its answer, so that nothing is
/// cached (R152) and nobody joins one that has ended (R155). Others run beside it (R153). A caller that is cancelled
/// takes nothing away from those who share with it.
actor ProductRequests {
  private typealias Answer = Result<ProductsResponse, StoreError>

  private let store: any StoreService
  private let executor: (any TaskExecutor)?
  private var underWay: [Set<ProductID>: Task<Answer, Never>] = [:]
  /// Those who wait for an answer now.
  private(set) var callerCount = 0

  init(store: any StoreService, executor: (any TaskExecutor)?) {
    self.store = store
    self.executor = executor
  }

  func products(for ids: [ProductID]) async throws(StoreError) -> ProductsResponse {
    let key = Set(ids)
    let request = underWay[key] ?? Task(executorPreference: executor) { await self.ask(for: ids, key) }
    underWay[key] = request
    callerCount += 1
    defer { callerCount -= 1 }
    return try await request.value.get()
  }

  private func ask(for ids: [ProductID], _ key: Set<ProductID>) async -> Answer {
    let answer: Answer
    do throws(StoreError) {
      answer = .success(try await store.products(for: ids))
    } catch {
      answer = .failure(error)
    }
    // Before anyone hears the answer: who asks from now on asks anew.
    underWay[key] = nil
    return answer
  }
}
