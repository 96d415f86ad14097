import ObservationBridge

/// A list that any thread may append to.
final class Log<Element: Sendable>: Sendable {
  private let storage = LockedState<[Element]>([])

  var elements: [Element] { storage.withLock { $0 } }

  func append(_ element: Element) {
    storage.withLock { $0.append(element) }
  }
}
