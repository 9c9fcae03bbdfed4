/// How well this device reaches the store.
public enum NetworkState: String, Hashable, Sendable, CaseIterable {
  case on, off
  /// Everything arrives, hosted content at the speed of a bad mobile network.
  case slow
  /// It comes and goes: gone in every second five seconds of the store's clock.
  case flapping

  /// Whether the store can be reached at an instant.
  public func isReachable(at instant: Timestamp) -> Bool {
    switch self {
    case .on, .slow: true
    case .off: false
    case .flapping: (instant.milliseconds / 5000).isMultiple(of: 2)
    }
  }

  public init(isOn: Bool) { self = isOn ? .on : .off }
}

/// JSON: true and false, as in journals from before there was `slow`, which is its name.
extension NetworkState: Codable {
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let isOn = try? value.decode(Bool.self) {
      self.init(isOn: isOn)
    } else if let state = NetworkState(rawValue: try value.decode(String.self)) {
      self = state
    } else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "A network is true, false, \"slow\" or \"flapping\".")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .on: try value.encode(true)
    case .off: try value.encode(false)
    case .slow, .flapping: try value.encode(rawValue)
    }
  }
}
