extension Wording {
  var arabic: String {
    switch self {
    case .length: "المدة: {period}"
    case .unitPrice: "سعر محسوب للمقارنة: {unitPrice}"
    case .freeTrial:
      """
      مجاني لمدة {trialPeriod}، ثم {renewalPrice}. لا يُحصَّل أي مبلغ اليوم. يُحصَّل المبلغ الأول تلقائيًا \
      في {trialEnd} ما لم تُلغِ قبل ذلك بأربع وعشرين ساعة على الأقل.
      """
    case .payAsYouGo:
      """
      سعر تمهيدي: {introPrice} لمدة {introPeriod}، ثم {renewalPrice} ابتداءً من {introEnd}.
      """
    case .payUpFront:
      """
      سعر تمهيدي: دفعة واحدة قدرها {introPrice} لمدة {introPeriod}، ثم {renewalPrice} ابتداءً من \
      {introEnd}.
      """
    case .charge: "يُحصَّل مبلغ {price} من حسابك عند التأكيد."
    case .renewal:
      """
      يتجدد تلقائيًا حتى الإلغاء. لإيقافه، أوقف التجديد التلقائي قبل نهاية الفترة الحالية بأربع وعشرين \
      ساعة على الأقل.
      """
    case .renewalCharge:
      """
      التجديد: {renewalPrice} ابتداءً من {renewalDate}، ويُحصَّل خلال الساعات الأربع والعشرين التي تسبق \
      نهاية كل فترة.
      """
    case .manage: "يمكنك الإدارة أو الإلغاء في أي وقت بعد الشراء: {manage}."
    case .managePlace: "الإعدادات › اسمك › الاشتراكات"
    case .forfeiture: "تفقد أي جزء غير مستخدم من الفترة المجانية عند شراء اشتراك آخر من هذه المجموعة."
    case .oneTimeCharge: "دفعة واحدة قدرها {price} تُحصَّل عند التأكيد."
    case .doesNotRenew: "لا يتجدد تلقائيًا. ولا يُحصَّل أي مبلغ آخر عند انتهائه."
    case .restore: "هل اشتريته من قبل؟ استخدم «{restore}» لاستعادته دون دفع جديد."
    case .terms: "شروط الاستخدام: {url}"
    case .privacy: "سياسة الخصوصية: {url}"
    case .labelConfirm: "اشترِ الآن"
    case .labelCancel: "إلغاء"
    case .labelRestore: "استعادة المشتريات"
    case .labelReadToEnd: "اقرأ حتى النهاية لتشتري."
    case .labelSimulated: "عملية شراء تجريبية. لا تُدفع أي أموال."
    case .reasonNotSold: "غير متوفر في هذا المتجر."
    case .reasonPaymentsNotAllowed: "عمليات الدفع غير مسموح بها على هذا الجهاز."
    case .reasonAlreadySubscribed: "أنت مشترك في هذه الخطة بالفعل."
    case .reasonIncomplete: "لا يمكن الشراء: المعلومات المطلوبة غير مكتملة."
    case .reasonAwaitingApproval: "في انتظار الموافقة. لن يُحصَّل أي مبلغ قبل ذلك."
    }
  }
}
