import Synchronization

/// The observation behind one iterator of a stream: each pass samples a value, and depends on the properties read by
/// the closure.
///
/// Without a rate limit, the consumer runs each due pass when it asks for a value: nothing is scheduled, and nothing is
/// buffered. With a rate limit, a receiver takes the samples of passes that run without the consumer, each in its own
/// turn.
// Unchecked: the sampler is used only by passes, which run on the actor, or, without one, one at a time: see
// `StreamTurns`. The lock guards the consumer.
@usableFromInline
final class StreamObservation: PassRunner, @unchecked Sendable {
  @usableFromInline let actor: (any Actor)?
  private let turns: StreamTurns?
  private let usesPublicBackend: Bool
  private let isEquatable: Bool
  private let samplerType: ObjectIdentifier
  private let isInUse = Atomic(false)
  /// Nil once the observation has ended.
  private var sampler: (any StreamSampler)?
  /// Called in a pass, once for a reading and its confirmations; nil if the consumer runs the passes.
  private let receiver: (@Sendable (StreamSample) -> Void)?
  /// The waiting consumer, taken out to be resumed once, without the lock.
  private var consumer: SuspendedTask?

  @usableFromInline
  init(
    _ sampler: any StreamSampler,
    on actor: (any Actor)?,
    _ turns: StreamTurns?,
    isEquatable: Bool,
    usesPublicBackend: Bool,
    receiver: (@Sendable (StreamSample) -> Void)?
  ) {
    (self.actor, self.turns, self.isEquatable) = (actor, turns, isEquatable)
    (self.usesPublicBackend, self.receiver, self.sampler) = (usesPublicBackend, receiver, sampler)
    samplerType = ObjectIdentifier(type(of: sampler))
    super.init(
      // A stream's closure only reads, so it may be called twice for a value: with `.confirming`, no change is missed.
      [.didSet, .deinit, .confirming],
      receiver == nil ? nil : actor.map { PassQueues.join($0) },
      on: actor.map(ExecutorIdentity.init)
    )
  }

  // Values without `==` can't be compared, so each recheck would deliver its reading.
  override var rechecks: RecheckSchedule.Extent { isEquatable ? .repeated : .once }

  /// One for all streams of one type of values.
  override var code: UInt { UInt(bitPattern: samplerType) }

  // The first reading may release the very model with which the stream ends.
  override func needsDeallocationInPass(isKnown: Bool) -> Bool {
    withState { $0.passes.needsDeallocation(isKnown: isKnown || $0.passes.isInitial) }
  }

  override var ignoresOwnChanges: Bool { true }

  // Without rechecks, nothing else would find a change without a report.
  override var confirmedReadings: ConfirmedReadings { isEquatable ? .firstAndOnceChangedElsewhere : .all }

  override var isolation: (any Actor)? { actor }

  override func releaseBody() {
    sampler?.release()
    sampler = nil
  }

  /// Called when the iterator is deallocated, among others.
  @usableFromInline
  package override func cancel() {
    // A consumer runs the initial pass, so it isn't queued.
    cancel(isInitialPassQueued: false)
    wakeConsumer()
  }

  // MARK: Passes

  override func schedule(on queue: PassQueue?, dueTo change: DueChange?) {
    if receiver == nil {
      wakeConsumer()
    } else if let queue {
      queue.enqueue(self, dueTo: change)
    } else {
      Task.detached { await self.takeTurn { self.runDuePass() } }
    }
  }

  override func runDuePass() {
    _ = runDuePasses()
    // Another thread may have cancelled the observation.
    releaseBodyAfterEnd()
  }

  /// Runs the due pass, and further passes that confirm the reading: the newest value is delivered, once. Returns the
  /// last sample; nil if no pass was due, or if the passes have found nothing new.
  ///
  /// A consumer that runs the passes gets a value read after all changes, also after changes during a pass. After eleven
  /// passes, it gets the current value, and continues when it asks again. With a receiver, a change during a pass waits
  /// for a turn of its own: otherwise, a thread that makes changes without a break would keep the actor from other work.
  private func runDuePasses() -> StreamSample? {
    var result: StreamSample?
    for count in 0...PassState.maximumConfirmationCount {
      guard let pass = beginPass() else { break }
      var continues = receiver == nil
      var sample = StreamSample.repetition
      let next = CurrentPass.run(self) {
        let isUnnecessary = isUnnecessary(pass)
        // The pass may be needed to end the stream, if its model has been deallocated.
        if isUnnecessary, pass.kind != .deinit { return endPass(pass.dependencies) }
        // User code that computes derived values may have cancelled this observation, or the task of the consumer.
        if pass.isUncertain, hasLostConsumer { return endPass(pass.dependencies) }
        let dependencies = perform(pass, &sample)
        // Another thread may have made a change meanwhile without having reported it yet.
        if isUnnecessary, sample == .value, dependencies?.haveReadTheSame != false { sample = .repetition }
        if let receiver {
          continues =
            sample == .value && count < PassState.maximumConfirmationCount && withState { $0.confirms(dependencies) }
          // Inside the pass: the release of a replaced value may change what the stream reads.
          if !continues, sample != .repetition { receiver(sample) }
        }
        return endPass(dependencies)
      }
      if sample != .repetition { result = sample }
      if sample.isFinal { break }
      if !continues {
        followUp(next)
        break
      }
      // The getters that the pass has run may have cancelled the task.
      if next == nil || hasLostConsumer { break }
    }
    return result
  }

