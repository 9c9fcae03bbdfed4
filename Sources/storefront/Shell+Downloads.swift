import FoundationEssentials
import Purchasing
import StoreModel
import StoreSimulator
import Synchronization

extension Shell {
  /// Lists downloads, or carries out an action on one and waits until it has ended.
  func downloads() async throws -> ExitStatus {
    guard let word = invocation.arguments.first else { return try await listDownloads() }
    guard let action = Command.DownloadAction(rawValue: word) else {
      let actions = Command.DownloadAction.allCases.map(\.rawValue)
      let near = nearest(to: word, in: actions)
      throw UsageError(
        "'\(word.singleLine)' is nothing to do with a download.",
        advice: (near.map { "Did you mean '\($0)'? " } ?? "") + "Write \(actions.joined(separator: ", ")).")
    }
    guard invocation.arguments.count == 2 else {
      throw UsageError("Which product?", advice: "Write 'storefront downloads \(word) PRODUCT'.")
    }
    let id = ProductID(invocation.arguments[1])
    let open = try await OpenStore(self)
    return try await open.whileStarted {
      try await open.applySettings()
      await reportDownloads(of: open.session)
      let entries = try await open.store.entries()
      _ = try await open.session.run(.download(id, action))
      var download = try await open.store.downloads().first { $0.productID == id }
      if action == .start || action == .resume, download?.state.isPending == true {
        for await entry in entries {
          guard case .download(let change) = entry.event, change.productID == id else { continue }
          download = change
          if !change.state.isPending || change.state == .paused { break }
        }
      }
      return try report(download, of: id)
    }
  }

  private func report(_ download: Download?, of id: ProductID) throws -> ExitStatus {
    if invocation.has(.json) {
      try console.print(json: DownloadReport(product: id, download: download))
    } else if let download {
      console.print("\(id.rawValue.singleLine): \(download.words)")
    } else {
      console.print("\(id.rawValue.singleLine): deleted from this device.")
    }
    return download?.state == .failed ? .refused : .done
  }

  private func listDownloads() async throws -> ExitStatus {
    let open = try await OpenStore(self)
    let all = try await open.store.downloads()
    if invocation.has(.json) {
      try console.print(json: ["downloads": all])
    } else if all.isEmpty {
      console.print(
        "Nothing was downloaded. Buy a product with hosted content, or 'storefront downloads start PRODUCT'.")
    } else {
      console.print(
        TextTable(all.map { [$0.productID.rawValue, $0.wordsAtRest] }).lines.joined(separator: "\n"))
    }
    return .done
  }

  /// Tells each tenth of each download on standard error while the run lasts.
  func reportDownloads(of session: StoreSession) async {
    guard !invocation.has(.json) else { return }
    let told = Mutex<[ProductID: Int]>([:])
    await session.handler.onUpdatedDownloads { [console] changes in
      for download in changes where download.state == .active {
        let tenth = Int(download.progress * 10)
        let isNews = told.withLock { told in
          defer { told[download.productID] = tenth }
          return told[download.productID] != tenth
        }
        if isNews { console.note("\(download.productID.rawValue.singleLine): \(download.words)") }
      }
    }
  }
}

/// What `downloads ACTION PRODUCT --json` prints; `download` is null once it was deleted.
private struct DownloadReport: Encodable {
  let product: ProductID
  let download: Download?
}

extension Download {
  /// The state in words while no storefront runs that would go on with it.
  fileprivate var wordsAtRest: String {
    state == .waiting || state == .active ? "unfinished, goes on when storefront runs" : words
  }

  /// The state in words, with what is known of progress.
  fileprivate var words: String {
    let size = "\(receivedLength) of \(expectedContentLength) bytes"
    return switch state {
    case .waiting: "waiting"
    case .active: "downloading, \(Int(progress * 100)) %, \(size)"
    case .paused: "paused at \(Int(progress * 100)) %, \(size)"
    case .finished: "downloaded, \(expectedContentLength) bytes\(contentPath.map { ", \($0)" } ?? "")"
    case .failed: "failed. \(failure ?? "")"
    case .cancelled: "cancelled"
    }
  }
}
