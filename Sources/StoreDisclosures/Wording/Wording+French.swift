extension Wording {
  var french: String {
    switch self {
    case .length: "Durée\u{A0}: {period}"
    case .unitPrice: "Calculé à titre de comparaison\u{A0}: {unitPrice}"
    case .freeTrial:
      """
      Gratuit pendant {trialPeriod}, puis {renewalPrice}. Rien n’est débité aujourd’hui. Le premier débit \
      a lieu automatiquement le {trialEnd}, sauf résiliation au moins 24 heures avant.
      """
    case .payAsYouGo:
      """
      Prix de lancement\u{A0}: {introPrice} pendant {introPeriod}, puis {renewalPrice} à partir du {introEnd}.
      """
    case .payUpFront:
      """
      Prix de lancement\u{A0}: {introPrice} en une fois pour {introPeriod}, puis {renewalPrice} à partir du \
      {introEnd}.
      """
    case .charge: "{price} sont débités de votre compte à la confirmation."
    case .renewal:
      """
      Renouvellement automatique jusqu’à résiliation. Pour l’arrêter, désactivez-le au moins 24 heures \
      avant la fin de la période en cours.
      """
    case .renewalCharge:
      """
      Renouvellement\u{A0}: {renewalPrice} à partir du {renewalDate}, débité dans les 24 heures précédant la \
      fin de chaque période.
      """
    case .manage: "Gérez ou résiliez à tout moment après l’achat\u{A0}: {manage}."
    case .managePlace: "Réglages › votre nom › Abonnements"
    case .forfeiture:
      """
      Toute partie non utilisée de l’essai gratuit est perdue si vous achetez un autre abonnement de ce \
      groupe.
      """
    case .oneTimeCharge: "Paiement unique de {price}, débité à la confirmation."
    case .doesNotRenew: "Pas de renouvellement automatique. Rien d’autre n’est débité à la fin."
    case .restore: "Déjà acheté\u{A0}? «\u{A0}{restore}\u{A0}» vous le rend sans nouveau paiement."
    case .terms: "Conditions d’utilisation\u{A0}: {url}"
    case .privacy: "Politique de confidentialité\u{A0}: {url}"
    case .labelConfirm: "Commander avec obligation de paiement"
    case .labelCancel: "Annuler"
    case .labelRestore: "Restaurer les achats"
    case .labelReadToEnd: "Lisez tout pour acheter."
    case .labelSimulated: "Achat simulé. Aucun paiement réel."
    case .reasonNotSold: "Non vendu dans ce pays."
    case .reasonPaymentsNotAllowed: "Les paiements ne sont pas autorisés sur cet appareil."
    case .reasonAlreadySubscribed: "Vous êtes déjà abonné à cette formule."
    case .reasonIncomplete: "Achat impossible\u{A0}: les informations obligatoires sont incomplètes."
    case .reasonAwaitingApproval: "En attente d’approbation. Rien n’est débité d’ici là."
    }
  }
}
