import ObservationBridge

/// One run of a binding. For generated code only.
public struct _ObservationPass: Sendable {
  private let observation: BindingObservation

  init(_ observation: BindingObservation) {
    self.observation = observation
  }

  /// Evaluates what the binding depends on: all that `value` reads.
  @discardableResult
  public func tracking<Value>(@_implicitSelfCapture _ value: @escaping () -> Value) -> Value {
    observation.tracking(value)
  }
}