  /// Whether the running pass has lost its consumer, and samples for nobody. Called in the pass.
  private var hasLostConsumer: Bool { !isActive || receiver == nil && Task.isCancelled }

  private func perform(_ pass: Pass, _ sample: inout StreamSample) -> Dependencies? {
    guard let sampler = sampler else { return pass.dependencies }
    let dependencies = Tracking.track(
      for: self,
      replacing: pass.dependencies,
      usesPublicBackend: usesPublicBackend,
      mayBeTentative: true
    ) {
      sample = sampler.sample(comparing: pass.isRepetition)
    }
    if sample.isFinal {
      // The registrations just made are removed at the end of the pass.
      cancel()
    } else if CurrentPass.leave({ sampler.isModelDeallocated }) {
      // If the model was first read by this very pass, its deallocation isn't reported.
      DeallocationReports.add([self])
    }
    return dependencies
  }

  /// Runs `body` in a turn: if the closure has no actor, no other iterator of the stream samples meanwhile.
  @inline(__always)
  private func takeTurn<Result>(isolation: isolated (any Actor)? = #isolation, _ body: () -> Result) async -> Result {
    guard let turns else { return body() }
    await turns.begin()
    defer { turns.end() }
    return body()
  }

  // MARK: The consumer

  /// Begins a use of the iterator, when a consumer asks for a value: detects two tasks that use it at the same time,
  /// and a consumer of confined values that isn't on their actor.
  @usableFromInline
  func beginUse(isConfined: Bool) {
    precondition(
      !isInUse.exchange(true, ordering: .acquiring),
      """
      Two tasks are using the same iterator of a stream. Give each task its own: `for await` makes one, or call \
      `makeAsyncIterator()` in each task.
      """
    )
    if !isConfined { return }
    precondition(
      isOnIsolation || !isActive,
      """
      A stream whose values aren't `Sendable` was iterated on another isolation. Iterate it on the actor that its \
      closure runs on, or give it `Sendable` values.
      """
    )
  }

  @usableFromInline
  func endUse() {
    isInUse.store(false, ordering: .releasing)
  }

  /// Waits for a value, which has been sampled when this returns; false at the end of the stream. `isolation` is the
  /// sampler's, or the consumer's if the sampler has none.
  @usableFromInline
  func next(isolation: isolated (any Actor)?) async -> Bool {
    while !Task.isCancelled {
      if let sample = await takeTurn({ runDuePasses() }) { return sample != .end }
      if await !waitForChange(isolation) { return false }
    }
    cancel()
    return false
  }

  /// Waits until a pass may be due. Returns false if no pass will ever be due.
  @inline(__always)
  private func waitForChange(_ isolation: isolated (any Actor)?) async -> Bool {
    await withTaskCancellationHandler {
      await SuspendedTask.suspend(isolation: isolation) { continuation in
        withState { state in
          // If the task was cancelled earlier, the cancellation handler found no continuation to resume.
          if Task.isCancelled || state.passes.phase != .idle { return false }
          consumer = continuation
          return true
        }
      }
    } onCancel: {
      wakeConsumer()
    }
    return isActive
  }

  private func wakeConsumer() {
    withState { _ in consumer.take() }?.resume()
  }

  /// Whether the initial pass is still to come.
  var isNew: Bool { withState { $0.passes.phase == .due(.initial) } }

  /// Runs the initial pass of an observation with a receiver.
  func start(isolation: isolated (any Actor)?) async {
    await takeTurn { runDuePass() }
  }
}

/// Serializes the calls of a closure without an actor: never two iterators of a stream at once.
@usableFromInline
final class StreamTurns: Sendable {
  private let isTaken = Atomic(false)

  @usableFromInline
  init() {}

  /// Waits for a turn. The caller ends the turn with `end()`.
  func begin() async {
    // Turns are short, and never suspend.
    while isTaken.exchange(true, ordering: .acquiring) { await Task.yield() }
  }

  func end() {
    isTaken.store(false, ordering: .releasing)
  }
}
