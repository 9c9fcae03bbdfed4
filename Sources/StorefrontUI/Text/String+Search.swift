import Foundation

extension String {
  /// Without case, accents and width, so that `Österreich` is found by `oster`.
  var foldedForSearch: String {
    folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
