/// Elements taken out in the order in which they were put in, each in constant time.
struct FirstInFirstOut<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }
  var first: Element? { isEmpty ? nil : elements[head] }
  var last: Element? { isEmpty ? nil : elements[elements.count - 1] }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Puts `element` in the place of the last one.
  mutating func replaceLast(with element: Element) {
    guard !isEmpty else { return append(element) }
    elements[elements.count - 1] = element
  }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[head]
    elements[head] = nil
    head += 1
    // Half of the room is behind the head: moving the rest costs no more than it took to get here.
    if head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}

extension FirstInFirstOut: Sendable where Element: Sendable {}
