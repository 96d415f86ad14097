extension PortableObservationToken {
  /// Records what `sample` returns after each pass: for tests.
  ///
  /// The first value is that of the current state, recorded before this method returns (after the initial pass, if that
  /// is still to come). What the sampler reads is no dependency of the observation.
  ///
  /// - Parameter sample: Reads the state. Runs on the isolation of the observation, which must be its own, if it has one.
  /// - Returns: The recorder. It ends with the observation; if that is over already, it stays empty.
  public func values<Value: Sendable>(
    @_inheritActorContext(always) _ sample: @escaping @isolated(any) @Sendable () -> Value
  ) async -> ObservedValues<Value> {
    await ObservedValues.recording(sample, of: observation)
  }
}

extension ObservedValues {
  static func recording(
    _ sample: @escaping @isolated(any) @Sendable () -> Value,
    of observation: any Observing
  ) async -> ObservedValues {
    let recorder = ValueRecorder(sample)
    let isolation = observation.isolation
    if let own = sample.isolation, observation.isActive {
      precondition(
        own === isolation,
        """
        The sampler is isolated to \(own), the observation to \(isolation.map { "\($0)" } ?? "no actor"). A sampler \
        runs inside the observation's passes: isolate it to the same actor, or to none.
        """
      )
    }
    await attach(recorder, to: observation, on: isolation)
    return ObservedValues(recorder, observation)
  }

  private static func attach(
    _ recorder: ValueRecorder<Value>,
    to observation: any Observing,
    on isolation: isolated (any Actor)?
  ) async {
    observation.attach(recorder)
  }
}
