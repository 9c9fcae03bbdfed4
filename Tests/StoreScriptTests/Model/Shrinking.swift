/// Makes a failing sequence as short as it can be.
enum Shrinking {
  /// Leaves out halves, then quarters, down to single ones, as long as what is left still fails.
  static func shortest<Item>(_ items: [Item], stillFails: ([Item]) throws -> Bool) rethrows -> [Item] {
    var items = items
    var size = max(1, items.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < items.count {
        let rest = Array(items[..<start] + items[min(start + size, items.count)...])
        if try stillFails(rest) {
          items = rest
          isShorter = true
        } else {
          start += size
        }
      }
      if size > 1 { size /= 2 } else if !isShorter { return items }
    }
  }
}
