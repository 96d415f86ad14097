/// The observation behind one iterator of a stream: each pass samples a value, and depends on the properties read by
/// the closure.
///
/// The consumer runs the passes of a ``PulledStreamObservation``; a ``PushedStreamObservation`` schedules its passes
/// itself.
protocol StreamPassRunner: PassRunner where Body == StreamSampling {
  /// The actor on which values are sampled; nil for any isolation.
  var actor: (any Actor)? { get }

  /// Serializes the calls of a closure without an actor; nil if there is an actor.
  var turns: StreamTurns? { get }

  var usesPublicBackend: Bool { get }

  /// Whether values can be compared.
  var isEquatable: Bool { get }

  /// Whether the running pass has lost its consumer, so that its value isn't needed. Called in the pass.
  var isCancelled: Bool { get }
}

// Unchecked: used only by passes, which run on the actor, or, without one, one at a time: see `StreamTurns`.
struct StreamSampling: @unchecked Sendable {
  /// A stream's closure only reads, so it may be called twice for a value: `.confirming` makes sure that no change is
  /// missed.
  static let options: ObservationOptions = [.didSet, .deinit, .confirming]

  let sampler: any StreamSampler
}

extension StreamPassRunner {
  var isCancelled: Bool { !isActive }

  var options: ObservationOptions { StreamSampling.options }

  /// One for all streams of one type of values.
  var code: UInt { UInt(bitPattern: ObjectIdentifier(Self.self)) }

  // The first reading may release the very model with which the stream ends.
  func needsDeallocationInPass(isKnown: Bool) -> Bool {
    withState { $0.passes.needsDeallocation(isKnown: isKnown || $0.passes.isInitial) }
  }

  var ignoresOwnChanges: Bool { true }

  // Values without `==` can't be compared, so each recheck would deliver its reading.
  var rechecks: RecheckSchedule.Extent {
    isEquatable ? .repeated : .once
  }

  // Without rechecks, nothing else would find a change without a report.
  var confirmedReadings: ConfirmedReadings { isEquatable ? .firstAndOnceChangedElsewhere : .all }

  var isolation: (any Actor)? { actor }

  // Used by the public backend only.
  var executor: ExecutorIdentity? { actor.map(ExecutorIdentity.init) }

  func beginPass() -> ObservationState<StreamSampling>.Pass? {
    withState { $0.beginPass() }
  }

  func release(_ body: StreamSampling) {
    body.sampler.release()
  }

  /// Runs a pass that has begun.
  ///
  /// - Parameters:
  ///   - pass: The pass.
  ///   - receive: Called inside the pass, so that no other pass comes in between, with the sample and its dependencies.
  ///     Not called if the pass had nothing to do.
  /// - Returns: The sample, and the turn of the next pass, if one is due.
  @inline(__always)
  func run(
    _ pass: ObservationState<StreamSampling>.Pass,
    _ receive: (StreamSample, Dependencies?) -> Void = { _, _ in }
  ) -> (sample: StreamSample, next: PassTurn?) {
    var sample = StreamSample.repetition
    let next = CurrentPass.run(self) {
      let isUnnecessary = isUnnecessary(pass)
      // The pass may be needed to end the stream, if its model has been deallocated.
      if isUnnecessary, pass.kind != .deinit { return endPass(pass.dependencies) }
      // User code that computes derived values may have cancelled this observation, or the task of the consumer.
      if pass.isUncertain, isCancelled { return endPass(pass.dependencies) }
      let dependencies = perform(pass, &sample)
      // Another thread may have made a change meanwhile without having reported it yet.
      if isUnnecessary, sample == .value, dependencies?.haveReadTheSame != false { sample = .repetition }
      receive(sample, dependencies)
      return endPass(dependencies)
    }
    return (sample, next)
  }

  func perform(_ pass: ObservationState<StreamSampling>.Pass) -> Dependencies? {
    var sample = StreamSample.end
    return perform(pass, &sample)
  }

  private func perform(_ pass: ObservationState<StreamSampling>.Pass, _ sample: inout StreamSample) -> Dependencies? {
    let dependencies = Tracking.track(
      for: self,
      replacing: pass.dependencies,
      usesPublicBackend: usesPublicBackend,
      mayBeTentative: true
    ) {
      sample = pass.body.sampler.sample(comparing: pass.isRepetition)
    }
    if sample.isFinal {
      // The registrations just made are removed at the end of the pass.
      cancel()
    } else if CurrentPass.leave({ pass.body.sampler.isModelDeallocated }) {
      // If the model was first read by this very pass, its deallocation isn't reported.
      DeallocationReports.add([self])
    }
    return dependencies
  }

  /// Runs `body` in a turn: if the closure has no actor, no other iterator of the stream samples meanwhile.
  @inline(__always)
  func takeTurn<Result>(isolation: isolated (any Actor)? = #isolation, _ body: () -> Result) async -> Result {
    guard let turns else { return body() }
    await turns.begin()
    defer { turns.end() }
    return body()
  }
}
