extension Wording {
  var german: String {
    switch self {
    case .length: "Laufzeit: {period}"
    case .unitPrice: "Zum Vergleich berechnet: {unitPrice}"
    case .freeTrial:
      """
      {trialPeriod} kostenlos, danach {renewalPrice}. Heute wird nichts berechnet. Die erste Zahlung wird \
      automatisch am {trialEnd} fällig, wenn Sie nicht mindestens 24 Stunden vorher kündigen.
      """
    case .payAsYouGo:
      """
      Einführungspreis: {introPrice} für {introPeriod}, danach {renewalPrice} ab dem {introEnd}.
      """
    case .payUpFront:
      """
      Einführungspreis: einmalig {introPrice} für {introPeriod}, danach {renewalPrice} ab dem {introEnd}.
      """
    case .charge: "Mit der Bestätigung werden Ihrem Account {price} berechnet."
    case .renewal:
      """
      Verlängert sich automatisch bis zur Kündigung. Zum Beenden die automatische Verlängerung mindestens \
      24 Stunden vor Ende der Laufzeit ausschalten.
      """
    case .renewalCharge:
      """
      Verlängerung: {renewalPrice} ab dem {renewalDate}, berechnet innerhalb von 24 Stunden vor Ende jeder \
      Laufzeit.
      """
    case .manage: "Jederzeit verwalten oder kündigen: {manage}."
    case .managePlace: "Einstellungen › Ihr Name › Abonnements"
    case .forfeiture:
      """
      Ein nicht genutzter Teil der Probezeit verfällt, wenn Sie ein anderes Abo dieser Gruppe kaufen.
      """
    case .oneTimeCharge: "Einmalige Zahlung von {price}, berechnet mit der Bestätigung."
    case .doesNotRenew: "Verlängert sich nicht automatisch. Nach dem Ende wird nichts mehr berechnet."
    case .restore: "Schon gekauft? „{restore}“ bringt es ohne Zahlung zurück."
    case .terms: "Nutzungsbedingungen: {url}"
    case .privacy: "Datenschutzerklärung: {url}"
    case .labelConfirm: "Zahlungspflichtig bestellen"
    case .labelCancel: "Abbrechen"
    case .labelRestore: "Käufe wiederherstellen"
    case .labelReadToEnd: "Zum Kauf bis zum Ende lesen."
    case .labelSimulated: "Simulierter Kauf. Es fließt kein Geld."
    case .reasonNotSold: "In diesem Store nicht erhältlich."
    case .reasonPaymentsNotAllowed: "Auf diesem Gerät sind keine Zahlungen erlaubt."
    case .reasonAlreadySubscribed: "Sie haben dieses Abo bereits."
    case .reasonIncomplete: "Kauf nicht möglich: Pflichtangaben sind unvollständig."
    case .reasonAwaitingApproval: "Wartet auf Genehmigung. Bis dahin wird nichts berechnet."
    }
  }
}
