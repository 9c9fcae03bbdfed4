import StoreModel
import StoreScript

// What one has, and what has happened.
extension PlainState {
  func library(from first: Int) -> PlainPage {
    let items = shop.library.sections.flatMap { section in section.ids.map { (section.title, $0) } }
    return list(
      "Library of \(shop.facts.settings.account)", items, from: first,
      empty: "You own nothing yet. Buy something in the Store, or restore what you bought before."
    ) { title, item in
      PlainChoice("\(title): \(words(for: item))".plainLine, .go(.product(item.product)))
    }
  }

  private func words(for item: LibraryItem) -> String {
    let title = shop.texts.title(of: item.product)
    switch item {
    case .download(let id): return shop.facts.downloads[id].map(words) ?? title
    case .balance(let id): return "\(title), \(shop.facts.balances[id] ?? 0) left"
    case .subscription(let id), .owned(let id):
      guard let entitlement = shop.facts.entitlements[id] else { return title }
      return "\(title), \(shop.clock.term(of: entitlement))"
    }
  }

  private func words(for download: Download) -> String {
    let sentence = EventWords(texts: shop.texts, facts: shop.facts, clock: shop.clock).sentence(
      .download(download))
    return download.state == .active ? "\(sentence) \(Measures.facts(of: download))" : sentence
  }

  func downloads(from first: Int) -> PlainPage {
    let downloads = shop.facts.downloads.values.sorted { $0.productID < $1.productID }
    return list(
      "Downloads", downloads, from: first,
      empty: "Nothing was downloaded. Buy a product with content to download."
    ) { PlainChoice(words(for: $0).plainLine, .go(.product($0.productID))) }
  }

  // MARK: - What has happened

  func transactions(from first: Int) -> PlainPage {
    list(
      "Transactions, the newest first", shop.facts.transactions, from: first,
      empty: "There are no transactions yet. Buy something in the Store."
    ) { transaction in
      PlainChoice(
        [
          shop.clock.dayAndTime(transaction.createdAt), shop.texts.title(of: transaction.productID),
          transaction.standing,
        ].joined(separator: ", ").plainLine, .go(.transaction(transaction.id)))
    }
  }

  func transaction(_ id: TransactionID) -> PlainPage {
    var page = PlainPage(lines: focused.detailParagraphs.plainLines)
    if let product = shop.facts.transaction(id)?.productID, shop.catalog.product(product) != nil {
      page.choices = [PlainChoice("The product", .go(.product(product)))]
    }
    if shop.facts.transaction(id)?.transactionIdentifier != nil { page.choices.append(Self.signedForm) }
    return page
  }

  func activity(from first: Int) -> PlainPage {
    let words = EventWords(texts: shop.texts, facts: shop.facts, clock: shop.clock)
    return list(
      "Activity, the newest first", shop.facts.journal, from: first, empty: "Nothing has happened yet."
    ) { entry in
      PlainChoice(
        "\(shop.clock.dayAndTime(entry.time)), \(words.sentence(entry.event))".plainLine,
        .go(.entry(entry.id)))
    }
  }

  func entry(_ id: EventID) -> PlainPage {
    let shop = focused
    let isTold = shop.selectedEntry.flatMap(shop.notification) != nil
    return PlainPage(lines: shop.detailParagraphs.plainLines, choices: isTold ? [Self.signedForm] : [])
  }
}
