import StoreScript

/// Those about what the store signs.
extension Subcommand {
  static let receipt = Subcommand(
    name: .receipt,
    summary: "show, verify, compare, refresh or export a receipt; sign a transaction; ask the store",
    arguments: ["ACTION", "[FILE]"],
    options: [.root, .bundle, .deviceID, .renewal, .raw, .secret, .excludeOld, .production] + Option.reading
      + [.state, .seed, .now, .network] + common,
    examples: [
      ("storefront receipt show", "the receipt of this store's app, attribute by attribute"),
      ("storefront receipt diff", "what it says otherwise than the one before the last event"),
      ("storefront receipt refresh", "ask the store for a new one"),
      ("storefront receipt export app.receipt", "a copy, for another program to verify"),
      ("storefront receipt jws 3", "transaction 3 as the store signs it: header, payload, token"),
      ("storefront receipt jws 3 --renewal --raw", "the renewal info, for another program"),
      ("storefront receipt app-transaction", "how the app itself was bought, signed"),
      ("storefront receipt answer | jq .pending_renewal_info", "what verifyReceipt answers, as JSON"),
      ("storefront receipt answer FILE --secret wrong", "what a server with another secret gets: 21004"),
      ("storefront receipt show FILE", "any receipt: every attribute, known or not, and the certificates"),
      ("storefront receipt verify FILE", "whether Apple signed it, and for which app"),
      (
        "storefront receipt verify FILE --root root.pem --bundle com.example.app",
        "against a root of one's own"
      ),
      ("storefront receipt verify - --json < FILE", "from standard input, for a script"),
    ],
    notes: """
      ACTION is show, verify, diff, refresh, export, answer, jws or app-transaction. Without FILE, show, verify and
      answer take the receipt of this ledger's app; diff and refresh take none, and export writes to it ('-': base64 on
      standard output). FILE is an app receipt, binary or base64, or a signed transaction, renewal info, app transaction
      or notification (JWS); '-' is standard input. Without --root Apple's own roots are trusted and this store's, for its
      own receipt this store's alone; with it only those given. Its own receipt has to be for its app and device, any other
      for what --bundle and --device say. Certificates are judged at the date of signing. jws signs the transaction
      with this number as the store does for servers; it changes nothing. answer sends the receipt to verifyReceipt, to
      production first and to the sandbox after 21007, and prints the JSON that comes back; 'fail verification with 21005
      once', written in the palette, gives it trouble. Exit code 0: valid, status 0. 1: not valid; the message tells the
      first thing that is wrong.
      """)

  static let keys = Subcommand(
    name: .keys, summary: "export the certificates that others have to trust; tell the shared secret",
    arguments: ["ACTION", "[DIR]"],
    options: [.state] + common,
    examples: [
      ("storefront keys export roots", "the roots of receipts and of signed transactions, DER and PEM"),
      ("storefront keys export roots --state shop.sqlite", "those of another store"),
      ("storefront keys secret", "the shared secret that verifyReceipt expects"),
    ],
    notes: """
      ACTION is export or secret. Each ledger has keys of its own, made once and kept beside it in a folder for its owner alone
      (FILE-keys, mode 0600). Only certificates are exported, never a private key.
      """)
}
