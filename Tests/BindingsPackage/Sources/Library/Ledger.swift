import ObservationTracking

/// Follows an account on an actor.
package actor Ledger {
  package private(set) var doubled = 0
  private let counter: Counter

  package init(_ counter: Counter) {
    self.counter = counter
  }

  @ObservationTracking
  package func bind() {
    doubled = counter.count * 2
  }
}
