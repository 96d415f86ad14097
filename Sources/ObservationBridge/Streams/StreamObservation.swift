import Synchronization

/// The observation behind one iterator of a stream: its passes sample a value, and depend on what that reads.
///
/// A pass that is due waits for the consumer, who runs it: nothing is scheduled, and nothing is buffered. With a
/// `receiver` passes run by themselves instead, each in its turn.
@usableFromInline
final class StreamObservation: PassRunner {
  private typealias Consumer = StreamConsumer<StreamContinuation>

  @usableFromInline let actor: (any Actor)?
  let startNumber = StartNumber.next()
  private let turns: StreamTurns?
  /// Called after each pass that has sampled, on the isolation of the passes; nil if the consumer runs them.
  private let receiver: (@Sendable () -> Void)?
  private let isLegacy: Bool
  private let isInUse = Atomic(false)
  // Belongs to the pass that is running, of which there is one at most.
  private nonisolated(unsafe) var sample = StreamSample.end
  private let state: LockedState<State>

  private struct State: Sendable {
    var observation: ObservationState<Sampler>
    var consumer = Consumer()

    enum Reaction {
      case none
      case wake(StreamContinuation)
      case schedule(PassQueue?, object: ObjectIdentifier?)
    }

    mutating func dependencyChanged(
      _ moment: PassKind,
      isCertain: Bool,
      isSecondReport: Bool,
      isPulled: Bool
    ) -> Reaction {
      let reaction = observation.dependencyChanged(
        moment,
        mayRunNow: false,
        isCertain: isCertain,
        isSecondReport: isSecondReport
      )
      guard case .enqueue(let queue, let object) = reaction else { return .none }
      return isPulled ? consumer.wake().map { .wake($0) } ?? .none : .schedule(queue, object: object)
    }
  }

  // Unchecked: used by passes only, on the actor, or one at a time where there is none: see `StreamTurns`.
  struct Sampler: @unchecked Sendable {
    let sampler: any StreamSampler
  }

  @usableFromInline
  init(_ sampler: any StreamSampler, isLegacy: Bool, receiver: (@Sendable () -> Void)? = nil) {
    actor = sampler.actor
    turns = sampler.turns
    self.isLegacy = isLegacy
    self.receiver = receiver
    let queue = receiver == nil ? nil : actor.map(PassQueue.join)
    state = LockedState(State(observation: ObservationState(Self.options, queue, Sampler(sampler: sampler))))
  }

  /// A stream's closure is there to read: it may be called twice for a value, so nothing can be missed.
  private static let options: ObservationOptions = [.didSet, .deinit, .confirming]

  var options: ObservationOptions { Self.options }

  // Where values can't be compared, each further reading would be delivered.
  var secondReports: SecondReportSchedule.Extent {
    withState { $0.body }?.sampler.isEquatable == true ? .repeated : .once
  }

  var isolation: (any Actor)? { actor }

  // Asked for by the public backend only.
  var executor: ExecutorIdentity? { actor.map(ExecutorIdentity.init) }

  func withState<Result>(
    _ body: (inout sending ObservationState<Sampler>) -> sending Result
  ) -> sending Result {
    state.withLock { body(&$0.observation) }
  }

  func beginPass() -> ObservationState<Sampler>.Pass? {
    withState { $0.beginPass() }
  }

