import StoreModel

extension Shell {
  /// Explains a command or a topic.
  func help() throws(UsageError) -> ExitStatus {
    guard let topic = invocation.arguments.first else {
      console.print(HelpText.overview)
      return .done
    }
    if topic == "catalog" {
      console.print(CatalogHelp.text)
    } else if let name = Subcommand.Name(rawValue: topic) {
      console.print(HelpText.text(for: Subcommand.named(name)))
    } else {
      let topics = Subcommand.Name.allCases.map(\.rawValue) + ["catalog"]
      let near = nearest(to: topic, in: topics)
      throw UsageError(
        "There is no help on '\(topic)'.",
        advice: (near.map { "Did you mean '\($0)'? " } ?? "") + "Topics: \(topics.joined(separator: ", ")).")
    }
    return .done
  }
}
