import StoreCatalog
import StoreModel
import TerminalKit

/// Plain mode: the shop as lines and numbered choices, for screen readers, dumb terminals and scripts.
///
/// A value, as `ShopState` is, and a second way to use one: what can be done, why not, and every word
/// about products and purchases is the shop's. Here is only where one is and what a number means.
///
///     ready --line--> working --answered and told (`isWaiting` is false)--> ready
///
/// Invariants:
/// 1. A number means what was told last, whatever has happened since (K17).
/// 2. Lines are whole and never taken back: no escape, no carriage return, no redraw (X34).
/// 3. A purchase sheet is told in full before it can be agreed to; its default is Cancel (X28).
public struct PlainState: Hashable, Sendable {
  public internal(set) var shop: ShopState
  let reason: PlainReason
  /// Where one is, last, and how one came there.
  var visits = [PlainVisit(.menu)]
  /// What the numbers mean.
  var told: [PlainChoice] = []
  var toldExit: PlainChoice?
  /// What was told last.
  var toldSubject: Subject?
  /// The place that was told with all its lines last.
  var toldVisit: PlainVisit?
  /// A line is wanted now; what comes by itself may need other choices.
  var isReady = false
  /// The word `wait` was given: no line is wanted until downloads have ended.
  var isHolding = false
  /// The last tenth of each running download that was told.
  var tenths: [ProductID: Int] = [:]

  /// What the choices are about: what is open above the place, else the place.
  enum Subject: Hashable, Sendable {
    case question(Question)
    case sheet(PaymentSheet)
    case visit(PlainVisit)
  }

  /// The size is of no consequence: nothing is laid out.
  public init(
    reading: CatalogReading, settings: StoreSettings, locale: LocaleID, now: Timestamp, clock: ClockText,
    reason: PlainReason, keyMap: KeyMap = .standard
  ) {
    shop = ShopState(
      reading: reading, settings: settings, locale: locale, now: now, clock: clock,
      size: Size(columns: 80, rows: 24), keyMap: keyMap)
    self.reason = reason
  }

  /// What has to be done at the beginning: the first line says that plain mode is on, and why.
  public mutating func start() -> [PlainEffect] {
    let welcome = "Type the number of a choice, or a key that a line names, and press Enter. Try help."
    return [.print([reason.sentence.plainLine, welcome])] + shop.start().map(PlainEffect.shop)
  }

  /// True while what was asked for is not answered yet: a line that is read now would not know what it
  /// is about. A purchase that waits for its sheet or for its content is not waited for.
  public var isWaiting: Bool {
    if shop.dialog != nil || shop.sheet?.phase == .reading { return false }
    if shop.isLoadingTransactions || shop.isLoadingJournal { return true }
    if shop.receipt.isReading || shop.signing != nil { return true }
    if isHolding { return true }
    return shop.requests.values.contains { command in
      guard case .buy(let payment) = command else { return true }
      return shop.facts.downloads[payment.productID]?.state.isPending != true
    }
  }

  /// Takes in what happened and says what has to be done. Total: any action in any state is fine.
  public mutating func update(_ action: PlainAction) -> [PlainEffect] {
    switch action {
    case .ready:
      isReady = true
      return [.print(tell())]
    case .line(let line):
      isReady = false
      return read(line)
    case .inputEnded:
      return [.print(["The input has ended, so storefront ends too."] + goingOn), .shop(.quit(0))]
    case .news(let action):
      return hear(action)
    }
  }

  // MARK: - Telling

  var subject: Subject {
    if case .question(let question) = shop.dialog { return .question(question) }
    if let sheet = shop.sheet { return .sheet(sheet.payment) }
    return .visit(visit)
  }

  var visit: PlainVisit { visits.last ?? PlainVisit(.menu) }

  /// The choices that there are now; before them the page itself when it was not told just before.
  mutating func tell() -> [String] {
    let page = page(of: subject)
    var lines: [String] = []
    if toldSubject != subject {
      // Whoever comes back from a sheet or a question knows the place: its name is enough.
      let isKnown = subject == toldVisit.map(Subject.visit)
      lines += [""] + (isKnown ? Array(page.lines.prefix(1)) : page.lines)
      if case .visit(let visit) = subject { toldVisit = visit }
    }
    toldSubject = subject
    told = page.choices
    toldExit = page.exit
    return lines + page.menu
  }

  /// Has everything told once more.
  mutating func forget() {
    toldSubject = nil
    toldVisit = nil
  }

  // MARK: - News

  private mutating func hear(_ action: Action) -> [PlainEffect] {
    var effects: [PlainEffect] = []
    switch action {
    case .input, .frameShown: return []
    case .entries(let entries):
      // One by one, so that each is told.
      for entry in entries { effects += pass(on: .entries([entry])) }
    case .progress(let downloads):
      effects += pass(on: action)
      let lines = downloads.compactMap { tenth(of: $0) }
      if !lines.isEmpty { effects.append(.print(lines)) }
    case .sheetOpened:
      effects += pass(on: action)
      // All of it is told at once, so all of it has been seen.
      shop.sheet?.noteAllShown()
      // Also one that is shown again is read again.
      toldSubject = nil
    case .signed:
      effects += pass(on: action)
      effects += tellToken()
    default: effects += pass(on: action)
    }
    if isHolding, !shop.facts.pendingDownloads.contains(where: { $0.state != .paused }),
      shop.requests.isEmpty
    {
      isHolding = false
    }
    // A sheet that comes or goes by itself changes what the numbers mean.
    if isReady, subject != toldSubject { effects.append(.print(tell())) }
    return effects
  }

  private mutating func pass(on action: Action) -> [PlainEffect] {
    let effects = shop.update(action)
    return said() + keep(effects)
  }

  /// What the shop has said since, as lines. Nothing is taken away by time here.
  mutating func said() -> [PlainEffect] {
    let lines = shop.toasts.takeAll().map { $0.text.plainLine }
    return lines.isEmpty ? [] : [.print(lines)]
  }

  func keep(_ effects: [Effect]) -> [PlainEffect] {
    effects.compactMap { if case .expireToast = $0 { nil } else { .shop($0) } }
  }

  /// A line for each tenth that a download has come further.
  private mutating func tenth(of download: Download) -> String? {
    guard download.state == .active, let now = shop.facts.downloads[download.productID], now.state == .active
    else { return nil }
    let tenth = Measures.percent(download) / 10
    guard tenth > tenths[download.productID] ?? 0 else {
      if tenth == 0 { tenths[download.productID] = 0 }
      return nil
    }
    tenths[download.productID] = tenth
    return "\(shop.texts.title(of: download.productID)): \(Measures.facts(of: download))".plainLine
  }

  /// What goes on after the end.
  private var goingOn: [String] {
    shop.running.isEmpty ? [] : [(shop.running + ["It goes on next time."]).joined(separator: " ")]
  }
}

extension Measures {
  /// How far a download is, in words: percent, bytes, speed, time left.
  static func facts(of download: Download) -> String {
    let bytes = progress(download.receivedLength, of: download.expectedContentLength)
    var facts = ["\(percent(download)) %", bytes]
    if download.state == .active { facts += [speed(download), timeLeft(download)] }
    return facts.joined(separator: ", ")
  }
}
