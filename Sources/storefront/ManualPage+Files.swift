import StoreScript
import StorefrontSettings
import StorefrontUI
import TerminalKit

extension ManualPage {
  /// storefront(5): the catalogue and the settings file.
  static var files: ManualPage {
    var page = ManualPage(name: "storefront", section: 5, title: "File Formats")
    page.section("NAME")
    page.paragraph("storefront - catalogue, settings and scripts of storefront(1)")
    page.section("DESCRIPTION")
    page.paragraph(
      "Catalogue and settings are JSON, and JSON5 too: comments, trailing commas, unquoted keys, single quotes. What is wrong "
        + "in them is told with line and column, and the rest counts.")
    page.section("CATALOGUE")
    page.example(CatalogHelp.text)
    page.section("SETTINGS")
    page.paragraph(
      "$XDG_CONFIG_HOME/storefront/config.json. An option comes before STOREFRONT_NAME in the environment, and that "
        + "before this file. 'storefront config default' prints one to start from.")
    for setting in Setting.all {
      page.entry(setting.name.rawValue, setting.explanation)
    }
    page.entry(
      "keys",
      "The keys of commands: { \"buy\": [\"b\", \"ctrl-b\"] }. An empty list switches a command's keys off. Two commands "
        + "that work in the same place cannot share a key.")
    page.entry(
      "themes",
      "Themes of your own: { \"evening\": { \"price\": \"bold yellow\" } }. A style is attributes ("
        + "bold, dim, reverse, underline), a colour, and after 'on' the colour of the background: an ANSI name, "
        + "0 to 255 or #rrggbb. What a theme leaves out is as in neutral. Roles: "
        + Theme.Role.allCases.map(\.name).joined(separator: ", ") + ".")
    page.subsection("Commands")
    for command in ShopCommand.bindable {
      page.entry(command.id, "\(command.title): \(command.keys.map(\.settingName).joined(separator: ", ")).")
    }
    page.section("SCRIPTS")
    page.paragraph(
      "What 'storefront run' reads and 'storefront exec' takes. A script is lines, one command each: words, \"text in "
        + "quotes\", # comments. \(ScriptHelp.rules)")
    for verb in Verb.all {
      page.entry(verb.usage.text, "\(verb.meaning.capitalizedFirst). Example: \(verb.example)")
    }
    page.subsection("Conditions")
    for form in Condition.forms { page.entry(form.usage.text, "\(form.meaning.capitalizedFirst).") }
    page.subsection("Words in capitals")
    for slot in Slot.allCases { page.entry(slot.rawValue, "\(slot.meaning.capitalizedFirst).") }
    page.section("SEE ALSO")
    page.paragraph("storefront(1)")
    return page
  }
}

extension Setting {
  /// What it means, what it may be and what counts without it, in sentences.
  fileprivate var explanation: String {
    [
      "\(help.capitalizedFirst).",
      standard.map { "Default: \($0)." } ?? "Without it: \(meaningOfNone).",
      "Variable: \(variable)\(sharedVariable.map { ", and after the file \($0)" } ?? "").",
    ].compactMap(\.self).joined(separator: " ")
  }
}
