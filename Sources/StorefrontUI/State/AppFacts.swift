import Purchasing
import StoreScript

/// How the app works that buys here: its handlers, those of its next start, and what it is killed by.
public struct AppFacts: Hashable, Sendable {
  /// Of this run, never none.
  public var handlers: [HandlerStyle] = [.standard]
  /// From the next start on, never none.
  public var next: [HandlerStyle] = [.standard]
  /// The event after which the app is killed; nil when it is not.
  public var fatalEvent: String?

  public init() {}

  init(_ app: AppInstallation) {
    handlers = app.styles
    next = app.nextStyles
    fatalEvent = app.fatalEvent
  }
}
