/// One observation of a scope. Use it to record its values or to end it early.
///
/// It doesn't keep the observation alive; the scope does.
public struct ObservationDelivery: Sendable {
  private let observation: any Observing

  init(_ observation: any Observing) {
    self.observation = observation
  }

  /// Whether the observation may still run a pass.
  public var isActive: Bool {
    observation.isActive
  }

  /// Ends the observation. You can call this any number of times, from any thread, and inside a pass.
  public func cancel() {
    observation.cancel()
  }

  /// Records what `sample` returns after each pass: for tests.
  ///
  /// See ``PortableObservationToken/values(isolation:_:)``.
  public func values<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ sample: sending @escaping @isolated(any) () -> Value
  ) async -> ObservedValues<Value> {
    await ObservedValues.recording(SynchronousReader.Isolated(call: sample), from: isolation, of: observation)
  }
}
