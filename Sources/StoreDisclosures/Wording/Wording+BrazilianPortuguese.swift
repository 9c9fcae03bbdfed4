extension Wording {
  var brazilianPortuguese: String {
    switch self {
    case .length: "Duração: {period}"
    case .unitPrice: "Calculado para comparação: {unitPrice}"
    case .freeTrial:
      """
      Grátis por {trialPeriod}; depois, {renewalPrice}. Nada é cobrado hoje. A primeira cobrança é feita \
      automaticamente em {trialEnd}, a menos que você cancele pelo menos 24 horas antes.
      """
    case .payAsYouGo:
      """
      Preço de lançamento: {introPrice} por {introPeriod}; depois, {renewalPrice} a partir de {introEnd}.
      """
    case .payUpFront:
      """
      Preço de lançamento: pagamento único de {introPrice} por {introPeriod}; depois, {renewalPrice} a \
      partir de {introEnd}.
      """
    case .charge: "Ao confirmar, {price} serão cobrados na sua conta."
    case .renewal:
      """
      Renovação automática até o cancelamento. Para parar, desative-a pelo menos 24 horas antes do fim do \
      período atual.
      """
    case .renewalCharge:
      """
      Renovação: {renewalPrice} a partir de {renewalDate}, com cobrança nas 24 horas antes do fim de cada \
      período.
      """
    case .manage: "Gerencie ou cancele quando quiser após a compra: {manage}."
    case .managePlace: "Ajustes › seu nome › Assinaturas"
    case .forfeiture: "A parte não usada do teste grátis é perdida ao comprar outra assinatura deste grupo."
    case .oneTimeCharge: "Pagamento único de {price} ao confirmar."
    case .doesNotRenew: "Não renova automaticamente. Nada mais é cobrado quando termina."
    case .restore: "Já comprou? Use “{restore}” para recuperar sem pagar de novo."
    case .terms: "Termos de Uso: {url}"
    case .privacy: "Política de Privacidade: {url}"
    case .labelConfirm: "Comprar agora"
    case .labelCancel: "Cancelar"
    case .labelRestore: "Restaurar Compras"
    case .labelReadToEnd: "Leia até o fim para comprar."
    case .labelSimulated: "Compra simulada. Nenhum valor é cobrado."
    case .reasonNotSold: "Não é vendido neste país."
    case .reasonPaymentsNotAllowed: "Pagamentos não são permitidos neste aparelho."
    case .reasonAlreadySubscribed: "Você já assina este plano."
    case .reasonIncomplete: "Não é possível comprar: faltam informações obrigatórias."
    case .reasonAwaitingApproval: "Aguardando aprovação. Nada é cobrado até lá."
    }
  }
}
