/// The pass of a binding, callable synchronously by code that has made sure of its isolation.
///
/// The type system offers no synchronous call of an isolated closure from elsewhere. The standard library's `Observations`
/// does the same conversion: a structure of one closure to a structure of one closure.
struct SynchronousPass<Owner: AnyObject>: Sendable {
  private struct OnAny {
    let call: @isolated(any) @Sendable (Owner, _ObservationPass) -> Void
  }

  private struct OnMainActor {
    let call: @MainActor (Owner, _ObservationPass) -> Void
  }

  let call: @Sendable (Owner, _ObservationPass) -> Void

  // Safe, all three: both are a function pointer and a context with the same calling convention.

  init(_ call: @escaping @isolated(any) @Sendable (Owner, _ObservationPass) -> Void) {
    self = unsafe unsafeBitCast(OnAny(call: call), to: SynchronousPass.self)
  }

  init(onMainActor call: @escaping @MainActor (Owner, _ObservationPass) -> Void) {
    self = unsafe unsafeBitCast(OnMainActor(call: call), to: SynchronousPass.self)
  }
}

extension SynchronousPass where Owner: Actor {
  private struct OnOwner {
    let call: @Sendable (isolated Owner, _ObservationPass) -> Void
  }

  init(onOwner call: @escaping @Sendable (isolated Owner, _ObservationPass) -> Void) {
    self = unsafe unsafeBitCast(OnOwner(call: call), to: SynchronousPass.self)
  }
}
