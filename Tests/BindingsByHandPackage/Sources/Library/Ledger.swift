import Observation

public actor Ledger {
  public private(set) var doubled = 0
  private let counter: Counter

  public init(_ counter: Counter) {
    self.counter = counter
  }

  public func bind() {
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
