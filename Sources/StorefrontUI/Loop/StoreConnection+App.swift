import Purchasing
import StoreModel
import StoreScript
import StoreSimulator

// The app as a whole: its end, its start, and what is set for it.
extension StoreConnection {
  /// Ends the app, in good order or as a kill leaves it, and starts it again. The client stays, and is told of all that
  /// comes to the journal meanwhile.
  func relaunch() {
    guard !isClosed else { return }
    starts += 1
    startsLeft += 1
    endedRun = app.runCount
    for task in followers + [expiryTask].compactMap(\.self) { task.cancel() }
    followers = []
    isReadingLibrary = false
    mustReadLibraryAgain = false
    client?.take([.appEnded(isKilled: app.isKilled)])
    startTask = Task(executorPreference: environment.executor) { @MainActor @Sendable [startTask] in
      await startTask?.value
      await self.startAgain()
    }
  }

  private func startAgain() async {
    await session.stop()
    listening?.cancel()
    await listening?.value
    listening = nil
    defer {
      startsLeft -= 1
      client?.take([])
    }
    guard !isClosed else { return }
    app.reinstall()
    await app.prepare()
    await followApp()
    await startApp([.loadLibrary])
  }

  /// The app was killed: the store goes on, and the app is started again.
  func revive() {
    guard app.isKilled, app.runCount != endedRun, !isClosed else { return }
    // A kill that was asked for stands there already.
    if moments.last?.act != .crash(after: nil) { moments.append(AppMoment(after: store.newestTold, nil)) }
    relaunch()
  }

  /// Does something to the app as a whole, and tells the client how it stands then.
  func carryOut(_ act: Act) {
    switch act {
    // What kills the app is set in the run that comes, not in the one that ends.
    case .crash(.some), .crashNever:
      guard startsLeft == 0 else {
        Task(executorPreference: environment.executor) { @MainActor @Sendable [weak self, startTask] in
          await startTask?.value
          self?.carryOut(act)
        }
        return
      }
    default: break
    }
    moments.append(AppMoment(after: store.newestTold, act))
    switch act {
    case .handler(let style, let beside): app.use(style, beside: beside)
    case .crash(nil):
      app.kill()
      if environment.executor == nil { revive() }
      return
    case .crash(let event): app.kill(after: event)
    case .crashNever: app.kill(after: nil)
    case .relaunch: return relaunch()
    default: return
    }
    client?.take([.appSet(AppFacts(app))])
  }
}
