import StoreDisclosures
import Testing

struct PolicyLinkTests {
  @Test(arguments: [
    "https://moss.app/terms", "https://www.moss.app", "HTTPS://Moss.App/Terms",
    "https://moss.app:8443/a?b=c#d",
    "https://xn--mnchen-3ya.de/agb", "https://a-b.co.uk/privacy/", "https://1st.app/x",
    "https://examples.app/",
  ])
  func `D15: a public https address can be shown`(address: String) {
    #expect(PolicyLink.fault(of: address) == nil)
  }

  @Test(arguments: [
    ("", PolicyLink.Fault.notAbsoluteHTTPS), ("http://moss.app", .notAbsoluteHTTPS),
    ("/terms", .notAbsoluteHTTPS),
    ("#terms", .notAbsoluteHTTPS), ("moss.app/terms", .notAbsoluteHTTPS),
    ("mailto:a@moss.app", .notAbsoluteHTTPS),
    ("javascript:alert(1)", .notAbsoluteHTTPS), ("https:/moss.app", .notAbsoluteHTTPS),
    (" https://moss.app", .unreadableCharacters), ("https://moss.app/a b", .unreadableCharacters),
    ("https://moss.app/\u{1B}[31m", .unreadableCharacters), ("https://münchen.de", .unreadableCharacters),
    ("https://moss.app/\u{202E}x", .unreadableCharacters), ("https://moss.app\n", .unreadableCharacters),
    ("https://me@moss.app", .userInfo), ("https://moss.app:x@evil.app", .userInfo),
    ("https://", .badHost), ("https:///terms", .badHost), ("https://moss..app", .badHost),
    ("https://.moss.app", .badHost), ("https://moss.app.", .badHost), ("https://-moss.app", .badHost),
    ("https://mo_ss.app", .badHost), ("https://moss.app:", .badHost), ("https://moss.app:0", .badHost),
    ("https://moss.app:99999", .badHost), ("https://a:1:2", .badHost),
    ("https://127.0.0.1/terms", .numericHost), ("https://[::1]/", .numericHost),
    ("https://moss.0x7f", .numericHost),
    ("https://localhost", .hostWithoutDot), ("https://localhost:8080/x", .hostWithoutDot),
    ("https://example.com/terms", .placeholderHost), ("https://www.example.org", .placeholderHost),
    ("https://shop.example", .placeholderHost), ("https://EXAMPLE.net", .placeholderHost),
    ("https://a.localhost", .placeholderHost), ("https://a.test/x", .placeholderHost),
  ])
  func `D15 D16: an address that cannot be a policy link is refused, with its fault`(
    address: String, fault: PolicyLink.Fault
  ) {
    #expect(PolicyLink.fault(of: address) == fault)
  }
}
