import StorefrontSettings

/// How settings are written: what `storefront help config` prints.
enum ConfigHelp {
  static var text: String {
    var lines = [
      "config.json: how storefront looks and behaves. JSON, and JSON5 too: comments, trailing commas, unquoted keys.",
      "It is in $XDG_CONFIG_HOME/storefront (~/.config/storefront if unset). To start with one:", "",
      "  mkdir -p ~/.config/storefront && storefront config default > ~/.config/storefront/config.json", "",
      "An option comes before STOREFRONT_NAME in the environment, and that before the file. What is wrong in the file",
      "is told with line and column, and the default counts in its place.", "", "SETTINGS",
    ]
    lines +=
      TextTable(
        Setting.all.map { setting in
          ["  \(setting.name.rawValue)", setting.standard?.description ?? "-", setting.help]
        } + [
          ["  keys", "-", "the keys of a command by its id: { buy: [\"b\", \"ctrl-b\"] }"],
          ["  themes", "-", "themes of your own: { evening: { price: \"bold yellow\" } }"],
        ]
      ).lines
    lines += [
      "",
      "'storefront config default' explains each of them; 'storefront config check' looks for mistakes.",
    ]
    return lines.joined(separator: "\n")
  }
}
