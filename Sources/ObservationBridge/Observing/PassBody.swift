/// The closure of an observation, callable synchronously by code that has made sure of its isolation.
// Unchecked: a closure that isn't `Sendable` belongs to the isolation of all passes, or was sent to an observation
// whose passes run one at a time.
struct PassBody: @unchecked Sendable {
  struct Isolated {
    let call: @isolated(any) (borrowing ObservationEvent) -> Void
  }

  /// Call only on the isolation of the closure.
  let call: (borrowing ObservationEvent) -> Void

  /// The address of the closure's function.
  // Of the structure: a closure that is an argument of a generic function is wrapped in another one.
  var function: UInt { unsafe withUnsafeBytes(of: self) { unsafe $0.load(as: UInt.self) } }
}
