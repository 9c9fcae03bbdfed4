import StoreScript
import StorefrontSettings

/// One `--option` of the command line. Help, and later completions and the manual, are made from these.
struct Option: Equatable {
  let name: String
  /// What stands for its value in the help; nil for a switch.
  let value: String?
  let help: String
  /// Whether it may be given more than once.
  var isRepeatable = false

  static let catalog = setting(.catalog)
  static let storefront = setting(.storefront)
  static let locale = setting(.locale)
  static let theme = setting(.theme)
  static let color = setting(.color)
  static let rate = setting(.rate)
  static let state = Option(name: "state", value: "FILE", help: "the ledger of purchases")
  static let ephemeral = Option(name: "ephemeral", value: nil, help: "keep nothing: a ledger in memory")
  static let seed = Option(name: "seed", value: "N", help: "what hosted content is made from; 1 if not given")
  static let now = Option(
    name: "now", value: "DATE",
    help: "stop the store's clock at this time: 2026-11-30 or 2026-11-30T12:00:00Z")
  static let json = Option(name: "json", value: nil, help: "print JSON for programs")
  static let yes = Option(name: "yes", value: nil, help: "confirm the purchase without asking")
  static let quantity = Option(name: "quantity", value: "N", help: "how many of a consumable, 1 to 10")
  static let user = Option(
    name: "user", value: "NAME", help: "what the app calls its user; StoreKit 2 knows it only as a UUID")
  static let token = Option(
    name: "token", value: "UUID", help: "the appAccountToken: a user's name that is a UUID")
  static let hashed = Option(
    name: "hashed", value: "ACCOUNT", help: "the user's name as the SHA-256 of an account's name")
  static let limit = Option(
    name: "limit", value: "N", help: "how many of the newest to print; all if not given")
  static let filter = Option(
    name: "filter", value: "WORDS", help: "only those that fit, such as 'is:unfinished account:mia'")
  static let words = Option(
    name: "filter", value: "WORDS", help: "only those that fit, such as 'REFUND' or 'coins'")
  static let body = Option(
    name: "raw", value: nil, help: "print each as it is sent: one JSON body a line, for curl")
  static let network = Option(
    name: "network", value: "on|off|slow|flapping", help: "whether the store can be reached")
  static let payments = Option(
    name: "payments", value: "allowed|refused", help: "whether this device may pay")
  static let format = Option(
    name: "format", value: "text|json|junit|tap", help: "how the results are written; text if not given")
  static let picture = Option(
    name: "format", value: "text|svg|html|json", help: "how the picture is written; text if not given")
  static let screen = Option(
    name: "screen", value: Screen.choice, help: "which screen is shown at the end")
  static let size = Option(name: "size", value: "COLUMNSxROWS", help: "of the screen; 100x30 if not given")
  static let script = Option(name: "script", value: "FILE", help: "played in front of the screen first")
  static let cast = Option(
    name: "cast", value: "FILE", help: "where the recording is written, as asciicast v2")
  static let record = Option(
    name: "record", value: "FILE", help: "write this session down as a script; it keeps nothing else")
  static let speed = Option(
    name: "speed", value: "N", help: "how many times faster than it was recorded; 1 if not given")
  static let step = Option(name: "step", value: nil, help: "wait for a key before each command")
  static let output = Option(name: "output", value: "FILE", help: "where to write it; else it is printed")
  static let jobs = Option(
    name: "jobs", value: "N",
    help: "how many scripts run at a time; as many as there are processors if not given")
  static let terms = Option(
    name: "terms", value: "URL", help: "the terms of use, where the catalogue names none")
  static let privacy = Option(
    name: "privacy", value: "URL", help: "the privacy policy, where the catalogue names none")
  static let root = Option(
    name: "root", value: "FILE", help: "a root certificate to trust, DER or PEM; may be given again",
    isRepeatable: true)
  static let bundle = Option(name: "bundle", value: "ID", help: "the bundle id that it has to be for")
  static let deviceID = Option(
    name: "device", value: "GUID", help: "the device that it has to be for: a UUID or a MAC address")
  static let renewal = Option(
    name: "renewal", value: nil, help: "the renewal info of a subscription, not the transaction")
  static let raw = Option(name: "raw", value: nil, help: "print the token alone, for another program")
  static let secret = Option(
    name: "secret", value: "TEXT", help: "the shared secret to send; this store's own if not given")
  static let excludeOld = Option(
    name: "exclude-old", value: nil, help: "ask for the latest renewal of each subscription only")
  static let production = Option(
    name: "production", value: nil, help: "ask production alone, as an app does that never tries the sandbox")
  static let man = Option(name: "man", value: nil, help: "print a page of the manual, for man")
  static let help = Option(name: "help", value: nil, help: "explain this command")
  static let version = Option(name: "version", value: nil, help: "print the version")

  /// Which catalogue, country and language.
  static let reading: [Option] = [.catalog, .storefront, .locale, .terms, .privacy]
  /// Which ledger, clock and chance.
  static let keeping: [Option] = [.state, .ephemeral, .seed, .now]
  /// What may go wrong on this device.
  static let device: [Option] = [.network, .payments, .rate]
  /// How the screen looks and behaves.
  static let look: [Option] =
    [.theme, .color] + [.ascii, .mouse, .motion, .plain, .welcome].flatMap(options)

  /// As the help writes it: `--catalog FILE`.
  var usage: String { "--\(name)" + (value.map { " \($0)" } ?? "") }

  /// The option of a setting that takes a value.
  private static func setting(_ name: Setting.Name) -> Option { options(name)[0] }

  /// The options of a setting: one that takes its value, or switches.
  private static func options(_ name: Setting.Name) -> [Option] {
    let setting = Setting.named(name)
    return switch setting.flag {
    case .value(let value): [Option(name: name.rawValue, value: value, help: setting.help)]
    case .switches(let switches): switches.map { Option(name: $0.name, value: nil, help: $0.help) }
    }
  }
}
