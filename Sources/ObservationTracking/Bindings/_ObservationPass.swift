import ObservationBridge

/// One run of a binding. For generated code only.
public struct _ObservationPass: Sendable {
  private let observation: BindingObservation

  init(_ observation: BindingObservation) {
    self.observation = observation
  }

  // Inlined where the type of the value is known. It escapes because it may have to be evaluated once more in this run.
  /// Evaluates what the binding depends on: everything that `value` reads.
  @inlinable
  @discardableResult
  public func tracking<Value>(@_implicitSelfCapture _ value: @escaping () -> Value) -> Value {
    guard isUntracked else { return value() }
    var result: Value?
    track({ result = value() }, again: { _ = value() })
    return result!
  }

  // By way of a function that rethrows what it's given, because nothing throws through the tracking.
  /// Evaluates a part of what the binding depends on. If the run changes, from here on, something that this part reads,
  /// the binding runs again.
  ///
  /// Outside a run's `tracking`, it evaluates the part and does nothing else.
  @inlinable
  @discardableResult
  public func reading<Value>(_ value: @autoclosure () throws -> Value) rethrows -> Value {
    try reading(value) { throw $0 }
  }

  @inlinable
  func reading<Value>(_ value: () throws -> Value, rethrow: (any Error) throws -> Value) rethrows -> Value {
    var result: Result<Value, any Error>?
    trackPart { result = Result { try value() } }
    switch result! {
    case .success(let value): return value
    case .failure(let error): return try rethrow(error)
    }
  }

  @usableFromInline
  func trackPart(_ evaluate: () -> Void) {
    observation.trackPart(evaluate)
  }

  @usableFromInline
  var isUntracked: Bool {
    observation.isUntracked
  }

  @usableFromInline
  func track(_ evaluate: () -> Void, again: @escaping () -> Void) {
    observation.track(evaluate, again: again)
  }
}