  func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    from source: ChangeSource,
    keyPath: () -> AnyKeyPath?
  ) {
    if isInPass { return }
    report(moment, from: source, isSecondReport: false, keyPath)
  }

  func receiveSecondReport() {
    report(.didSet, from: .platform, isSecondReport: true) { nil }
  }

  private func report(
    _ moment: PassKind,
    from source: ChangeSource,
    isSecondReport: Bool,
    _ keyPath: () -> AnyKeyPath?
  ) {
    let isPulled = receiver == nil
    let reaction = state.withLock { state in
      state.dependencyChanged(moment, isCertain: source.isCertain, isSecondReport: isSecondReport, isPulled: isPulled)
    }
    switch reaction {
    case .none: break
    case .wake(let consumer): consumer.resume()
    case .schedule(let queue, let object): schedule(on: queue, dueTo: DueChange(keyPath(), of: object, from: source))
    }
  }

  func perform(_ pass: ObservationState<Sampler>.Pass) -> Dependencies? {
    let dependencies = Tracking.track(for: self, replacing: pass.dependencies, isLegacy: isLegacy) {
      unsafe sample = pass.body.sampler.sample(comparing: pass.isRepetition)
    }
    // The registrations that were just made go with the pass.
    if unsafe sample == .end { cancel() }
    return dependencies
  }

  // MARK: Passes

  func runDuePass() {
    _ = sampleIfDue()
    // Cancelled elsewhere, it waits for this.
    releaseIfOver()
  }

  func schedule(on queue: PassQueue?, dueTo change: DueChange?) {
    if let queue { return queue.enqueue(self, dueTo: change) }
    Task.detached { await self.takeTurn { _ = self.sampleIfDue() } }
  }

  /// Runs `body` so that no other iterator of the stream samples meanwhile, if its closure has no actor to see to that.
  @inline(__always)
  private func takeTurn<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () -> Result
  ) async -> Result {
    guard let turns else { return body() }
    await turns.begin()
    defer { turns.end() }
    return body()
  }

  /// Runs the pass that is due; for a consumer that waits, more of them as long as something has changed meanwhile or was
  /// read for the first time: what is delivered is the newest, and delivered once. After the eleventh it gets what there
  /// is, and goes on when it asks again.
  ///
  /// - Returns: Whether there is a value; nil if no pass was due, or it has brought nothing new.
  private func sampleIfDue() -> Bool? {
    var result: Bool?
    var count = 0
    while let pass = beginPass() {
      var sample = StreamSample.end
      var isConfirmed = false
      let end = CurrentPass.run(self) {
        if pass.isUnnecessary {
          sample = .repetition
          return endPass(pass.dependencies)
        }
        let dependencies = perform(pass)
        sample = unsafe self.sample
        if let receiver {
          isConfirmed =
            sample == .value && count < PassState.maximumConfirmationCount && withState { $0.confirms(dependencies) }
          // In the pass, so that no other comes between.
          if !isConfirmed, sample != .repetition { receiver() }
        }
        return endPass(dependencies)
      }
      switch sample {
      case .value: result = true
      case .repetition: break
      case .end: return false
      }
      guard case .isDueAgain = end else { break }
      count += 1
      if receiver != nil, !isConfirmed {
        followUp(end)
        break
      }
      if count > PassState.maximumConfirmationCount { break }
    }
    return result
  }

  func release(_ body: Sampler) {
    body.sampler.release()
  }

  // MARK: The consumer

  /// Whether the initial pass is still to come.
  var isNew: Bool {
    withState { $0.passes.phase == .due(.initial) }
  }

  /// Runs the initial pass.
  func start(isolation: isolated (any Actor)?) async {
    await takeTurn { runDuePass() }
  }

  /// A consumer asks for a value, and has it when it calls `endUse`.
  ///
  /// - Parameter isConfined: Whether it has to be where the values are, which must not leave their actor.
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

  /// Waits for a value, which is sampled when this returns.
  ///
  /// - Parameter isolation: That of the sampler, or the consumer's if the sampler has none.
  /// - Returns: False when no more will come.
  @usableFromInline
  func next(isolation: isolated (any Actor)?) async -> Bool {
    while !Task.isCancelled {
      if let hasValue = await takeTurn({ sampleIfDue() }) { return hasValue }
      if await !waitForChange(isolation) { return false }
    }
    cancel()
    return false
  }

  /// Waits until a pass may be due; false if none will ever be.
  @inline(__always)
  private func waitForChange(_ isolation: isolated (any Actor)?) async -> Bool {
    await withTaskCancellationHandler {
      await StreamContinuation.suspend(isolation: isolation) { continuation in
        state.withLock { state in
          // Cancelled before there was anybody to wake.
          if Task.isCancelled || state.observation.passes.phase != .idle { return false }
          state.consumer.wait(continuation)
          return true
        }
      }
    } onCancel: {
      state.withLock { $0.consumer.wake() }?.resume()
    }
    return isActive
  }

  /// The iterator is gone.
  @usableFromInline
  func end() {
    cancel()
  }

  func cancel() {
    let (cancellation, consumer) = state.withLock { state in
      // A consumer runs that pass.
      (state.observation.cancel(isInitialPassQueued: false), state.consumer.wake())
    }
    consumer?.resume()
    discard(cancellation)
  }
}
