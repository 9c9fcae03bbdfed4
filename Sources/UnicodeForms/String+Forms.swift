import CICU

extension String {
  /// With letters and their marks put together (Unicode's normal form C): texts that are equal become the
  /// same scalars.
  public var composed: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    let units = Array(utf16)
    // Only letters that are never composed become longer, threefold at most.
    var composed = [UInt16](repeating: 0, count: units.count * 3)
    let count = cicu_composed(units, Int32(units.count), &composed, Int32(composed.count))
    return count < 0 ? self : String(decoding: composed.prefix(Int(count)), as: UTF16.self)
  }

  /// Without marks of letters, case and width, so that `Österreich` is found by `oster`.
  public var foldedForSearch: String {
    let units = Array(utf16)
    let capacity = units.count * 18
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: capacity * 2) { buffer in
      guard let key = buffer.baseAddress else { return self }
      let count = cicu_search_key(units, Int32(units.count), key, key + capacity, Int32(capacity))
      return count < 0 ? lowercased() : String(decoding: buffer.prefix(Int(count)), as: UTF16.self)
    }
  }
}

extension Unicode.Scalar {
  /// The letter that this one is made of, without its marks; itself when it has none.
  public var bareLetter: Unicode.Scalar { Unicode.Scalar(cicu_bare_letter(value)) ?? self }
}
