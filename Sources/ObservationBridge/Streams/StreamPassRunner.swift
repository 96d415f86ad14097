/// The observation behind one iterator of a stream: its passes sample a value, and depend on what that reads.
///
/// ``PulledStreamObservation`` has its consumer run them, ``PushedStreamObservation`` runs them by itself.
protocol StreamPassRunner: PassRunner where Body == StreamSampling {
  /// Where values are sampled; nil for anywhere.
  var actor: (any Actor)? { get }

  /// Whose turn it is to sample; nil where there is an actor.
  var turns: StreamTurns? { get }

  var isLegacy: Bool { get }

  /// Whether nobody wants the value that the pass which is running would sample. Asked in that pass.
  var isCancelled: Bool { get }
}

// Unchecked: used by passes only, on the actor, or one at a time where there is none: see `StreamTurns`.
struct StreamSampling: @unchecked Sendable {
  /// A stream's closure is there to read: it may be called twice for a value, so nothing can be missed.
  static let options: ObservationOptions = [.didSet, .deinit, .confirming]

  let sampler: any StreamSampler
}

extension StreamPassRunner {
  var isCancelled: Bool { !isActive }

  var options: ObservationOptions { StreamSampling.options }

  // What the first reading lets go of may be the model that the stream is to end with.
  func needsDeallocationInPass(isKnown: Bool) -> Bool {
    withState { $0.passes.needsDeallocation(isKnown: isKnown || $0.passes.isInitial) }
  }

  var ignoresOwnChanges: Bool { true }

  // Where values can't be compared, each further reading would be delivered.
  var rechecks: RecheckSchedule.Extent {
    isEquatable ? .repeated : .once
  }

  // Without rechecks, nothing else would find a change that nobody has reported.
  var confirmedReadings: ConfirmedReadings { isEquatable ? .firstAndOnceChangedElsewhere : .all }

  private var isEquatable: Bool { withState { $0.body }?.sampler.isEquatable == true }

  var isolation: (any Actor)? { actor }

  // Asked for by the public backend only.
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
  ///   - receive: Called in it, so that no other comes between, with the sample and what that depends on; not where there was nothing to do.
  /// - Returns: The sample, and the turn for which another pass is due, if one is.
  @inline(__always)
  func run(
    _ pass: ObservationState<StreamSampling>.Pass,
    _ receive: (StreamSample, Dependencies?) -> Void = { _, _ in }
  ) -> (sample: StreamSample, next: PassTurn?) {
    var sample = StreamSample.repetition
    let next = CurrentPass.run(self) {
      let isUnnecessary = isUnnecessary(pass)
      // The model may be gone that the stream is to end with.
      if isUnnecessary, pass.kind != .deinit { return endPass(pass.dependencies) }
      // Derived values are computed by code of users, which may have cancelled this observation, or the task that iterates.
      if pass.isUncertain, isCancelled { return endPass(pass.dependencies) }
      let dependencies = perform(pass, &sample)
      // Another thread may have made a change meanwhile, which it hasn't reported yet.
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
    let dependencies = Tracking.track(for: self, replacing: pass.dependencies, isLegacy: isLegacy, mayBeTentative: true)
    {
      sample = pass.body.sampler.sample(comparing: pass.isRepetition)
    }
    if sample.isFinal {
      // The registrations that were just made go with the pass.
      cancel()
    } else if CurrentPass.leave({ pass.body.sampler.isModelGone }) {
      // The deallocation of a model that this very pass has read first isn't reported.
      DeallocationReports.add(self)
    }
    return dependencies
  }

  /// Runs `body` so that no other iterator of the stream samples meanwhile, if its closure has no actor to see to that.
  @inline(__always)
  func takeTurn<Result>(isolation: isolated (any Actor)? = #isolation, _ body: () -> Result) async -> Result {
    guard let turns else { return body() }
    await turns.begin()
    defer { turns.end() }
    return body()
  }
}
