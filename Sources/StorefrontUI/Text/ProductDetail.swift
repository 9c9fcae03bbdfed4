import FoundationEssentials
import StoreCatalog
import StoreDisclosures
import StoreModel
import TerminalKit

// What the detail pane says about the selected product.
extension ShopState {
  func productDetail(_ product: Product) -> [Paragraph] {
    let row = texts.row(of: product)
    var paragraphs: [Paragraph] = [.text(row.title, .title)]
    if !row.text.description.isEmpty { paragraphs.append(.text(row.text.description, .text)) }
    paragraphs += [.blank] + priceParagraphs(product, row)
    paragraphs += [.blank] + standing(of: product)
    paragraphs += [.blank] + facts(about: product, row)
    paragraphs += terms(of: product)
    return paragraphs
  }

  // MARK: - Price and standing

  private func priceParagraphs(_ product: Product, _ row: ProductTexts.Row) -> [Paragraph] {
    guard let price = product.price(in: texts.storefront), let text = row.price else {
      return [.text("Not sold in \(texts.storefront.name)", .warning)]
    }
    guard let subscription = product.subscription else { return [.text(text, .title)] }
    var paragraphs: [Paragraph] = [
      .text(texts.periods.price(text, every: subscription.period).paragraph(in: texts.readableLocale), .title)
    ]
    if let unit = texts.prices.unitPrice(of: price, per: subscription.period) {
      let each = texts.periods.price(texts.text(unit.price), every: SubscriptionPeriod(1, unit.unit))
      paragraphs.append(.text("= \(each.isolated), calculated", .secondary))
    }
    return paragraphs
  }

  /// Whether it is owned, on its way, or can be bought, and what to press.
  private func standing(of product: Product) -> [Paragraph] {
    var lines: [Paragraph] = []
    if let entitlement = facts.entitlements[product.id] {
      let since = "since \(clock.day(entitlement.since))"
      if let end = entitlement.expiresAt {
        let word = product.type == .autoRenewable ? "Subscribed" : "Yours"
        let until = facts.isTrial(entitlement) ? "free until" : "until"
        lines.append(.text("\(word) \(since), \(until) \(clock.dayAndTime(end)) \u{2713}", .success))
      } else {
        lines.append(.text("Owned \(since) \u{2713}", .success))
      }
    }
    if lines.isEmpty, let owner = facts.otherOwner(of: product.id) {
      lines.append(
        .text(
          "\(owner) bought this; \(facts.settings.account) does not own it. Press \(keyMap.label(of: .showAccounts)) to sign in as \(owner).",
          .text))
    }
    if let balance = facts.balances[product.id], balance > 0 {
      lines.append(.text("You have \(balance).", .success))
    }
    if let download = facts.downloads[product.id] { lines.append(downloadStanding(download)) }
    switch availability(of: .buy) {
    case .disabled(let reason): lines.append(.text(reason, .warning))
    case .enabled: lines += caution(product)
    }
    return lines
  }

  private func downloadStanding(_ download: Download) -> Paragraph {
    let percent = Measures.percent(download)
    return switch download.state {
    case .waiting: .text("Its content waits to be downloaded.", .text)
    case .active: .text("Its content is being downloaded: \(percent) %.", .text)
    case .paused:
      .text("Its download is paused at \(percent) %. Press \(keyMap.label(of: .download)) to go on.", .text)
    case .finished: .text("Its content is on this device \u{2713}", .success)
    case .failed:
      .text(
        "Its download failed: \(download.failure ?? "no reason given") Press \(keyMap.label(of: .download)) to try again.",
        .error)
    case .cancelled:
      .text("Its download was cancelled. Press \(keyMap.label(of: .download)) to download it.", .text)
    }
  }

  /// What would come of buying, when it is not a purchase.
  private func caution(_ product: Product) -> [Paragraph] {
    let availability = texts.composer.availability(of: product, facts: accountFacts(for: product))
    switch availability {
    case .paymentsNotAllowed:
      return [
        .text(
          "Payments are refused on this device: buying will fail. Press \(keyMap.label(of: .togglePayments)) to allow them.",
          .warning)
      ]
    case .alreadySubscribed: return []
    case .notSold, .disclosureIncomplete: return []
    case .available:
      if !facts.settings.networkIsOn {
        return [
          .text(
            "The network is off: buying will fail. Press \(keyMap.label(of: .toggleNetwork)) to turn it on.",
            .warning)
        ]
      }
      return facts.entitlements[product.id] == nil
        ? [.text("Press \(keyMap.label(of: .buy)) to buy.", .secondary)] : []
    }
  }

  // MARK: - Facts

  private func facts(about product: Product, _ row: ProductTexts.Row) -> [Paragraph] {
    var fields: [Paragraph] = [.field("Type", product.type.words)]
    if let subscription = product.subscription {
      fields.append(.field("Length", texts.periods.length(subscription.period)))
      if let group = catalog.group(subscription.groupID) {
        fields.append(.field("Group", texts.resolver.text(of: group).title))
      }
      let levels = levelCounts[subscription.groupID] ?? 1
      if levels > 1 { fields.append(.field("Level", "\(subscription.level) of \(levels) (1 is highest)")) }
    }
    fields.append(.field("Family", product.isFamilyShareable ? "shared" : "not shared"))
    if let content = product.hostedContent {
      fields.append(.field("Content", "\(Measures.bytes(content.size)), version \(content.version)"))
    }
    fields.append(.field("Language", languageWords(row.text)))
    fields.append(.field("Product", product.id.rawValue))
    // Last, so that what every product has stands where it stood with the one before.
    fields += (product.subscription?.offers ?? []).map { .field($0.kind.words, words(for: $0)) }
    return fields
  }

  private func words(for offer: Offer) -> String {
    let length = texts.periods.length(offer.duration)
    guard let price = offer.price(in: texts.storefront) else { return "no price in \(texts.storefront.name)" }
    return switch offer.paymentMode {
    case .freeTrial: "free for \(length)"
    case .payAsYouGo: "\(texts.periods.price(texts.text(price), every: offer.period)) for \(length)"
    case .payUpFront: "\(texts.text(price)) once for \(length)"
    }
  }

  private func languageWords(_ text: ResolvedText) -> String {
    guard let language = text.language else { return "none: the developer's own name is shown" }
    if text.isFallback {
      return
        "\(texts.words(for: language).isolated) (\(language)), as there is no \(texts.words(for: texts.locale).isolated) text"
    }
    return "\(texts.words(for: language).isolated) (\(language))"
  }

  // MARK: - Terms

  private func terms(of product: Product) -> [Paragraph] {
    guard product.prices[texts.storefront.id] != nil,
      case .success(let disclosure) = texts.disclosure(of: product, facts: accountFacts(for: product))
    else { return [] }
    return [.blank, .heading("Terms"), .blank] + disclosure.paragraphs(order: .belowDetails)
  }
}

extension Offer.Kind {
  /// As a label of the detail pane.
  var words: String {
    switch self {
    case .introductory: "New here"
    case .promotional: "Promotion"
    case .code: "With code"
    case .winBack: "Come back"
    }
  }
}
