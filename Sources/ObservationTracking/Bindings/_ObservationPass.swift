import ObservationBridge

/// One run of a binding. For generated code only.
public struct _ObservationPass: Sendable {
  private let observation: BindingObservation

  init(_ observation: BindingObservation) {
    self.observation = observation
  }

  // Inlined where the type of the value is known. With an autoclosure, the compiler checks the value, and reports its
  // errors, as in the user's own assignment.
  /// Evaluates the right side of an assignment. The binding depends on everything that `value` reads.
  @inlinable
  public func value<Value>(_ value: @autoclosure () -> Value) -> Value {
    tracking(value)
  }

  /// Runs a statement. The binding depends on everything that `statement` reads.
  @inlinable
  @discardableResult
  public func tracking<Value>(_ statement: () -> Value) -> Value {
    var result: Value?
    track { result = statement() }
    return result!
  }

  // The tracking takes no closure that throws, so another function rethrows the error.
  /// Evaluates a part of a statement. If the rest of the run changes a property that this part has read, the binding runs
  /// again.
  ///
  /// Outside a run's `tracking`, this method only evaluates the part.
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
