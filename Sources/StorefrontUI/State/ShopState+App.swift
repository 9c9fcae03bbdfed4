import Purchasing
import StoreModel
import StoreScript
import TerminalKit

// The app that buys here: its handlers, how they are chosen, its end and its start.
extension ShopState {
  // MARK: - What happens to it

  /// What was asked of it will not be answered, and its sheets are closed, as at any end of an app.
  mutating func take(appEndedBy isKilled: Bool) -> [Effect] {
    isAppKilled = isKilled
    isAppRestarting = false
    requests = [:]
    sheet = nil
    lastSheet = nil
    isSignInAsked = false
    if case .question(let question) = dialog, question.subject == .signIn { dialog = nil }
    receipt.isReading = false
    receipt.isStale = true
    signing = nil
    wantedTransaction = nil
    facts.noteAppEnded()
    refreshLists()
    return []
  }

  /// Pages that the one before it was asked for are asked for again.
  mutating func take(appStarted facts: AppFacts) -> [Effect] {
    let isOther = facts.handlers != app.handlers || facts.handlers != [.standard]
    app = facts
    if screen == .lab { refreshLabList() }
    let said = say(
      (isAppKilled ? "The app crashed, and has started again" : "The app has started again")
        + (isOther ? " with \(handlersInWords(app.handlers))." : "."), isAppKilled ? .warning : .success)
    isAppKilled = false
    return said
      + (isLoadingTransactions ? [.loadTransactions(before: self.facts.transactions.last?.id)] : [])
      + (isLoadingJournal ? [.loadJournal(before: self.facts.journal.last?.id)] : [])
  }

  mutating func take(appSet facts: AppFacts) -> [Effect] {
    let before = app
    app = facts
    if screen == .lab { refreshLabList() }
    if app.fatalEvent != before.fatalEvent {
      return say(
        app.fatalEvent.map { "The app crashes as soon as the next '\($0)' is on disk." }
          ?? "The app does not crash any more.", .info)
    }
    guard app.next != before.next, !isAppRestarting else { return [] }
    return say(
      "From its next start on the app has \(handlersInWords(app.next)).", .info,
      advice: "Write relaunch to start it again.")
  }

  // MARK: - Its handlers

  /// Those of this run, and those of the next one where they differ.
  var handlerRows: [LabItem] {
    app.handlers.indices.map { .handler($0, isNext: false) }
      + (app.next == app.handlers ? [] : app.next.indices.map { .handler($0, isNext: true) })
  }

  func handler(_ place: Int, isNext: Bool) -> HandlerStyle {
    let styles = isNext ? app.next : app.handlers
    return styles.indices.contains(place) ? styles[place] : .standard
  }

  func handlerTitle(_ style: HandlerStyle) -> String {
    guard let products = style.products?.sorted() else { return "Every product" }
    let names = products.prefix(2).map { texts.name(of: $0) }.joined(separator: ", ")
    return products.count > 2 ? "\(names) and \(products.count - 2) more" : names
  }

  /// `one handler: manual for every product`
  private func handlersInWords(_ styles: [HandlerStyle]) -> String {
    let one = styles.map { style in
      "\(style.finishing.rawValue)\(style.validation == .local ? "" : ", validating remotely") for \(style.products.map { counted($0.count, "product") } ?? "every product")"
    }
    return (styles.count == 1 ? "one handler: " : "\(styles.count) handlers: ") + one.joined(separator: "; ")
  }

  func handlerDetails(_ place: Int, isNext: Bool) -> [Paragraph] {
    let style = handler(place, isNext: isNext)
    var paragraphs: [Paragraph] = [
      .field("Validates", style.validation.meaning),
      .field("Finishes", style.finishing.meaning),
      .field("Line", Act.handler(style, beside: place > 0).text(in: lineParser.vocabulary)),
    ]
    if isNext { paragraphs.append(.field("When", "from the app's next start on")) }
    if let products = style.products?.sorted() {
      paragraphs += [.blank, .heading("Its products: \(products.count)")]
      paragraphs += products.prefix(50).map { .text(texts.name(of: $0), .text) }
      paragraphs += [.blank, .text("It leaves other transactions alone, and does not buy others.", .text)]
    } else {
      paragraphs.append(.field("Products", "every one"))
    }
    return paragraphs + [
      .blank,
      .text(
        "\(keyMap.label(of: .showActions)) chooses how the app works, and starts or crashes it.", .secondary),
    ]
  }

