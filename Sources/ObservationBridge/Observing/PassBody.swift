/// The closure of an observation, callable synchronously by code that has made sure of its isolation.
///
/// The type system offers no synchronous call of an `@isolated(any)` closure. The standard library's `Observations` does
/// the same conversion: a structure of one closure to a structure of one closure.
struct PassBody: Sendable {
  private struct Isolated {
    let call: @isolated(any) @Sendable (borrowing ObservationEvent) -> Void
  }

  private let call: @Sendable (borrowing ObservationEvent) -> Void

  init(_ call: @escaping @isolated(any) @Sendable (borrowing ObservationEvent) -> Void) {
    // Safe: both are a function pointer and a context with the same calling convention.
    self = unsafe unsafeBitCast(Isolated(call: call), to: PassBody.self)
  }

  /// For a closure that checks for itself, or that needs no isolation.
  init(unchecked call: @escaping @Sendable (borrowing ObservationEvent) -> Void) {
    self.call = call
  }

  /// Call only on the isolation of the closure.
  func callAsFunction(_ event: borrowing ObservationEvent) {
    call(event)
  }
}
