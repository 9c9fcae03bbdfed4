import StoreModel
import StoreScript
import TerminalKit

/// Where a person is on the screen: all that a key's statement depends on besides what the key led to.
public struct ScreenPlace: Hashable, Sendable {
  public let context: ShopCommand.Context
  public let screen: Screen
  public let pane: Pane
  public let locale: LocaleID
}

extension ShopState {
  public var place: ScreenPlace {
    ScreenPlace(context: context, screen: screen, pane: pane, locale: texts.locale)
  }
}

extension Act {
  /// What a person's input did on the screen, as the statement of a script that does the same.
  ///
  /// The command that the store was asked for, whatever keys led to it; else the list of another screen (`screen`) or
  /// another language (`locale`); else the key itself or the text that was typed (`key`), which counts only where it
  /// was pressed. The one that an open sheet belongs to is not named: in a script it is the only one, as here.
  ///
  /// Nil for what no statement does: a click that asked for nothing, pasted text that went nowhere, a new size, the
  /// end. Pure, and total: any input in any place is fine.
  public init?(_ input: InputEvent, from before: ScreenPlace, to after: ScreenPlace, effects: [Effect]) {
    if let command = effects.lazy.compactMap(\.command).first {
      self = Act(asking: command)
    } else if let act = effects.lazy.compactMap(\.appAct).first {
      self = act
    } else if effects.contains(where: \.isEnd) {
      return nil
    } else if after.screen != before.screen, after.pane == .list {
      self = .screen(after.screen)
    } else if after.locale != before.locale {
      self = .locale(after.locale)
    } else {
      guard let press = KeyPress(input, in: before.context) else { return nil }
      self = .key([press])
    }
  }

  /// The statement for a command as a person gives it.
  private init(asking command: Command) {
    switch command {
    case .confirm: self = .confirm(nil)
    case .cancel: self = .cancel(nil)
    default: self = Act(command)
    }
  }

  /// True for a key that is known by itself alone, not by what it did.
  public var isOnlyKey: Bool { if case .key = self { true } else { false } }
}

extension Act.KeyPress {
  /// The same press in a script; nil when the language has none for it.
  init?(_ input: InputEvent, in context: ShopCommand.Context) {
    switch input {
    case .key(let key):
      // A bare word that is read as something else, such as `#`, is typed as text.
      if ScriptWord(key.description).isQuoted {
        guard let typed = key.typed else { return nil }
        self = .text(String(typed))
      } else {
        self = .key(key.description)
      }
    case .paste(let text):
      let line = text.filter { !$0.isNewline }
      guard ShopCommand.Context.typing.contains(context), !line.isEmpty else { return nil }
      self = .text(line)
    case .mouse, .focus, .resize, .end: return nil
    }
  }
}

extension Effect {
  fileprivate var command: Command? { if case .run(let command, _) = self { command } else { nil } }
  fileprivate var appAct: Act? { if case .app(let act) = self { act } else { nil } }
  fileprivate var isEnd: Bool { if case .quit = self { true } else { false } }
}
