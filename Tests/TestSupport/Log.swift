import ObservationBridge

/// What happened, in the order in which it did: a list that any thread may append to.
package final class Log<Element: Sendable>: Sendable {
  private let storage = LockedState<[Element]>([])

  package var elements: [Element] { storage.withLock { $0 } }

  package init() {}

  package func append(_ element: Element) {
    storage.withLock { $0.append(element) }
  }
}
