import StoreModel
import TerminalKit

// What the details of a message say.
extension ShopState {
  func messageLines(_ message: Message, width: Int) -> [TextLine] {
    messageParagraphs(message).lines(width: width)
  }

  func messageParagraphs(_ message: Message) -> [Paragraph] {
    let content = message.content
    var paragraphs: [Paragraph] = [.text(content.what, .title)]
    if !content.why.isEmpty { paragraphs += [.blank, .heading("Why"), .text(content.why, .text)] }
    if !content.next.isEmpty { paragraphs += [.blank, .heading("What to do"), .text(content.next, .text)] }
    if content.level == .error || content.attempt != nil {
      switch retrying(message) {
      case .enabled: paragraphs.append(.text("Press \(keyMap.label(of: .retry)) to try again.", .text))
      case .disabled(let reason) where reason != content.text: paragraphs.append(.text(reason, .secondary))
      case .disabled: break
      }
    }
    paragraphs += [
      .blank, .field("Level", content.level.words), .field("Said", clock.dayAndTime(message.time)),
    ]
    if message.count > 1 { paragraphs.append(.field("Times", "\(message.count) in a row")) }
    if let error = content.error {
      paragraphs += [
        .field("Error", "\(StoreError.domain) \(error.code.rawValue)"),
        .field("Reason", error.reason.rawValue), .field("Fault", error.explanation.fault.words),
        .field("App shows", error.explanation.show),
      ]
      if !error.subject.isEmpty { paragraphs.append(.field("Subject", error.subject)) }
    }
    if case .command(let command) = content.attempt { paragraphs.append(.field("Asked", name(of: command))) }
    if content.level == .error {
      paragraphs.append(.field("Log", logFile ?? "none: this run keeps nothing"))
    }
    return paragraphs
  }

  private func name(of command: Command) -> String {
    EventWords(texts: texts, facts: facts, clock: clock).sentence(.command(command))
  }
}

extension Toast.Level {
  /// As a word, so that it is not told by colour alone.
  var words: String {
    switch self {
    case .info: "information"
    case .success: "success"
    case .warning: "warning"
    case .error: "error"
    }
  }
}

extension Command {
  /// What has not come about, as a sentence.
  func failure(_ texts: ProductTexts) -> String {
    switch self {
    case .buy(let payment): "\(texts.name(of: payment.productID)) was not bought."
    case .confirm, .cancel: "The purchase sheet was not answered."
    case .restore: "Nothing was restored."
    case .finish(let id): "Transaction \(id) was not finished."
    case .download(let product, let action):
      "The store could not \(action.words) \(texts.name(of: product))."
    case .storefront: "The storefront was not changed."
    case .account, .signIn, .signOut, .declineSignIn: "The account was not changed."
    case .payments, .network, .receipts: "The setting was not changed."
    case .refreshReceipt: "The receipt was not refreshed."
    case .setCondition, .clearConditions: "The condition was not changed."
    case .release: "Nothing was released."
    case .store(.approve), .store(.decline): "The purchase was not answered."
    case .store(.refund), .store(.revoke), .store(.reverse): "The purchase was not changed."
    case .store(.create(let payment, _)), .store(.intent(let payment)):
      "\(texts.name(of: payment.productID)) was not bought."
    case .store(.redeem(let product, _)): "The code was not redeemed for \(texts.name(of: product))."
    case .store: "The store's books were not changed."
    }
  }
}
