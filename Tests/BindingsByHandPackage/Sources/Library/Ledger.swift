import Observation

package actor Ledger {
  package private(set) var doubled = 0
  private let counter: Counter

  package init(_ counter: Counter) {
    self.counter = counter
  }

  package func bind() {
    observeDoubled()
  }

  private func observeDoubled() {
    doubled = withObservationTracking {
      counter.count * 2
    } onChange: { [weak self] in
      Task { await self?.observeDoubled() }
    }
  }
}
