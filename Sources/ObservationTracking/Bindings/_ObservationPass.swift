import ObservationBridge

/// One run of a binding. For generated code only.
public struct _ObservationPass: Sendable {
  private let observation: BindingObservation

  init(_ observation: BindingObservation) {
    self.observation = observation
  }

  // Inlined where the type of the value is known. An autoclosure, not a closure: the compiler checks and reports what is assigned as in
  // the assignment that the user has written.
  /// Evaluates the right side of an assignment, which the binding depends on: everything that `value` reads.
  @inlinable
  public func value<Value>(_ value: @autoclosure () -> Value) -> Value {
    tracking(value)
  }

  /// Runs a statement that the binding depends on: everything that `statement` reads.
  @inlinable
  @discardableResult
  public func tracking<Value>(_ statement: () -> Value) -> Value {
    var result: Value?
    track { result = statement() }
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
  func track(_ evaluate: () -> Void) {
    observation.track(evaluate)
  }
}
