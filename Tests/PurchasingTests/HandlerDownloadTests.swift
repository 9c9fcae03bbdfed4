import Purchasing
import StoreModel
import StoreTesting
import Testing

/// Rules R146 to R150 as the handler and the queue keep them.
@Suite(.timeLimit(.minutes(1)))
struct HandlerDownloadTests {
  private func atlas(_ state: DownloadState, failure: String? = nil) -> HandlerInput {
    .update(
      .updatedDownloads([
        Download(
          productID: SampleCatalog.atlas, transactionID: 1, contentVersion: "1.0",
          expectedContentLength: 100, state: state, failure: failure)
      ]))
  }

  private func boughtAtlas(atomically: Bool = true) -> HandlerStage {
    var stage = HandlerStage()
    stage.buy(1, .atlas, atomically: atomically)
    let actions = stage.run(
      stage.update(.make(1, .purchased, .atlas)), hosted: [SampleCatalog.atlas])
    #expect(actions.words == ["deliver 1", "download 1"])
    return stage
  }

  @Test func `R146: hosted content is brought at once, and success is withheld`() {
    var stage = boughtAtlas()
    #expect(stage.state.handle(atlas(.waiting)).isEmpty)
    #expect(stage.run(stage.state.handle(atlas(.finished))).words == ["finish 1", "answer 1 purchased 1"])
  }

  @Test func `R146: without a content source nothing is looked at or downloaded`() async throws {
    let downloads = NotedDownloads()
    try await withHandler(Stage(downloads: downloads)) { _, handler in
      guard case .purchased = await handler.purchase(.atlas) else { return #expect(Bool(false)) }
    }
    #expect(downloads.log.items == ["launch"])
  }

  @Test(arguments: [DownloadState.waiting, .active, .paused])
  func `R148: while a download is pending the transaction is not finished`(state: DownloadState) {
    var stage = boughtAtlas()
    #expect(stage.state.handle(atlas(state)).isEmpty)
  }

  @Test func `R148: a download that failed or was cancelled concludes the transaction with the reason`() {
    var failed = boughtAtlas()
    let actions = failed.run(failed.state.handle(atlas(.failed, failure: "The disk is full.")))
    #expect(actions.words == ["finish 1", "answer 1 notDelivered 1 downloadFailed"])
    guard case .answerPurchase(_, .notDelivered(_, let error)) = actions.last else {
      return #expect(Bool(false))
    }
    #expect(error.errorDescription?.hasSuffix("The disk is full.") == true)

    var cancelled = boughtAtlas()
    #expect(
      cancelled.run(cancelled.state.handle(atlas(.cancelled))).words == [
        "finish 1", "answer 1 notDelivered 1 downloadCancelled",
      ])
  }

  @Test func `R148: not atomically, the app finishes when the download has ended`() {
    var stage = boughtAtlas(atomically: false)
    #expect(stage.state.handle(atlas(.finished)).words == ["answer 1 purchased 1 needsFinish"])
  }

  @Test func `R148: a purchase of an earlier run waits for its download, too`() {
    var stage = HandlerStage()
    let actions = stage.run(
      stage.update(.make(1, .purchased, .atlas), .make(2, .purchased)), hosted: [SampleCatalog.atlas])
    #expect(actions.words == ["deliver 1", "deliver 2", "download 1", "finish 2"])
    #expect(stage.run(stage.state.handle(atlas(.finished))).words == ["finish 1", #"complete ["1", "2"]"#])
  }

  @Test func `R148: two transactions that wait for one download both conclude with it`() {
    var stage = boughtAtlas()
    _ = stage.run(stage.update(.make(5, .purchased, .atlas)), hosted: [SampleCatalog.atlas])
    let actions = stage.run(stage.state.handle(atlas(.finished))).words
    #expect(actions == ["finish 1", "finish 5", "answer 1 purchased 1", #"complete ["5"]"#])
  }

  @Test func `a restore brings no content by itself`() {
    var stage = HandlerStage()
    stage.restore()
    let actions = stage.run(stage.update(.make(1, .restored, .atlas)), hosted: [SampleCatalog.atlas])
    #expect(actions.words == ["deliver 1", "finish 1"])
  }

  @Test func `a download that cannot be started leaves the purchase unfinished`() {
    var stage = boughtAtlas()
    #expect(
      stage.state.handle(.downloadRefused(1, .ledger)).words == [
        "answer 1 notDelivered 1 needsFinish ledgerUnavailable"
      ])
    #expect(stage.state.handle(atlas(.finished)).isEmpty)
  }

  @Test func `R149: the queue forwards what is asked of downloads, and tells every change to one callback`()
    async throws
  {
    let downloads = NotedDownloads()
    let told = Log<Download>()
    try await withHandler(Stage(downloads: downloads)) { stage, handler in
      await handler.onUpdatedDownloads { told.append(contentsOf: $0) }
      let product = SampleCatalog.atlas
      try await stage.queue.startDownload(of: product)
      try await stage.queue.pauseDownload(of: product)
      try await stage.queue.resumeDownload(of: product)
      try await stage.queue.cancelDownload(of: product)
      try await stage.queue.deleteDownload(of: product)
      for state in [DownloadState.waiting, .active, .paused, .cancelled] {
        downloads.tell.yield(
          Download(
            productID: product, transactionID: nil, contentVersion: "1", expectedContentLength: 9,
            state: state))
      }
      try await told.wait(for: "the last change") { $0.last?.state == .cancelled }
    }
    #expect(
      downloads.log.items == [
        "launch", "start atlas", "pause atlas", "resume atlas", "cancel atlas", "delete atlas",
      ])
    #expect(told.items.map(\.state) == [.waiting, .active, .paused, .cancelled])
  }

  @Test func `R149: a queue without downloads refuses them with a sentence`() async throws {
    let stage = Stage()
    await #expect(
      throws: StoreError(.clientInvalid, .downloadUnavailable, subject: "This app downloads no content.")
    ) { try await stage.queue.startDownload(of: SampleCatalog.atlas) }
  }

  @Test func `progress that nobody was told yet gives way to newer progress`() async throws {
    let downloads = NotedDownloads()
    let stage = Stage(downloads: downloads)
    try await stage.queue.launch()
    func progress(_ length: Int64, _ state: DownloadState = .active) -> Download {
      Download(
        productID: SampleCatalog.atlas, transactionID: nil, contentVersion: "1",
        expectedContentLength: 900, state: state, receivedLength: length)
    }
    for length in 1...500 { downloads.tell.yield(progress(Int64(length))) }
    downloads.tell.yield(progress(900, .finished))
    downloads.tell.finish()
    // With nobody attached, 500 steps wait as one. The queue's reader ends with the stream.
    await stage.queue.downloadsWereRead()
    await stage.queue.add(stage.recorder)
    try await stage.recorder.wait(for: "atlas finished")
    #expect(stage.recorder.words == ["drained", "atlas active", "atlas finished"])
    await stage.queue.stop()
  }
}
