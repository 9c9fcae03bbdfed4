import TerminalKit

/// Which keys each command has: those of the registry, or what a person has put in their place.
///
/// Keys are looked up here, and hints and help are made from the same entries, so that a hint tells the
/// key that works (X24). Within one context no key stands twice: a binding that would break this is refused.
public struct KeyMap: Hashable, Sendable {
  /// Every command with its keys here, in the order of `ShopCommand.all`.
  public private(set) var commands = ShopCommand.all
  /// The keys of each command wherever letters are commands; each frame asks for many of them.
  private var keysOfCommands: [ShopCommand.ID: [Key]]
  /// Where the commands of each context stand that the hint bar may name, in the order of their ranks.
  private var hinted: [ShopCommand.Context: [Int]]

  /// The keys of the registry.
  public static let standard = KeyMap()

  public init() {
    keysOfCommands = Self.keysOfCommands(in: commands)
    hinted = Self.hinted(among: commands)
  }

  /// The keys of the registry, except where `bindings` give others.
  ///
  /// A binding that cannot be is left out and listed in `refusals`, the later of two in dispute first; the
  /// rest stays in force. Where letters are typed, letters are no commands: there such a command keeps
  /// what it has beside them.
  public init(_ bindings: [Binding], refusals: inout [Refusal]) {
    self.init()
    if bindings.isEmpty { return }
    let standard = keysOfCommands
    var kept: [Binding] = []
    for binding in bindings {
      if binding.keys.isEmpty, Self.indispensable.contains(binding.command) {
        refusals.append(Refusal(command: binding.command, reason: .needsKey))
      } else {
        kept.append(binding)
      }
    }
    // Each round takes one binding out, and without bindings the registry is in order: this ends.
    while true {
      commands = ShopCommand.all.map { command in
        guard let binding = kept.last(where: { $0.command == command.id }) else { return command }
        return command.rebound(to: binding.keys, from: standard[command.id] ?? [])
      }
      guard let (index, refusal) = firstConflict(among: kept) else { break }
      kept.remove(at: index)
      refusals.append(refusal)
    }
    keysOfCommands = Self.keysOfCommands(in: commands)
    hinted = Self.hinted(among: commands)
  }

  /// The command of a key in a context; nil when the key means nothing there.
  ///
  /// A Cyrillic or Greek letter that is bound to nothing counts as the Latin one on the same key (X35),
  /// but never where text is typed.
  public func command(for key: Key, in context: ShopCommand.Context) -> ShopCommand? {
    let here = commands.lazy.filter { $0.contexts.contains(context) }
    if let command = here.first(where: { $0.keys.contains(key) }) { return command }
    guard ShopCommand.Context.lettered.contains(context), let latin = key.onLatinLayout else { return nil }
    return here.first { $0.keys.contains(latin) }
  }

  /// The keys that a command has wherever letters are commands: what a binding replaces.
  ///
  /// In some places a command has others besides, as `q` closes the help: a binding leaves them alone.
  public func keys(of id: ShopCommand.ID) -> [Key] { keysOfCommands[id] ?? [] }

  /// The commands that the hint bar may name in a context, in the order of their ranks.
  func hinted(in context: ShopCommand.Context) -> [ShopCommand] {
    (hinted[context] ?? []).map { commands[$0] }
  }

  /// The first key of a command as hints show it; empty when it has none.
  public func label(of id: ShopCommand.ID) -> String { keys(of: id).first?.label ?? "" }

  private static func keysOfCommands(in commands: [ShopCommand]) -> [ShopCommand.ID: [Key]] {
    var own: [ShopCommand.ID: [Key]] = [:]
    var lettered: [ShopCommand.ID: [Key]] = [:]
    for command in commands {
      if own[command.id] == nil { own[command.id] = command.keys }
      guard command.contexts.isSubset(of: ShopCommand.Context.lettered) else { continue }
      lettered[command.id] = lettered[command.id]?.filter { command.keys.contains($0) } ?? command.keys
    }
    return own.merging(lettered) { $1 }
  }

  private static func hinted(among commands: [ShopCommand]) -> [ShopCommand.Context: [Int]] {
    var hinted: [ShopCommand.Context: [Int]] = [:]
    let ranked = commands.indices.filter { commands[$0].hintRank != nil }
      .sorted { (commands[$0].hintRank ?? 0) < (commands[$1].hintRank ?? 0) }
    for index in ranked {
      for context in commands[index].contexts { hinted[context, default: []].append(index) }
    }
    return hinted
  }

  /// Without these a person could not get out.
  private static let indispensable: Set<ShopCommand.ID> = [.back, .quit]

  private func firstConflict(among bindings: [Binding]) -> (Int, Refusal)? {
    for (index, binding) in bindings.enumerated().reversed() {
      for mine in commands where mine.id == binding.command {
        for other in commands where other.id != mine.id && !other.contexts.isDisjoint(with: mine.contexts) {
          guard let key = mine.keys.first(where: other.keys.contains) else { continue }
          return (index, Refusal(command: mine.id, reason: .taken(key, by: other.id)))
        }
      }
    }
    return nil
  }
}

extension KeyMap {
  /// The keys that a person gives to a command; none switches its keys off.
  public struct Binding: Hashable, Sendable {
    public let command: ShopCommand.ID
    public let keys: [Key]

    public init(_ command: ShopCommand.ID, _ keys: [Key]) {
      self.command = command
      self.keys = keys
    }
  }

  /// A binding that was left out, and why. The command has the keys of the registry.
  public struct Refusal: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
      /// The other command has the key in a place where both work.
      case taken(Key, by: ShopCommand.ID)
      /// There would be no way out.
      case needsKey
    }

    public let command: ShopCommand.ID
    public let reason: Reason
  }
}

extension ShopCommand {
  /// With `keys` in place of `old` ones.
  fileprivate func rebound(to keys: [Key], from old: [Key]) -> ShopCommand {
    var keys = keys + self.keys.filter { !old.contains($0) && !keys.contains($0) }
    if !contexts.isSubset(of: Context.lettered) {
      keys.removeAll { $0.typed != nil }
      if keys.isEmpty { keys = self.keys }
    }
    return ShopCommand(id, title, hint: hint, keys: keys, in: contexts, rank: hintRank)
  }
}
