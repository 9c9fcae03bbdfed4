import StoreCatalog

extension Shell {
  /// Lists what is for sale; needs no ledger and makes none.
  func products() throws -> ExitStatus {
    let (reading, source) = try readCatalog(argument: invocation.arguments.first)
    let place = try Place(settings.values, catalog: reading.catalog, environment: console.environment)
    let listing = ProductListing(reading, named: source.name, in: place)
    if invocation.has(.json) {
      try console.print(json: listing)
    } else {
      console.print(listing.text(in: place))
      noteFindings(reading, source)
    }
    return .done
  }
}
