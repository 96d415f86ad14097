import Observation

extension PassBody {
  private struct Isolated<Model> {
    let call: @isolated(any) @Sendable (borrowing ObservationEvent, Model) -> Void
  }

  private struct Synchronous<Model>: Sendable {
    let call: @Sendable (borrowing ObservationEvent, Model) -> Void
  }

  /// A body that ends its observation when the model is gone.
  init<Model: AnyObject & Sendable>(
    weaklyHolding model: Model,
    _ apply: @escaping @isolated(any) @Sendable (borrowing ObservationEvent, Model) -> Void
  ) {
    // As in `init(_:)`.
    let apply = unsafe unsafeBitCast(Isolated(call: apply), to: Synchronous<Model>.self)
    self.init(unchecked: { [weak model] event in
      guard let model else { return event.cancel() }
      if !event.isLookForModel { apply.call(event, model) }
    })
  }

  /// The same for a model and a closure that never leave the actor on which the observation was made.
  init<Model: AnyObject>(
    weaklyHolding model: Model,
    confined apply: @escaping (borrowing ObservationEvent, Model) -> Void
  ) {
    let confined = Confined((WeakReference(model), apply))
    self.init(unchecked: { event in
      let (reference, apply) = confined.value
      guard let model = reference.object else { return event.cancel() }
      if !event.isLookForModel { apply(event, model) }
    })
  }
}
