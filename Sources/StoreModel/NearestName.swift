/// The one of `names` that `name` was most likely meant to be; nil when none is close.
///
/// Close means that a third of the letters, and at least one, may be wrong, missing, doubled or swapped.
/// Letter case counts for nothing; among equals the name that begins alike wins, then the earlier one.
public func nearest(to name: String, in names: some Sequence<String>) -> String? {
  let typed = Array(name.lowercased().unicodeScalars)
  let limit = max(1, typed.count / 3)
  var best: (name: String, score: (Int, Int))?
  for candidate in names {
    let letters = Array(candidate.lowercased().unicodeScalars)
    // Lengths that differ too much need no table; it also keeps a very long name cheap.
    guard abs(letters.count - typed.count) <= limit else { continue }
    let distance = editDistance(typed, letters)
    // The beginning of a word is seldom wrong.
    let score = (distance, -zip(typed, letters).prefix { $0 == $1 }.count)
    if distance <= limit, best.map({ score < $0.score }) ?? true { best = (candidate, score) }
  }
  return best?.name
}

/// How many letters must be changed, put in, taken out or swapped with their neighbour.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  var current = last
  for (row, letter) in left.enumerated() {
    current[0] = row + 1
    for (column, other) in right.enumerated() {
      var cost = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current[column + 1] = cost
    }
    (beforeLast, last, current) = (last, current, beforeLast)
  }
  return last[right.count]
}