  // MARK: - Choosing

  /// Ways in which client libraries work, then what else can be done to the app.
  var handlerChoices: [ScriptChoice] {
    presets + [
      ScriptChoice(
        line: "handler ", title: "For some products, or one more: write the line \u{2026}",
        section: "How the app works from its next start on"),
      choice(
        .relaunch, "Start it again", "The app",
        preview:
          "It ends in good order and starts again. What is unfinished comes back to it. Open sheets are "
          + "closed, and nothing is charged."),
      choice(
        .crash(after: nil), "Crash now", "The app",
        preview:
          "It dies at once, as with kill -9; the store goes on. Then it starts again, and what is unfinished "
          + "comes back to it."),
      ScriptChoice(
        line: "crash after ", title: "Crash as soon as something is on disk: write the line \u{2026}",
        section: "The app"),
    ]
  }

  private var presets: [ScriptChoice] {
    var presets = [
      preset(
        "Atomic: validates, delivers, finishes (the standard)", [.standard],
        "It finishes when all has come, before anyone is told. A crash on the way loses nothing."),
      preset(
        "Manual: the app finishes later by itself", [HandlerStyle(finishing: .manual)],
        "Bought and restored ones stay in the queue until somebody finishes them "
          + "(\(keyMap.label(of: .finish))), and come back at each start until then."),
      preset(
        "Finishes at once, before delivery", [HandlerStyle(finishing: .immediately)],
        "It finishes before it validates and delivers. What a crash then keeps from being delivered is lost."),
      preset(
        "The store validates: verifyReceipt", [HandlerStyle(validation: .remote)],
        "It sends the receipt to the store before it delivers, production first. Without a network nothing is "
          + "delivered, and it comes back."),
    ]
    let (used, kept) = (products(where: { $0 == .consumable }), products(where: { $0 != .consumable }))
    if let used, let kept, !used.isEmpty, !kept.isEmpty {
      presets.append(
        preset(
          "Two handlers: consumables, and the rest",
          [HandlerStyle(products: used), HandlerStyle(products: kept)],
          "Each leaves the other's transactions alone."))
      presets.append(
        preset(
          "A handler for consumables alone", [HandlerStyle(products: used)],
          "Transactions of other products stay unfinished, and buying those fails at once."))
    }
    presets.append(
      preset(
        "Two handlers that both take everything",
        [HandlerStyle(finishing: .immediately), HandlerStyle(finishing: .immediately)],
        "Both finish at once. The one that did not ask for a purchase hears of it too, and the second finish does "
          + "no harm."))
    return presets
  }

  private func preset(_ title: String, _ styles: [HandlerStyle], _ meaning: String) -> ScriptChoice {
    let acts = styles.enumerated().map { Act.handler($0.element, beside: $0.offset > 0) } + [.relaunch]
    return ScriptChoice(
      line: acts.map { $0.text(in: lineParser.vocabulary) }.joined(separator: "\n"), title: title,
      section: "How the app works: it starts again",
      preview: "\(meaning) The app ends in good order and starts again with it.", yes: "Use it")
  }

  /// The products of some types; nil in a catalogue whose products are too many for a line.
  private func products(where isMeant: (ProductType) -> Bool) -> Set<ProductID>? {
    guard catalog.products.count <= Self.mostInLine else { return nil }
    return Set(catalog.products.filter { isMeant($0.type) }.map(\.id))
  }

  private static let mostInLine = 100
}

extension HandlerStyle.Validation {
  /// Who judges the receipt, in words.
  fileprivate var meaning: String {
    switch self {
    case .local: "on the device, against the root it trusts"
    case .remote: "by the store's answer (verifyReceipt)"
    }
  }
}

extension HandlerStyle.Finishing {
  /// When transactions are finished, in words.
  fileprivate var meaning: String {
    switch self {
    case .atomic: "when all has come, before anyone is told"
    case .manual: "when the app does it by itself"
    case .immediately: "at once, before delivery"
    }
  }
}
