import StoreModel

/// The numbers by which Apple's payloads name storefronts beside their codes: 143441 is the American one.
enum StorefrontNumber {
  /// Nil for a storefront whose number is not published; its tokens leave it out.
  static func text(of storefront: Storefront.ID) -> String? {
    numbers[storefront.rawValue[...]].map { "143\($0)" }
  }

  /// Codes, each with the last three digits.
  private static let rows = """
    USA 441 FRA 442 DEU 443 GBR 444 AUT 445 BEL 446 FIN 447 GRC 448 IRL 449 ITA 450 LUX 451 NLD 452 PRT
    453 ESP 454 CAN 455 SWE 456 NOR 457 DNK 458 CHE 459 AUS 460 NZL 461 JPN 462 HKG 463 SGP 464 CHN 465
    KOR 466 IND 467 MEX 468 RUS 469 TWN 470 VNM 471 ZAF 472 MYS 473 PHL 474 THA 475 IDN 476 PAK 477 POL
    478 SAU 479 TUR 480 ARE 481 HUN 482 CHL 483 NPL 484 PAN 485 LKA 486 ROU 487 CZE 489 ISR 491 UKR 492
    KWT 493 HRV 494 CRI 495 SVK 496 LBN 497 QAT 498 SVN 499 COL 501 VEN 502 BRA 503 GTM 504 ARG 505 SLV
    506 PER 507 ECU 509 HND 510 JAM 511 NIC 512 PRY 513 URY 514 MAC 515 EGY 516 EST 518
    LVA 519 LTU 520 MLT 521 ARM 524 BWA 525 BGR 526 JOR 528 KEN 529 MKD 530 MDG 531 MLI 532 MUS
    533 NER 534 SEN 535 TUN 536 UGA 537 AIA 538 BRB 541 BMU 542 VGB 543 CYM 544 DMA 545 GRD 546 MSR 547
    GUY 553 SUR 554 BLZ 555 BOL 556 CYP 557 ISL 558 BHR 559 BRN 560 NGA 561 OMN 562 DZA 563 AGO 564 BLR
    565 UZB 566 AZE 568 YEM 571 TZA 572 GHA 573
    """

  private static let numbers: [Substring: Substring] = {
    let words = rows.split(whereSeparator: \.isWhitespace)
    return Dictionary(
      stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) },
      uniquingKeysWith: { first, _ in first })
  }()
}
