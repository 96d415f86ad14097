import ObservationModels
import Testing

/// How often each has heard of a change.
struct Reports: Equatable {
  /// The standard library's tracking, which hears of one change.
  var others: Int
  /// An observation of this package that runs inside the change.
  var own: Int
}

/// Expects that a change of one property is reported once to each.
@MainActor func expectChange<Model: Observable & AnyObject, Value>(
  of model: Model,
  _ keyPath: KeyPath<Model, Value>,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ change: () -> Void
) {
  #expect(reports(of: model, keyPath, change) == Reports(others: 1, own: 1), sourceLocation: sourceLocation)
}

/// Expects that nobody hears of it.
@MainActor func expectNoChange<Model: Observable & AnyObject, Value>(
  of model: Model,
  _ keyPath: KeyPath<Model, Value>,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ change: () -> Void
) {
  #expect(reports(of: model, keyPath, change) == Reports(others: 0, own: 0), sourceLocation: sourceLocation)
}

/// Who hears of what `change` does to one property.
@MainActor func reports<Model: Observable & AnyObject, Value>(
  of model: Model,
  _ keyPath: KeyPath<Model, Value>,
  _ change: () -> Void
) -> Reports {
  let (others, own) = (Counter(), Counter())
  withObservationTracking {
    _ = model[keyPath: keyPath]
  } onChange: {
    others.add()
  }
  let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { event in
    _ = model[keyPath: keyPath]
    if event.kind != .initial { own.add() }
  }
  change()
  token.cancel()
  return Reports(others: others.count, own: own.count)
}
