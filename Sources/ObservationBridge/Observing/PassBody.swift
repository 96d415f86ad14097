/// The closure of an observation, callable synchronously by code that has made sure of its isolation.
// Unchecked: a closure that isn't `Sendable` belongs to the isolation where all passes run, or was sent to an observation
// whose passes never run two at once.
struct PassBody: @unchecked Sendable {
  struct Isolated {
    let call: @isolated(any) (borrowing ObservationEvent) -> Void
  }

  private let call: (borrowing ObservationEvent) -> Void

  init(_ isolated: Isolated) {
    self = withoutIsolation(isolated)
  }

  /// For a closure that runs where the observation does.
  init(confined call: @escaping (borrowing ObservationEvent) -> Void) {
    self.call = call
  }

  /// Call only on the isolation of the closure.
  func callAsFunction(_ event: borrowing ObservationEvent) {
    call(event)
  }
}
