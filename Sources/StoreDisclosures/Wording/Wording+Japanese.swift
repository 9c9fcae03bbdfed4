extension Wording {
  var japanese: String {
    switch self {
    case .length: "期間：{period}"
    case .unitPrice: "比較用の計算額：{unitPrice}"
    case .freeTrial:
      "{trialPeriod}無料、その後は{renewalPrice}。本日の請求はありません。24時間前までに解約しない限り、{trialEnd}に自動的に最初の請求が行われます。"
    case .payAsYouGo: "お試し価格：{introPeriod}は{introPrice}、{introEnd}からは{renewalPrice}。"
    case .payUpFront: "お試し価格：最初の{introPeriod}は一括{introPrice}、{introEnd}からは{renewalPrice}。"
    case .charge: "確定すると、アカウントに{price}が請求されます。"
    case .renewal: "解約するまで自動的に更新されます。停止するには、期間終了の24時間前までに自動更新をオフにしてください。"
    case .renewalCharge: "更新料金：{renewalDate}から{renewalPrice}。各期間の終了前24時間以内に請求されます。"
    case .manage: "購入後はいつでも管理・解約できます：{manage}"
    case .managePlace: "設定 › ユーザ名 › サブスクリプション"
    case .forfeiture: "このグループの別のサブスクリプションを購入すると、無料期間の残りは無効になります。"
    case .oneTimeCharge: "確定時に{price}を1回だけお支払いいただきます。"
    case .doesNotRenew: "自動更新されません。期間終了後の請求はありません。"
    case .restore: "購入済みの方は「{restore}」で、再度支払うことなく取り戻せます。"
    case .terms: "利用規約：{url}"
    case .privacy: "プライバシーポリシー：{url}"
    case .labelConfirm: "今すぐ購入"
    case .labelCancel: "キャンセル"
    case .labelRestore: "購入を復元"
    case .labelReadToEnd: "最後まで読むと購入できます。"
    case .labelSimulated: "購入のシミュレーションです。実際の支払いはありません。"
    case .reasonNotSold: "このストアでは販売されていません。"
    case .reasonPaymentsNotAllowed: "このデバイスでは支払いが許可されていません。"
    case .reasonAlreadySubscribed: "このプランはすでに登録済みです。"
    case .reasonIncomplete: "必要な情報が不足しているため購入できません。"
    case .reasonAwaitingApproval: "承認待ちです。承認されるまで請求されません。"
    }
  }
}
