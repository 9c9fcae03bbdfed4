/// One `--option` of the command line. Help, and later completions and the manual, are made from these.
struct Option: Equatable {
  let name: String
  /// What stands for its value in the help; nil for a switch.
  let value: String?
  let help: String

  static let catalog = Option(
    name: "catalog", value: "FILE", help: "the catalogue: catalog.json or any Xcode .storekit file")
  static let storefront = Option(
    name: "storefront", value: "CODE", help: "the country that sells, as three letters: USA, DEU, JPN")
  static let locale = Option(
    name: "locale", value: "LANGUAGE", help: "the language of the texts: en, de, pt-BR")
  static let state = Option(name: "state", value: "FILE", help: "the ledger of purchases")
  static let ephemeral = Option(name: "ephemeral", value: nil, help: "keep nothing: a ledger in memory")
  static let seed = Option(name: "seed", value: "N", help: "what hosted content is made from; 1 if not given")
  static let now = Option(
    name: "now", value: "DATE",
    help: "stop the store's clock at this time: 2026-11-30 or 2026-11-30T12:00:00Z")
  static let json = Option(name: "json", value: nil, help: "print JSON for programs")
  static let yes = Option(name: "yes", value: nil, help: "confirm the purchase without asking")
  static let quantity = Option(name: "quantity", value: "N", help: "how many of a consumable, 1 to 10")
  static let limit = Option(
    name: "limit", value: "N", help: "how many of the newest to print; all if not given")
  static let network = Option(name: "network", value: "on|off", help: "whether the store can be reached")
  static let payments = Option(
    name: "payments", value: "allowed|refused", help: "whether this device may pay")
  static let rate = Option(
    name: "rate", value: "BYTES",
    help: "download speed in bytes a second; 2000000 if not given, 0 for no limit")
  static let terms = Option(
    name: "terms", value: "URL", help: "the terms of use, where the catalogue names none")
  static let privacy = Option(
    name: "privacy", value: "URL", help: "the privacy policy, where the catalogue names none")
  static let plain = Option(
    name: "plain", value: nil, help: "lines and numbered choices instead of the screen; also ACCESSIBLE=1")
  static let noPlain = Option(name: "no-plain", value: nil, help: "the screen, whatever ACCESSIBLE says")
  static let help = Option(name: "help", value: nil, help: "explain this command")
  static let version = Option(name: "version", value: nil, help: "print the version")

  /// Which catalogue, country and language.
  static let reading: [Option] = [.catalog, .storefront, .locale, .terms, .privacy]
  /// Which ledger, clock and chance.
  static let keeping: [Option] = [.state, .ephemeral, .seed, .now]
  /// What may go wrong on this device.
  static let device: [Option] = [.network, .payments, .rate]
}
