import StoreCatalog
import StoreModel
import StoreScript

// Yes and no to questions and sheets, and what was chosen from a list.
extension ShopState {
  /// What a no leads to: nothing, unless somebody waits for the answer.
  mutating func refuse(_ question: Question) -> [Effect] {
    guard question.subject == .signIn else { return [] }
    isSignInAsked = false
    return ask(.declineSignIn)
  }

  var signInQuestion: Question {
    Question(
      subject: .signIn, title: "Sign in",
      text: "The App Store asks you to sign in as \(facts.settings.account) before it goes on.",
      yes: "Sign in",
      no: "Not now")
  }

  var isYesMarked: Bool {
    if case .question(let question) = dialog { return question.isYesMarked }
    return sheet?.isConfirmMarked ?? false
  }

  mutating func markOtherButton() -> [Effect] {
    if case .question(var question) = dialog {
      question.isYesMarked.toggle()
      dialog = .question(question)
    } else {
      sheet?.isConfirmMarked.toggle()
    }
    return []
  }

  mutating func answer(_ yes: Bool) -> [Effect] {
    if case .question(let question) = dialog {
      dialog = nil
      guard yes else { return refuse(question) }
      switch question.subject {
      case .quit: return [.quit(0)]
      case .deleteContent(let product): return ask(.download(product, .delete))
      case .line(let line): return run(line: line)
      case .signIn:
        isSignInAsked = false
        return ask(.signIn)
      }
    }
    guard let open = sheet, open.phase == .reading else { return [] }
    sheet?.phase = .answered(agreed: yes)
    return ask(yes ? .confirm(open.id) : .cancel(open.id))
  }

  mutating func choose() -> [Effect] {
    if menu != nil { return runChosen() }
    guard case .picker(let picker) = dialog, let chosen = picker.cursor.selected else { return [] }
    dialog = nil
    switch picker.subject {
    case .storefront:
      let storefront = Storefront.ID(chosen)
      return storefront == facts.settings.storefront ? [] : ask(.storefront(storefront))
    case .language:
      show(language: LocaleID(chosen))
      return []
    case .copy: return [.copy(chosen)]
    case .link: return open(chosen)
    case .line: return take(chosen: chosen)
    case .entry: return jump(to: chosen)
    }
  }

  mutating func show(language: LocaleID) {
    texts = ProductTexts(
      catalog: catalog, storefront: texts.storefront, locale: language, inASCII: texts.inASCII,
      printed: texts.printed)
    forgetTitles()
    filterProducts()
    refreshLists()
    detailTop = 0
  }
}
