import Purchasing
import StoreModel
import StoreReceipts
import StoreScript
import StoreSimulator

// What the client wants done, and the answers to it.
extension StoreConnection {
  /// Carries out an effect; its answer comes as an action. Leaving is the client's own affair.
  func carryOut(_ effect: Effect) {
    switch effect {
    case .run(let command, let request): run(command, request)
    case .loadLibrary: loadLibrary()
    case .loadTransactions(let before):
      load { (store) throws(StoreError) in
        .transactionsLoaded(
          try await store.transactions(before: before, limit: Self.pageSize), before: before)
      }
    case .loadJournal(let before):
      load { (store) throws(StoreError) in
        .journalLoaded(try await store.journal(before: before, limit: Self.pageSize), before: before)
      }
    case .readReceipt: readReceipt()
    case .sign(let subject): sign(subject)
    case .expireToast(let id, let delay):
      timers[id] = Task(executorPreference: environment.executor) {
        @MainActor @Sendable [weak self, environment] in
        do { try await environment.sleep(delay) } catch { return }
        self?.timers[id] = nil
        self?.client?.take([.toastExpired(id)])
      }
    case .gatherTitles(let texts): gatherTitles(of: texts)
    case .app(let act): carryOut(act)
    case .setMouse, .copy, .save, .openLink, .page, .rememberWelcome, .quit: break
    }
  }

  private func run(_ command: Command, _ request: RequestID) {
    // Agreed to is what is on the screen, whatever has come onto the desk since (K17).
    let shown = client?.shop.sheet?.payment
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, startTask, starts] in
      await startTask?.value
      guard let self, starts == self.starts else { return }
      let result: Result<CommandResult, StoreError>
      do throws(StoreError) {
        result = .success(try await self.session.run(command, shown: shown))
      } catch { result = .failure(error) }
      self.answer(of: starts) {
        self.onResult?(result)
        let refusal: StoreError? =
          switch result {
          case .success(let result): result.unjournalledRefusal
          case .failure(let error): error
          }
        self.client?.take([.answered(request, refusal: refusal)])
      }
    }
  }

  /// Does nothing when the app that answers has ended.
  private func answer(of starts: Int, _ body: () -> Void) {
    if starts == self.starts, !app.isKilled { body() }
  }

  private func load(_ read: @escaping @Sendable (AppStore) async throws(StoreError) -> Action) {
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, store, starts] in
      var action: Action
      do throws(StoreError) { action = try await read(store) } catch { action = .loadFailed(error) }
      self?.answer(of: starts) { self?.client?.take([action]) }
    }
  }

  /// Files, hashes and signatures are the book's affair, on another thread than the screen.
  private func readReceipt() {
    let now = environment.now()
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, session, starts] in
      let reading = await session.receipts?.reading(at: now) ?? .missing
      let explained = await self?.explained(reading) ?? reading
      self?.answer(of: starts) { self?.client?.take([.receiptRead(explained)]) }
    }
  }

  /// With the events that made the difference, as far as the books know them.
  private func explained(_ reading: ReceiptReading) async -> ReceiptReading {
    guard case .read(var report) = reading, case .difference(let difference) = report.change,
      let before = report.previousDate, let now = report.creationDate
    else { return reading }
    report.causes = try? await store.causes(of: difference, from: before, to: now)
    return .read(report)
  }

  private func sign(_ subject: TokenSubject) {
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, store, starts] in
      let result: Result<SignedTokens, StoreError>
      do throws(StoreError) {
        switch subject {
        case .transaction(let id): result = .success(try await store.signedTokens(of: id))
        case .notification(let entry): result = .success(try await store.signedNotification(of: entry))
        case .app: result = .success(try await store.signedAppTransaction())
        }
      } catch { result = .failure(error) }
      self?.answer(of: starts) { self?.client?.take([.signed(subject, result)]) }
    }
  }

  private func gatherTitles(of texts: ProductTexts) {
    let (progress, tell) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
    Task.detached(executorPreference: environment.executor) {
      _ = texts.makeTitleIndex { tell.yield($0) }
      tell.yield(1)
      tell.finish()
    }
    follow(progress, lasting: true) { $0.take([.titlesGathered(texts, progress: $1)]) }
  }

  /// One reading at a time; asked for meanwhile, it is read once more.
  private func loadLibrary() {
    guard !isReadingLibrary else {
      mustReadLibraryAgain = true
      return
    }
    guard let client else { return }
    isReadingLibrary = true
    let offers = client.shop.introductoryProducts
    let asOf = client.shop.facts.journal.first?.id
    Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, store, starts] in
      var action: Action
      do throws(StoreError) {
        let settings = try await store.settings()
        let library = try await store.status()
        var used: Set<GroupID> = []
        for (group, product) in offers where try await !store.isEligibleForIntroductoryOffer(product) {
          used.insert(group)
        }
        let lab = LabFacts(
          conditions: try await store.conditions(), held: await store.heldItems,
          roles: try await store.roles())
        action = .libraryLoaded(
          LibrarySnapshot(
            library: library, settings: settings, groupsWithUsedOffer: used, lab: lab, asOf: asOf))
      } catch {
        action = .loadFailed(error)
      }
      self?.answer(of: starts) { self?.libraryRead(action) }
    }
  }

  private func libraryRead(_ action: Action) {
    isReadingLibrary = false
    let isAskedForAgain = mustReadLibraryAgain
    mustReadLibraryAgain = false
    if isAskedForAgain { loadLibrary() }
    client?.take([action])
    if !isAskedForAgain { awaitExpiry() }
  }

  /// Reads the library again when the next subscription ends; one sleep, however long.
  private func awaitExpiry() {
    expiryTask?.cancel()
    let now = environment.now()
    let ends = client?.shop.facts.entitlements.values.compactMap(\.expiresAt).filter { $0 > now } ?? []
    guard let next = ends.min(), !isClosed else { return }
    expiryTask = Task(executorPreference: environment.executor) {
      @MainActor @Sendable [weak self, environment] in
      do { try await environment.sleep(.milliseconds(next.milliseconds - now.milliseconds)) } catch { return }
      self?.loadLibrary()
    }
  }
}

extension CommandResult {
  /// Why nothing came of it, when the journal could not say so: the ledger could not be written, a
  /// restore runs already, the app has stopped.
  fileprivate var unjournalledRefusal: StoreError? {
    let errors: [StoreError] =
      switch self {
      case .done, .purchase(.purchased), .purchase(.cancelled), .purchase(.deferred): []
      case .purchase(.failed(let error)), .purchase(.notDelivered(_, let error)): [error]
      case .restore(let result): result.failed.map(\.error)
      }
    return errors.first { [.ledgerUnavailable, .notRunning, .restoreInProgress].contains($0.reason) }
  }
}
