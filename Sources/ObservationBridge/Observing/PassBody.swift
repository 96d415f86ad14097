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

extension PassBody {
  /// Creates a body that ends its observation once the model was deallocated.
  init<Model: AnyObject>(
    weaklyHolding model: Model,
    _ apply: @escaping (borrowing ObservationEvent, Model) -> Void
  ) {
    self.init(call: { [weak model] event in
      guard let model else { return event.cancel() }
      if !event.isLookForModel { apply(event, model) }
    })
  }
}

/// The closure of an observation of a model, callable synchronously; see ``PassBody``.
struct ModelPassBody<Model> {
  struct Isolated {
    let call: @isolated(any) (borrowing ObservationEvent, Model) -> Void
  }

  let call: (borrowing ObservationEvent, Model) -> Void
}
