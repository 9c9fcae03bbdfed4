import StoreModel

extension Shell {
  /// Explains a command or a topic.
  func help() throws(UsageError) -> ExitStatus {
    let topic = invocation.arguments.first
    if invocation.has(.man) { return try manual(topic) }
    guard let topic else {
      console.print(HelpText.overview)
      return .done
    }
    if topic == "catalog" {
      console.print(CatalogHelp.text)
    } else if topic == "script" {
      console.print(ScriptHelp.text)
    } else if topic == "config" {
      console.print(HelpText.text(for: .config) + "\n\n" + ConfigHelp.text)
    } else if let name = Subcommand.Name(rawValue: topic) {
      console.print(HelpText.text(for: Subcommand.named(name)))
    } else {
      let topics = Self.helpTopics
      let near = nearest(to: topic, in: topics)
      throw UsageError(
        "There is no help on '\(topic)'.",
        advice: (near.map { "Did you mean '\($0)'? " } ?? "") + "Topics: \(topics.joined(separator: ", ")).")
    }
    return .done
  }

  /// What can be explained.
  static let helpTopics = Subcommand.Name.allCases.map(\.rawValue) + ["catalog", "script"]

  private func manual(_ topic: String?) throws(UsageError) -> ExitStatus {
    switch topic {
    case nil: console.print(ManualPage.program.text, terminator: "")
    case "catalog", "config", "script": console.print(ManualPage.files.text, terminator: "")
    default:
      throw UsageError(
        "The manual has two pages.",
        advice: "'storefront help --man' prints storefront(1), 'storefront help config --man' storefront(5).")
    }
    return .done
  }
}
