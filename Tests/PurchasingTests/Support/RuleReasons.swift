/// What `Rules.md` says of rules that no test can be named after, and of those that ours keeps in another way.
enum RuleReasons {
  /// Why a rule has no test: it cannot apply here.
  static let inapplicable: [String: String] = [
    "R14": "There is no default queue: an app makes its own, and its owner decides how long it lives.",
    "R28": "A products request is one async call here: the caller waits for it and cannot drop it.",
    "R29": "A products request is one async call here: it returns or throws, once.",
    "R57": "There is no 'restored' among the answers to a purchase: the types exclude it.",
    "R85":
      "It contradicts R6 and R59, which are kept: while a restore runs, another one is answered at "
      + "once and not asked.",
    "R100":
      "Which payments from the App Store's page are added is the app's own answer (R97); "
      + "`isPurchased` helps it.",
    "R101":
      "There is no list of available products to put one into: each is looked up when it is bought (R54).",
    "R104": "Several purchases may be under way: each call waits for its own answer (R44, C4).",
    "R105": "There is no flag: a call to `purchase` is in progress until it returns.",
    "R106": "A call is answered once (R46); that it is in progress is told by the queue's own updates (R3).",
    "R108": "A missing error is an unknown failure (R49), not a cancellation; only code 2 is one (C10).",
    "R109": "What could not be delivered stays unfinished on purpose, so that it comes back (R10, R166).",
    "R120":
      "There is no list that has to be loaded first: products are asked for when they are needed (R54).",
    "R126":
      "The catalogue's own tests prove it: absent, unreadable, undecodable and partly wrong files "
      + "each say why.",
    "R127": "There is no list of records: the ledger keeps every transaction whole.",
    "R128": "There is no list of records: ids in the ledger are unique.",
    "R130": "The app's own list is kept: R121 to R125.",
    "R133": "No list of available products is kept: each answer stands alone (R152).",
    "R134": "A purchase looks its product up by itself (R54).",
    "R135":
      "There are no notifications: callers are answered, the rest goes to one callback (R43), while "
      + "the queue waits (R2).",
    "R142": "What is kept is `queue.transactions`, each with its own id and its original's.",
    "R143": "Removals are told to observers (R18), who may log them.",
    "R159": "A verdict is the answer of an async call: it arrives where it was awaited.",
    "R167": "A failure is told as what it is: R48, R49 and C10.",
    "R168": "A cancelled purchase is an answer of its own: R48 and C10.",
    "R169": "The screen asks the store anew whenever the network returns.",
    "R170": "A restore goes through the queue (R60); a refresh is a command of its own.",
    "R171": "Every call waits for its own answer: R44.",
  ]

  /// Where the library's behaviour is a defect, and what ours does.
  static let fixes: [String: String] = [
    "R59": "A second restore is answered with `restoreInProgress`, not dropped.",
    "R68": "Deferred transactions are never finished.",
    "R76": "Two purchases of one product are answered with a transaction each.",
    "R99":
      "There is nothing to register: what the App Store's page brought is told to complete-transactions.",
    "R107": "A restore beside a purchase is carried out and answered.",
    "R111": "Buying a consumable again completes again.",
    "R113": "An empty or failing restore completes, once, for all items.",
    "R118": "Each request gets its own answer.",
    "R126": "Real Xcode files are read, subscription groups and all.",
    "R131": "A second request shares the first one's answer, or runs beside it.",
    "R154": "A request is forgotten before its answer is told, so that nobody is told twice.",
    "R155": "A caller that gives up leaves nothing behind.",
    "R161": "The sandbox is asked for this call only, once, and 21008 the other way (C17).",
    "R167": "The error is told as it is.",
    "R182": "A purchase that was upgraded away counts like a refunded one.",
    "R195": "Refunded, replaced and expired purchases do not count.",
  ]
}
