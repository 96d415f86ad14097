extension PortableObservationToken {
  /// Records the result of `sample` after each pass: for tests.
  ///
  /// The first value is that of the current state, recorded before this method returns, even if the observation has
  /// ended (or after the initial pass, if that hasn't run yet). The observation doesn't depend on the reads of the
  /// sampler.
  ///
  /// A sampler on the observation's isolation runs inside the passes. A sampler on another isolation, such as a
  /// main-actor sampler of an observation without isolation, runs there, soon after the pass; passes that end before it
  /// runs share one sample. The state after the last pass is always sampled.
  ///
  /// - Parameters:
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - sample: Reads the state. Runs on the isolation where it is written; without one, on the observation's.
  /// - Returns: The recorder. It ends with the observation.
  public func values<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ sample: sending @escaping @isolated(any) () -> Value
  ) async -> ObservedValues<Value> {
    await ObservedValues.recording(SynchronousReader.Isolated(call: sample), from: isolation, of: observation)
  }
}

extension ObservedValues {
  static func recording(
    _ sample: sending RecordingSampler<Value>.Closure.Isolated,
    from caller: isolated (any Actor)?,
    of observation: PassRunner
  ) async -> ObservedValues {
    let isolation = observation.isolation
    let sampler = RecordingSampler(sample, from: caller, besides: isolation)
    await observation.attach(sampler, on: isolation)
    await sampler.takeFirstSample()
    return ObservedValues(sampler, observation)
  }
}
