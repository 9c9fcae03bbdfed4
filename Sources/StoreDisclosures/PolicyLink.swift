/// Judges, without the network, whether an address can be a policy link (D15, D16).
public enum PolicyLink {
  /// What makes an address unusable.
  public enum Fault: String, Hashable, Sendable, CaseIterable {
    case notAbsoluteHTTPS, unreadableCharacters, userInfo, badHost, numericHost, hostWithoutDot,
      placeholderHost

    /// Completes "The link '...' ...".
    var message: String {
      switch self {
      case .notAbsoluteHTTPS: "does not begin with https://"
      case .unreadableCharacters: "holds blanks, control characters or letters outside ASCII"
      case .userInfo: "holds a user name"
      case .badHost: "has no valid host name"
      case .numericHost: "names a host by its number"
      case .hostWithoutDot: "names a host that is not public"
      case .placeholderHost: "names a placeholder host"
      }
    }
  }

  /// The first fault of `address`; nil when it can be shown.
  ///
  /// It must be absolute and https, in visible ASCII, without user name, with a public host name.
  /// Whether the page answers is not asked.
  public static func fault(of address: String) -> Fault? {
    guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return .unreadableCharacters }
    let scheme = "https://"
    guard address.lowercased().hasPrefix(scheme) else { return .notAbsoluteHTTPS }
    let authority = address.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
    if authority.contains("@") { return .userInfo }
    if authority.hasPrefix("[") { return .numericHost }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first?.lowercased(), parts.count == 1 || (parts.count == 2 && isPort(parts[1]))
    else {
      return .badHost
    }
    return fault(ofHost: host)
  }

  private static func isPort(_ text: Substring) -> Bool { UInt16(text).map { $0 > 0 } ?? false }

  private static func fault(ofHost host: String) -> Fault? {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard host.utf8.count <= 253, labels.allSatisfy(isLabel) else { return .badHost }
    guard let top = labels.last, labels.count > 1 else { return host == "" ? .badHost : .hostWithoutDot }
    if top.first?.isNumber ?? false { return .numericHost }
    let reserved: Set<Substring> = ["test", "invalid", "localhost", "local"]
    return labels.contains("example") || reserved.contains(top) ? .placeholderHost : nil
  }

  private static func isLabel(_ label: Substring) -> Bool {
    let allowed = label.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    return (1...63).contains(label.utf8.count) && allowed && label.first != "-" && label.last != "-"
  }
}
