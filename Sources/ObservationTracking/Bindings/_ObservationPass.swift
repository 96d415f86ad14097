import ObservationBridge

/// One run of a binding. For generated code only.
public struct _ObservationPass: Sendable {
  private let observation: BindingObservation

  init(_ observation: BindingObservation) {
    self.observation = observation
  }

  // Inlined where the type of the value is known. It escapes because it may have to be evaluated once more in this run.
  /// Evaluates what the binding depends on: all that `value` reads.
  @inlinable
  @discardableResult
  public func tracking<Value>(@_implicitSelfCapture _ value: @escaping () -> Value) -> Value {
    guard isUntracked else { return value() }
    var result: Value?
    track({ result = value() }, again: { _ = value() })
    return result!
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
