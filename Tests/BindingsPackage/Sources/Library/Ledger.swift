import ObservationTracking

/// Follows an account on an actor.
public actor Ledger {
  public private(set) var doubled = 0
  private let counter: Counter

  public init(_ counter: Counter) {
    self.counter = counter
  }

  @ObservationTracking
  public func bind() {
    doubled = counter.count * 2
  }
}
