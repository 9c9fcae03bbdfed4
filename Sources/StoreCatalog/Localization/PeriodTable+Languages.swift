extension PeriodTable {
  static func of(_ language: SupportedLanguage) -> PeriodTable {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .brazilianPortuguese: brazilianPortuguese
    case .japanese: japanese
    case .korean: korean
    case .simplifiedChinese: simplifiedChinese
    case .arabic: arabic
    case .polish: polish
    }
  }

  private static let english = PeriodTable(
    day: UnitWords(
      length: PluralForms(one: "{count} day", other: "{count} days"),
      price: PluralForms(one: "{price} per day", other: "{price} every {count} days")),
    week: UnitWords(
      length: PluralForms(one: "{count} week", other: "{count} weeks"),
      price: PluralForms(one: "{price} per week", other: "{price} every {count} weeks")),
    month: UnitWords(
      length: PluralForms(one: "{count} month", other: "{count} months"),
      price: PluralForms(one: "{price} per month", other: "{price} every {count} months")),
    year: UnitWords(
      length: PluralForms(one: "{count} year", other: "{count} years"),
      price: PluralForms(one: "{price} per year", other: "{price} every {count} years")))

  private static let german = PeriodTable(
    day: UnitWords(
      length: PluralForms(one: "{count} Tag", other: "{count} Tage"),
      price: PluralForms(one: "{price} pro Tag", other: "{price} alle {count} Tage")),
    week: UnitWords(
      length: PluralForms(one: "{count} Woche", other: "{count} Wochen"),
      price: PluralForms(one: "{price} pro Woche", other: "{price} alle {count} Wochen")),
    month: UnitWords(
      length: PluralForms(one: "{count} Monat", other: "{count} Monate"),
      price: PluralForms(one: "{price} pro Monat", other: "{price} alle {count} Monate")),
    year: UnitWords(
      length: PluralForms(one: "{count} Jahr", other: "{count} Jahre"),
      price: PluralForms(one: "{price} pro Jahr", other: "{price} alle {count} Jahre")))

  private static let french = PeriodTable(
    day: UnitWords(
      length: PluralForms(one: "{count} jour", other: "{count} jours"),
      price: PluralForms(one: "{price} par jour", other: "{price} tous les {count} jours")),
    week: UnitWords(
      length: PluralForms(one: "{count} semaine", other: "{count} semaines"),
      price: PluralForms(one: "{price} par semaine", other: "{price} toutes les {count} semaines")),
    month: UnitWords(
      length: PluralForms(other: "{count} mois"),
      price: PluralForms(one: "{price} par mois", other: "{price} tous les {count} mois")),
    year: UnitWords(
      length: PluralForms(one: "{count} an", other: "{count} ans"),
      price: PluralForms(one: "{price} par an", other: "{price} tous les {count} ans")))

  private static let spanish = PeriodTable(
    day: UnitWords(
      length: PluralForms(one: "{count} día", other: "{count} días"),
      price: PluralForms(one: "{price} al día", other: "{price} cada {count} días")),
    week: UnitWords(
      length: PluralForms(one: "{count} semana", other: "{count} semanas"),
      price: PluralForms(one: "{price} a la semana", other: "{price} cada {count} semanas")),
    month: UnitWords(
      length: PluralForms(one: "{count} mes", other: "{count} meses"),
      price: PluralForms(one: "{price} al mes", other: "{price} cada {count} meses")),
    year: UnitWords(
      length: PluralForms(one: "{count} año", other: "{count} años"),
      price: PluralForms(one: "{price} al año", other: "{price} cada {count} años")))

  private static let brazilianPortuguese = PeriodTable(
    day: UnitWords(
      length: PluralForms(one: "{count} dia", other: "{count} dias"),
      price: PluralForms(one: "{price} por dia", other: "{price} a cada {count} dias")),
    week: UnitWords(
      length: PluralForms(one: "{count} semana", other: "{count} semanas"),
      price: PluralForms(one: "{price} por semana", other: "{price} a cada {count} semanas")),
    month: UnitWords(
      length: PluralForms(one: "{count} mês", other: "{count} meses"),
      price: PluralForms(one: "{price} por mês", other: "{price} a cada {count} meses")),
    year: UnitWords(
      length: PluralForms(one: "{count} ano", other: "{count} anos"),
      price: PluralForms(one: "{price} por ano", other: "{price} a cada {count} anos")))

  private static let japanese = PeriodTable(
    day: UnitWords(
      length: PluralForms(other: "{count}日間"),
      price: PluralForms(one: "{price}/日", other: "{count}日ごとに{price}")),
    week: UnitWords(
      length: PluralForms(other: "{count}週間"),
      price: PluralForms(one: "{price}/週", other: "{count}週間ごとに{price}")),
    month: UnitWords(
      length: PluralForms(other: "{count}か月"),
      price: PluralForms(one: "{price}/月", other: "{count}か月ごとに{price}")),
    year: UnitWords(
      length: PluralForms(other: "{count}年"),
      price: PluralForms(one: "{price}/年", other: "{count}年ごとに{price}")))

  private static let korean = PeriodTable(
    day: UnitWords(
      length: PluralForms(other: "{count}일"),
      price: PluralForms(one: "{price}/일", other: "{count}일마다 {price}")),
    week: UnitWords(
      length: PluralForms(other: "{count}주"),
      price: PluralForms(one: "{price}/주", other: "{count}주마다 {price}")),
    month: UnitWords(
      length: PluralForms(other: "{count}개월"),
      price: PluralForms(one: "{price}/월", other: "{count}개월마다 {price}")),
    year: UnitWords(
      length: PluralForms(other: "{count}년"),
      price: PluralForms(one: "{price}/년", other: "{count}년마다 {price}")))

  private static let simplifiedChinese = PeriodTable(
    day: UnitWords(
      length: PluralForms(other: "{count}天"),
      price: PluralForms(one: "{price}/天", other: "每{count}天{price}")),
    week: UnitWords(
      length: PluralForms(other: "{count}周"),
      price: PluralForms(one: "{price}/周", other: "每{count}周{price}")),
    month: UnitWords(
      length: PluralForms(other: "{count}个月"),
      price: PluralForms(one: "{price}/月", other: "每{count}个月{price}")),
    year: UnitWords(
      length: PluralForms(other: "{count}年"),
      price: PluralForms(one: "{price}/年", other: "每{count}年{price}")))

  // One and two need no digit in Arabic; the word itself says how many.
  private static let arabic = PeriodTable(
    day: UnitWords(
      length: PluralForms(
        one: "يوم", two: "يومان", few: "{count} أيام", many: "{count} يومًا", other: "{count} يوم"),
      span: PluralForms(
        one: "يوم", two: "يومين", few: "{count} أيام", many: "{count} يومًا", other: "{count} يوم"),
      price: PluralForms(
        one: "{price} في اليوم", two: "{price} كل يومين", few: "{price} كل {count} أيام",
        many: "{price} كل {count} يومًا", other: "{price} كل {count} يوم")),
    week: UnitWords(
      length: PluralForms(
        one: "أسبوع", two: "أسبوعان", few: "{count} أسابيع", many: "{count} أسبوعًا", other: "{count} أسبوع"),
      span: PluralForms(
        one: "أسبوع", two: "أسبوعين", few: "{count} أسابيع", many: "{count} أسبوعًا", other: "{count} أسبوع"),
      price: PluralForms(
        one: "{price} في الأسبوع", two: "{price} كل أسبوعين", few: "{price} كل {count} أسابيع",
        many: "{price} كل {count} أسبوعًا", other: "{price} كل {count} أسبوع")),
    month: UnitWords(
      length: PluralForms(
        one: "شهر", two: "شهران", few: "{count} أشهر", many: "{count} شهرًا", other: "{count} شهر"),
      span: PluralForms(
        one: "شهر", two: "شهرين", few: "{count} أشهر", many: "{count} شهرًا", other: "{count} شهر"),
      price: PluralForms(
        one: "{price} في الشهر", two: "{price} كل شهرين", few: "{price} كل {count} أشهر",
        many: "{price} كل {count} شهرًا", other: "{price} كل {count} شهر")),
    year: UnitWords(
      length: PluralForms(one: "سنة", two: "سنتان", few: "{count} سنوات", other: "{count} سنة"),
      span: PluralForms(one: "سنة", two: "سنتين", few: "{count} سنوات", other: "{count} سنة"),
      price: PluralForms(
        one: "{price} في السنة", two: "{price} كل سنتين", few: "{price} كل {count} سنوات",
        other: "{price} كل {count} سنة")))

  private static let polish = PeriodTable(
    day: UnitWords(
      length: PluralForms(
        one: "{count} dzień", few: "{count} dni", many: "{count} dni", other: "{count} dnia"),
      price: PluralForms(one: "{price} za dzień", other: "{price} co {count} dni")),
    week: UnitWords(
      length: PluralForms(
        one: "{count} tydzień", few: "{count} tygodnie", many: "{count} tygodni", other: "{count} tygodnia"),
      price: PluralForms(
        one: "{price} za tydzień", few: "{price} co {count} tygodnie", other: "{price} co {count} tygodni")),
    month: UnitWords(
      length: PluralForms(
        one: "{count} miesiąc", few: "{count} miesiące", many: "{count} miesięcy", other: "{count} miesiąca"),
      price: PluralForms(
        one: "{price} za miesiąc", few: "{price} co {count} miesiące", other: "{price} co {count} miesięcy")),
    year: UnitWords(
      length: PluralForms(
        one: "{count} rok", few: "{count} lata", many: "{count} lat", other: "{count} roku"),
      price: PluralForms(
        one: "{price} za rok", few: "{price} co {count} lata", other: "{price} co {count} lat")))
}
