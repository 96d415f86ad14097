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
