import StoreCatalog
import StoreModel

/// What is read at once when a copy is opened: everything but the products.
struct ShelfHead {
  /// The state of the catalogue that the copy was made of, and how copies are laid out.
  let key: String
  /// The SHA-256 of the catalogue's bytes.
  let digest: String
  let outline: CatalogOutline
  let summary: CatalogSummary

  var count: Int { summary.counts.values.reduce(0, +) }
}

extension RecordWriter {
  mutating func put(_ head: ShelfHead) {
    put(head.key)
    put(head.digest)
    put(head.outline)
    put(head.summary)
  }

  private mutating func put(_ outline: CatalogOutline) {
    put(outline.app.name)
    put(outline.app.bundleID)
    put(outline.app.seller)
    put(outline.defaultLocale.rawValue)
    put(outline.defaultStorefront) { $0.put($1.rawValue) }
    put(each: outline.policies) {
      $0.put($1.locale.rawValue)
      $0.put($1.terms) { $0.put($1) }
      $0.put($1.privacy) { $0.put($1) }
    }
    put(each: outline.groups) {
      $0.put($1.id.rawValue)
      $0.put($1.referenceName)
      $0.put(texts: $1.localizations)
    }
    put(outline.format.rawValue)
    put(each: outline.findings) {
      $0.put($1.severity.rawValue)
      $0.put($1.path)
      $0.put($1.line) { $0.put($1) }
      $0.put($1.column) { $0.put($1) }
      $0.put($1.message)
      $0.put($1.advice)
    }
  }

  private mutating func put(_ summary: CatalogSummary) {
    put(each: summary.counts) {
      $0.put($1.key.rawValue)
      $0.put($1.value)
    }
    put(each: summary.languages) { $0.put($1.rawValue) }
    put(each: summary.storefronts) { $0.put($1.rawValue) }
    put(each: summary.groups) {
      $0.put($1.key.rawValue)
      $0.put($1.value.productCount)
      $0.put(each: $1.value.levels) { $0.put($1) }
      $0.put($1.value.introductoryProduct) { $0.put($1.rawValue) }
    }
  }
}

extension RecordReader {
  mutating func head() throws(DamagedRecord) -> ShelfHead {
    ShelfHead(key: try text(), digest: try text(), outline: try outline(), summary: try summary())
  }

  private mutating func outline() throws(DamagedRecord) -> CatalogOutline {
    let app = Catalog.App(name: try text(), bundleID: try text(), seller: try text())
    let locale = LocaleID(try text())
    let storefront = try optionalText().map { Storefront.ID($0) }
    let policies = try list { reader throws(DamagedRecord) in
      Catalog.Policies(
        locale: LocaleID(try reader.text()), terms: try reader.optionalText(),
        privacy: try reader.optionalText())
    }
    let groups = try list { reader throws(DamagedRecord) in
      SubscriptionGroup(
        id: GroupID(try reader.text()), referenceName: try reader.text(), localizations: try reader.texts())
    }
    let format: CatalogReading.Format = try name()
    let findings = try list { reader throws(DamagedRecord) in
      Finding(
        severity: try reader.name(), path: try reader.text(), line: try reader.optionalNumber(),
        column: try reader.optionalNumber(), message: try reader.text(), advice: try reader.text())
    }
    return CatalogOutline(
      app: app, defaultLocale: locale, defaultStorefront: storefront, policies: policies, groups: groups,
      format: format, findings: findings)
  }

  private mutating func summary() throws(DamagedRecord) -> CatalogSummary {
    var summary = CatalogSummary()
    for (type, count) in try list({ reader throws(DamagedRecord) in
      (try reader.name(ProductType.self), try reader.number())
    }) { summary.counts[type] = count }
    summary.languages = Set(
      try list { reader throws(DamagedRecord) in try reader.text() }.map { LocaleID($0) })
    summary.storefronts = Set(
      try list { reader throws(DamagedRecord) in try reader.text() }.map { Storefront.ID($0) })
    for (id, group) in try list({ reader throws(DamagedRecord) in
      (GroupID(try reader.text()), try reader.group())
    }) { summary.groups[id] = group }
    return summary
  }

  private mutating func group() throws(DamagedRecord) -> CatalogSummary.Group {
    var group = CatalogSummary.Group()
    group.productCount = try number()
    group.levels = Set(try list { reader throws(DamagedRecord) in try reader.number() })
    group.introductoryProduct = try optionalText().map { ProductID($0) }
    return group
  }

  private mutating func optionalText() throws(DamagedRecord) -> String? {
    try optional { reader throws(DamagedRecord) in try reader.text() }
  }

  private mutating func optionalNumber() throws(DamagedRecord) -> Int? {
    try optional { reader throws(DamagedRecord) in try reader.number() }
  }
}
