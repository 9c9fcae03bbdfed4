extension Wording {
  var polish: String {
    switch self {
    case .length: "Czas trwania: {period}"
    case .unitPrice: "Wyliczono dla porównania: {unitPrice}"
    case .freeTrial:
      """
      Bezpłatnie przez {trialPeriod}, potem {renewalPrice}. Dziś nic nie zapłacisz. Pierwsza opłata \
      zostanie pobrana automatycznie {trialEnd}, chyba że anulujesz co najmniej 24 godziny wcześniej.
      """
    case .payAsYouGo: "Cena na start: {introPrice} przez {introPeriod}, potem {renewalPrice} od {introEnd}."
    case .payUpFront:
      """
      Cena na start: jednorazowo {introPrice} za {introPeriod}, potem {renewalPrice} od {introEnd}.
      """
    case .charge: "Po potwierdzeniu Twoje konto zostanie obciążone kwotą {price}."
    case .renewal:
      """
      Odnawia się automatycznie do czasu anulowania. Aby przerwać, wyłącz odnawianie co najmniej 24 \
      godziny przed końcem okresu.
      """
    case .renewalCharge:
      """
      Odnowienie: {renewalPrice} od {renewalDate}, opłata pobierana w ciągu 24 godzin przed końcem każdego \
      okresu.
      """
    case .manage: "Po zakupie możesz w każdej chwili zarządzać lub anulować: {manage}."
    case .managePlace: "Ustawienia › Twoje imię › Subskrypcje"
    case .forfeiture:
      """
      Niewykorzystana część okresu próbnego przepada przy zakupie innej subskrypcji z tej grupy.
      """
    case .oneTimeCharge: "Jednorazowa płatność {price} po potwierdzeniu."
    case .doesNotRenew: "Nie odnawia się automatycznie. Po zakończeniu nic więcej nie zapłacisz."
    case .restore: "Już kupione? „{restore}” przywróci zakup bez ponownej płatności."
    case .terms: "Warunki korzystania: {url}"
    case .privacy: "Polityka prywatności: {url}"
    case .labelConfirm: "Zamawiam z obowiązkiem zapłaty"
    case .labelCancel: "Anuluj"
    case .labelRestore: "Przywróć zakupy"
    case .labelReadToEnd: "Przeczytaj do końca, by kupić."
    case .labelSimulated: "Zakup symulowany. Pieniądze nie są pobierane."
    case .reasonNotSold: "Niedostępne w tym sklepie."
    case .reasonPaymentsNotAllowed: "Płatności na tym urządzeniu są niedozwolone."
    case .reasonAlreadySubscribed: "Masz już tę subskrypcję."
    case .reasonIncomplete: "Nie można kupić: brakuje wymaganych informacji."
    case .reasonAwaitingApproval: "Oczekuje na zgodę. Do tego czasu nic nie zapłacisz."
    }
  }
}
