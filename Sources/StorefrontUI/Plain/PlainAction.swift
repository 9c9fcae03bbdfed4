/// Something that happened in plain mode.
public enum PlainAction: Sendable {
  /// A line of the input, without its end.
  case line(String)
  /// The input has ended; nothing more can be asked.
  case inputEnded
  /// News of the store, or an answer to an effect.
  case news(Action)
  /// All that was asked for is answered and told: the next line is wanted.
  case ready
}

/// Something that plain mode wants done.
public enum PlainEffect: Hashable, Sendable {
  /// Writes these lines, each whole. They are safe to show on any terminal.
  case print([String])
  /// As the screen would have it done; never a timer.
  case shop(Effect)
}
