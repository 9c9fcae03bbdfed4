extension Wording {
  var korean: String {
    switch self {
    case .length: "이용 기간: {period}"
    case .unitPrice: "비교용 계산 금액: {unitPrice}"
    case .freeTrial:
      """
      {trialPeriod} 동안 무료, 이후 {renewalPrice}. 오늘은 청구되지 않습니다. 최소 24시간 전에 해지하지 않으면 {trialEnd}에 첫 요금이 자동으로 \
      청구됩니다.
      """
    case .payAsYouGo: "할인 가격: {introPeriod} 동안 {introPrice}, {introEnd}부터 {renewalPrice}."
    case .payUpFront: "할인 가격: 처음 {introPeriod}분 {introPrice} 일시불, {introEnd}부터 {renewalPrice}."
    case .charge: "확인하면 계정으로 {price} 결제됩니다."
    case .renewal: "해지할 때까지 자동으로 갱신됩니다. 중단하려면 현재 기간이 끝나기 최소 24시간 전에 자동 갱신을 끄세요."
    case .renewalCharge: "갱신 요금: {renewalDate}부터 {renewalPrice}, 각 기간이 끝나기 전 24시간 이내에 청구됩니다."
    case .manage: "구입 후 언제든지 관리하거나 해지할 수 있습니다: {manage}"
    case .managePlace: "설정 › 사용자 이름 › 구독"
    case .forfeiture: "이 그룹의 다른 구독을 구입하면 남은 무료 체험 기간은 소멸됩니다."
    case .oneTimeCharge: "확인할 때 한 번만 결제: {price}."
    case .doesNotRenew: "자동으로 갱신되지 않습니다. 기간이 끝나도 더 청구되지 않습니다."
    case .restore: "이미 구입하셨나요? ‘{restore}’으로 다시 결제하지 않고 되찾을 수 있습니다."
    case .terms: "이용 약관: {url}"
    case .privacy: "개인정보 처리방침: {url}"
    case .labelConfirm: "지금 구매"
    case .labelCancel: "취소"
    case .labelRestore: "구입 항목 복원"
    case .labelReadToEnd: "끝까지 읽어야 구매됩니다."
    case .labelSimulated: "구매 시뮬레이션입니다. 실제로 결제되지 않습니다."
    case .reasonNotSold: "이 스토어에서는 판매하지 않습니다."
    case .reasonPaymentsNotAllowed: "이 기기에서는 결제가 허용되지 않습니다."
    case .reasonAlreadySubscribed: "이미 이 구독을 이용 중입니다."
    case .reasonIncomplete: "필수 정보가 부족하여 구매할 수 없습니다."
    case .reasonAwaitingApproval: "승인을 기다리는 중입니다. 승인될 때까지 청구되지 않습니다."
    }
  }
}
