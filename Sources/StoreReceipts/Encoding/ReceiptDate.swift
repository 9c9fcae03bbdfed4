import Glibc
import StoreModel

/// Dates as receipts write them: RFC 3339 in UTC without a fraction, `2020-07-22T17:39:08Z`.
enum ReceiptDate {
  static func text(_ instant: Timestamp) -> String { String(decoding: bytes(instant), as: UTF8.self) }

  /// The text as ASCII. Years beyond 9999 and before 0 are written as the nearest that has four digits.
  static func bytes(_ instant: Timestamp) -> [UInt8] {
    // Cut off towards the past, as clocks show it.
    var (seconds, rest) = Int(instant.milliseconds).quotientAndRemainder(dividingBy: 1000)
    if rest < 0 { seconds -= 1 }
    seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text: [UInt8] = Array("0000-00-00T00:00:00Z".utf8)
    func put(_ number: Int32, endingAt end: Int) {
      var (rest, place) = (number, end)
      while rest > 0 {
        text[place] = 0x30 + UInt8(rest % 10)
        (rest, place) = (rest / 10, place - 1)
      }
    }
    put(parts.tm_year + 1900, endingAt: 3)
    put(parts.tm_mon + 1, endingAt: 6)
    put(parts.tm_mday, endingAt: 9)
    put(parts.tm_hour, endingAt: 12)
    put(parts.tm_min, endingAt: 15)
    put(parts.tm_sec, endingAt: 18)
    return text
  }

  /// Reads that form quickly, for a receipt may hold thousands, and any other that `Timestamp` knows.
  static func timestamp(_ text: String) -> Timestamp? {
    var text = text
    return text.withUTF8 { bytes -> Timestamp? in
      guard bytes.count == 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54, bytes[13] == 0x3A,
        bytes[16] == 0x3A, bytes[19] == 0x5A
      else { return nil }
      func number(_ first: Int, _ count: Int) -> Int32? {
        var number: Int32 = 0
        for byte in bytes[first..<first + count] {
          guard (0x30...0x39).contains(byte) else { return nil }
          number = number * 10 + Int32(byte - 0x30)
        }
        return number
      }
      guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
        let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2), hour < 24,
        minute < 60, second < 60
      else { return nil }
      var parts = tm()
      (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
      (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, second)
      let seconds = timegm(&parts)
      // A day that its month does not have was moved to the next.
      guard parts.tm_mon == month - 1, parts.tm_mday == day else { return nil }
      return Timestamp(milliseconds: Int64(seconds) * 1000)
    } ?? Timestamp(text)
  }
}
