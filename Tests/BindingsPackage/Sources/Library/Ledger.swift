import ObservationTracking

/// Follows an account on an actor.
package actor Ledger {
  package private(set) var doubled = 0
  package private(set) var isHigh = false
  package private(set) var checked = 0
  private let counter: Counter

  package init(_ counter: Counter) {
    self.counter = counter
  }

  @ObservationTracking
  package func bind() {
    doubled = counter.count * 2
    if counter.count > 500 { mark(true) }
    do {
      checked = try check(counter.count)
    } catch {
      checked = -1
    }
  }

  private struct Negative: Error {}

  private func mark(_ isHigh: Bool) { self.isHigh = isHigh }

  private func check(_ count: Int) throws -> Int {
    guard count >= 0 else { throw Negative() }
    return count
  }
}
