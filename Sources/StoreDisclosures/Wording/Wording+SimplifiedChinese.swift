extension Wording {
  var simplifiedChinese: String {
    switch self {
    case .length: "时长：{period}"
    case .unitPrice: "折算价格，仅供比较：{unitPrice}"
    case .freeTrial: "免费试用{trialPeriod}，之后为{renewalPrice}。今天不收费。除非至少提前24小时取消，否则将于{trialEnd}自动首次扣款。"
    case .payAsYouGo: "优惠价：{introPeriod}内{introPrice}，{introEnd}起为{renewalPrice}。"
    case .payUpFront: "优惠价：前{introPeriod}一次性支付{introPrice}，{introEnd}起为{renewalPrice}。"
    case .charge: "确认后将从您的账户扣除{price}。"
    case .renewal: "自动续订，直至取消。如需停止，请在当前周期结束前至少24小时关闭自动续订。"
    case .renewalCharge: "续订价格：{renewalDate}起{renewalPrice}，在每个周期结束前24小时内扣款。"
    case .manage: "购买后可随时管理或取消：{manage}"
    case .managePlace: "设置 › 您的姓名 › 订阅"
    case .forfeiture: "购买此群组中的其他订阅后，免费试用的剩余部分将失效。"
    case .oneTimeCharge: "确认时一次性支付{price}。"
    case .doesNotRenew: "不会自动续订。到期后不再收费。"
    case .restore: "已经购买过？使用“{restore}”即可找回，无需再次付款。"
    case .terms: "使用条款：{url}"
    case .privacy: "隐私政策：{url}"
    case .labelConfirm: "立即购买"
    case .labelCancel: "取消"
    case .labelRestore: "恢复购买"
    case .labelReadToEnd: "请阅读到底部以启用购买按钮。"
    case .labelSimulated: "模拟购买，不涉及真实付款。"
    case .reasonNotSold: "此商店不提供该商品。"
    case .reasonPaymentsNotAllowed: "此设备不允许付款。"
    case .reasonAlreadySubscribed: "您已订阅此方案。"
    case .reasonIncomplete: "无法购买：必要信息不完整。"
    case .reasonAwaitingApproval: "正在等待批准。批准前不会扣款。"
    }
  }
}
