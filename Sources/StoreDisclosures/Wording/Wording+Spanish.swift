extension Wording {
  var spanish: String {
    switch self {
    case .length: "Duración: {period}"
    case .unitPrice: "Calculado como referencia: {unitPrice}"
    case .freeTrial:
      """
      Gratis durante {trialPeriod}; después, {renewalPrice}. Hoy no se cobra nada. El primer cobro se hace \
      automáticamente el {trialEnd}, salvo que canceles al menos 24 horas antes.
      """
    case .payAsYouGo:
      """
      Precio de lanzamiento: {introPrice} durante {introPeriod}; después, {renewalPrice} desde el \
      {introEnd}.
      """
    case .payUpFront:
      """
      Precio de lanzamiento: un solo pago de {introPrice} por {introPeriod}; después, {renewalPrice} desde \
      el {introEnd}.
      """
    case .charge: "Al confirmar se cobran {price} en tu cuenta."
    case .renewal:
      """
      Se renueva automáticamente hasta que la canceles. Para detenerla, desactiva la renovación al menos \
      24 horas antes de que acabe el periodo.
      """
    case .renewalCharge:
      """
      Renovación: {renewalPrice} desde el {renewalDate}, con cargo en las 24 horas previas al final de \
      cada periodo.
      """
    case .manage: "Gestiona o cancela cuando quieras después de comprar: {manage}."
    case .managePlace: "Ajustes › tu nombre › Suscripciones"
    case .forfeiture:
      """
      La parte no usada de la prueba gratuita se pierde al comprar otra suscripción de este grupo.
      """
    case .oneTimeCharge: "Un solo pago de {price} al confirmar."
    case .doesNotRenew: "No se renueva automáticamente. No se cobra nada más cuando termina."
    case .restore: "¿Ya lo compraste? Usa «{restore}» para recuperarlo sin volver a pagar."
    case .terms: "Condiciones de uso: {url}"
    case .privacy: "Política de privacidad: {url}"
    case .labelConfirm: "Pedido con obligación de pago"
    case .labelCancel: "Cancelar"
    case .labelRestore: "Restaurar compras"
    case .labelReadToEnd: "Lee todo para poder comprar."
    case .labelSimulated: "Compra simulada. No se mueve dinero."
    case .reasonNotSold: "No se vende en este país."
    case .reasonPaymentsNotAllowed: "Los pagos no están permitidos en este dispositivo."
    case .reasonAlreadySubscribed: "Ya tienes esta suscripción."
    case .reasonIncomplete: "No se puede comprar: falta información obligatoria."
    case .reasonAwaitingApproval: "Pendiente de aprobación. No se cobra nada hasta entonces."
    }
  }
}
