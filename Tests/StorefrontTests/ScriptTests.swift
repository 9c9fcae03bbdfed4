import Foundation
import StoreScript
import Testing

/// `storefront exec` and `storefront run`, on the real program.
@Suite struct ScriptTests {
  private func write(_ text: String, _ name: String, in home: Home) throws {
    try text.write(toFile: home.path + "/" + name, atomically: true, encoding: .utf8)
  }

  @Test func `exec tells every event, keeps nothing, and ends with what came of it`() throws {
    let home = try Home()
    let bought = try home.expect(0, "exec", "buy cocoa quantity 2", "confirm", "expect balance cocoa 2")
    #expect(bought.output.contains("command buy app.stargarden.cocoa quantity 2"))
    #expect(bought.output.contains("contentDelivered app.stargarden.cocoa 1 x 2"))
    #expect(!FileManager.default.fileExists(atPath: home.ledger))
    let again = try home.expect(0, "exec", "buy cocoa quantity 2", "confirm", "expect balance cocoa 2")
    #expect(again.output == bought.output)

    let failed = try home.expect(1, "exec", "buy cocoa", "cancel", "expect balance cocoa 1")
    #expect(failed.errors.contains("exec:3:1"))
    #expect(failed.errors.contains("found   a balance of 0"))
    let refused = try home.expect(1, "exec", "network off", "buy cocoa")
    #expect(
      refused.errors.contains("refused (networkOffline). The store cannot be reached: the network is off."))
    let wrong = try home.expect(2, "exec", "buy cocoa", "confrim")
    #expect(wrong.errors == "exec:2:1: 'confrim' is no command. Did you mean 'confirm'?\n")
    #expect(wrong.output.isEmpty)
    try home.expect(2, "exec")
  }

  @Test func `with --state it acts on a store that stays`() throws {
    let home = try Home()
    try home.expect(0, "exec", "--state", "shop.sqlite", "buy planetarium", "confirm", "network off")
    let kept = try home.expect(
      0, "exec", "--state", "shop.sqlite", "expect entitled planetarium", "expect network off", "--format",
      "tap")
    #expect(kept.output == "TAP version 14\n1..1\nok 1 - exec\n")
    #expect(
      try home.run("transactions", "--state", "shop.sqlite").output.contains("app.stargarden.planetarium"))
  }

  @Test func `run checks every file before it runs one`() throws {
    let home = try Home()
    try write("buy cocoa\nconfirm\n", "good.storefront", in: home)
    try write("buy coco\nexpect balanse cocoa 1\n", "bad.storefront", in: home)
    let run = try home.expect(2, "run", "good.storefront", "bad.storefront")
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        bad.storefront:1:5: The catalogue has no product 'coco'. Did you mean 'cocoa'?
        bad.storefront:2:8: 'balanse' is no condition. Did you mean 'balance'?

        """)
    try home.expect(2, "run", "missing.storefront")
    try home.expect(2, "run", "good.storefront", "--format", "xml")
    try home.expect(2, "run", "good.storefront", "--jobs", "0")
  }

  @Test func `results come as text, JSON, JUnit and TAP, in the order of the files`() throws {
    let home = try Home()
    try write("buy cocoa\nconfirm\n", "a.storefront", in: home)
    try write("buy cocoa\nconfirm\nexpect balance cocoa 2 # <no>\n", "b.storefront", in: home)
    try write("expect screen \"Observatory\"\n", "c.storefront", in: home)
    let text = try home.expect(1, "run", "a.storefront", "b.storefront", "c.storefront")
    #expect(
      text.output == """
        ok    a.storefront  2 statements
        FAIL  b.storefront
          b.storefront:3:1
            wanted  expect balance cocoa 2
            found   a balance of 1
            Events since the last command:
              command(confirm)
              purchased(product=app.stargarden.cocoa)
              contentDelivered(product=app.stargarden.cocoa)
              finished(product=app.stargarden.cocoa)
        ok    c.storefront  1 statement
        3 scripts: 2 passed, 1 failed.

        """)
    let json = try home.expect(1, "run", "a.storefront", "b.storefront", "--json").object()
    #expect(json["failed"] as? Int == 1)
    let scripts = try #require(json["scripts"] as? [[String: Any]])
    #expect(scripts.map { $0["passed"] as? Bool } == [true, false])
    let failure = try #require(scripts[1]["failure"] as? [String: Any])
    #expect(failure["line"] as? Int == 3)
    #expect((failure["events"] as? [String])?.last == "finished(product=app.stargarden.cocoa)")

    let junit = try home.expect(1, "run", "b.storefront", "--format", "junit").output
    let document = try XMLish(junit)
    #expect(document.count("testcase") == 1)
    #expect(document.count("failure") == 1)
    #expect(junit.contains("tests=\"1\" failures=\"1\""))
    #expect(junit.contains("<failure message=\"a balance of 1\">"))
    let tap = try home.expect(1, "run", "a.storefront", "b.storefront", "--format", "tap").output
    #expect(tap.hasPrefix("TAP version 14\n1..2\nok 1 - a.storefront\nnot ok 2 - b.storefront\n  ---\n"))
  }

  @Test func `many files at a time give the same as one at a time`() throws {
    let home = try Home()
    var names: [String] = []
    for index in 1...24 {
      names.append("s\(index).storefront")
      try write(
        "buy cocoa quantity \(index % 10 + 1)\ncrash after purchased\nconfirm\nexpect balance cocoa \(index % 10 + 1)\n",
        names[index - 1], in: home)
    }
    let one = try home.start(["run", "--jobs", "1"] + names).waitForEnd()
    let many = try home.start(["run", "--jobs", "8"] + names).waitForEnd()
    #expect(one.code == 0)
    #expect(many.output == one.output)
  }

  @Test func `the help lists every command and condition of the language`() throws {
    let home = try Home()
    let help = try home.expect(0, "help", "script").output
    let manual = try home.expect(0, "help", "script", "--man").output
    for verb in Verb.all {
      #expect(help.contains(verb.usage.text))
      #expect(help.contains(verb.example))
      #expect(manual.contains(verb.example.prefix(4)))
    }
    for form in Condition.forms { #expect(help.contains(form.usage.text)) }
    #expect(try home.expect(0, "exec", "--help").output.contains("EXAMPLES"))
  }

  @Test func `the README's script is one of the scenarios, and passes`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let script = try String(
      contentsOf: root.appending(path: "Tests/Scenarios/first-script.storefront"), encoding: .utf8)
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("```sh\n" + script + "```"))
    for verb in Verb.all {
      let usage = verb.usage.text.replacing("|", with: "\\|")
      #expect(readme.contains("| `\(usage)` | \(verb.meaning) |\n"))
    }
    #expect(script.split(separator: "\n").filter { !$0.hasPrefix("#") }.count <= 10)
    let home = try Home()
    try home.expect(0, "run", root.appending(path: "Tests/Scenarios/first-script.storefront").path)
  }
}

/// Just enough of XML to see that a document is well formed: every element is closed in order.
private struct XMLish {
  private var names: [String] = []

  init(_ text: String) throws {
    var open: [String] = []
    for tag in text.matches(of: /<(\/?)([A-Za-z]+)([^<>]*?)(\/?)>/) {
      let name = String(tag.2)
      if tag.1.isEmpty {
        names.append(name)
        if tag.4.isEmpty { open.append(name) }
      } else if open.popLast() != name {
        throw RunFailure("</\(name)> closes nothing: \(text)")
      }
    }
    if !open.isEmpty { throw RunFailure("\(open) are not closed: \(text)") }
    let rest = text.replacing(/<[^<>]*>/, with: "")
    if rest.contains(where: { "<>".contains($0) }) { throw RunFailure("A sign is not escaped: \(rest)") }
  }

  func count(_ name: String) -> Int { names.count { $0 == name } }
}
