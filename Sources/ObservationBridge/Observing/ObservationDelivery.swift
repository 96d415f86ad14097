/// One observation of a scope. Use it to record its values or to end it early.
///
/// A delivery doesn't keep its observation alive; the scope does. So there is no need to store a delivery, unlike a
/// ``PortableObservationToken``.
public struct ObservationDelivery: Sendable {
  private let observation: PassRunner

  init(_ observation: PassRunner) {
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

  /// Records the result of `sample` after each pass: for tests.
  ///
  /// See the method of the same name of ``PortableObservationToken``.
  public func values<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ sample: sending @escaping @isolated(any) () -> Value
  ) async -> ObservedValues<Value> {
    await ObservedValues.recording(SynchronousReader.Isolated(call: sample), from: isolation, of: observation)
  }
}

extension ObservationDelivery: Hashable {
  /// Whether both are deliveries of the same observation.
  public static func == (left: ObservationDelivery, right: ObservationDelivery) -> Bool {
    left.observation === right.observation
  }

  /// Hashes the identity of the observation.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(observation))
  }
}
