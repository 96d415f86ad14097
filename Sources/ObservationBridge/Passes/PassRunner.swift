import CObservationRuntime

/// The part of an observation that is the same whatever its passes do.
protocol PassRunner: Observing, DependencyObserver {
  associatedtype Body: Sendable

  /// Where passes run, as long as the observation lives; nil for no isolation.
  var executor: ExecutorIdentity? { get }

  /// The one critical region of the observation. No user code, no release of what users gave, no other lock in it.
  func withState<Result>(_ body: (inout sending ObservationState<Body>) -> sending Result) -> sending Result

  /// Begins a pass, if one is due.
  func beginPass() -> ObservationState<Body>.Pass?

  /// Does what a pass is there for.
  ///
  /// - Returns: The registrations that are in place now.
  func perform(_ pass: ObservationState<Body>.Pass) -> (any Dependencies)?

  /// The observation is over, and no pass will use its body again. Called once, outside the lock.
  func release(_ body: Body)

  /// Has the pass that is due run soon: on the isolation of `queue`, or without any.
  func schedule(on queue: PassQueue?)
}

/// Whether a pass that has ended is to be followed by another, which whoever ran it schedules.
enum PassEnd {
  case isLast
  case isDueAgain(PassQueue?)
}

extension PassRunner {
  var isActive: Bool {
    withState { $0.passes.isActive }
  }

  var isolation: (any Actor)? {
    withState { $0.queue?.actor }
  }

  var isOnActor: Bool {
    executor?.isCurrent { isolation } ?? false
  }

  /// Whether a pass could run here.
  var isOnIsolation: Bool {
    executor?.isCurrent { isolation } ?? true
  }

  // MARK: Passes

  func runDuePass() {
    guard let pass = beginPass() else { return }
    followUp(CurrentPass.run(self) { endPass(perform(pass)) })
  }

  func followUp(_ end: PassEnd) {
    if case .isDueAgain(let queue) = end { schedule(on: queue) }
  }

  func schedule(on queue: PassQueue?) {
    if let queue {
      queue.enqueue(self)
    } else {
      Task.detached { self.runDuePass() }
    }
  }

  func react(_ reaction: ObservationState<Body>.Reaction) {
    switch reaction {
    case .none: break
    case .enqueue(let queue): schedule(on: queue)
    case .run: runDuePass()
    }
  }

  /// Ends the pass that is running, whose registrations are now `dependencies`.
  ///
  /// - Parameters:
  ///   - dependencies: The registrations.
  ///   - sampling: Whether all samplers are to be called, or only those that were attached meanwhile.
  /// - Returns: What is to follow.
  func endPass(_ dependencies: (any Dependencies)?, sampling: Bool = true) -> PassEnd {
    finish(dependencies, hasSampled: !sampling)
  }

  private func finish(_ dependencies: (any Dependencies)?, hasSampled: Bool) -> PassEnd {
    var hasSampled = hasSampled
    while true {
      switch withState({ $0.finishPass(dependencies, hasSampled: hasSampled) }) {
      case .sample:
        sample(withState { $0.takeSamplersDue(waitingOnly: hasSampled) })
        hasSampled = true
        continue
      case .keep:
        break
      case .replace(let replaced):
        replaced.cancel()
      case .enqueue(let queue, let replaced):
        replaced?.cancel()
        return .isDueAgain(queue)
      case .release:
        release()
      }
      return .isLast
    }
  }

  // MARK: Samplers

  func attach(_ sampler: any PassSampler) {
    switch withState({ $0.attach(sampler) }) {
    case .isOver:
      sampler.finish()
    case .sampledByPass:
      break
    case .sampleNow:
      followUp(
        CurrentPass.run(self) {
          sample([sampler])
          return finish(withState { $0.dependencies }, hasSampled: true)
        }
      )
    }
  }

  func detach(_ sampler: any PassSampler) {
    withState { $0.detach(sampler) }
  }

  private func sample(_ samplers: [any PassSampler]) {
    guard !samplers.isEmpty else { return }
    Tracking.untracked {
      for sampler in samplers { sampler.sample() }
    }
  }

  // MARK: Cancellation

  func cancel() {
    discard(withState { $0.cancel() })
  }

  func discard(_ cancellation: ObservationState<Body>.Cancellation) {
    switch cancellation {
    case .none: break
    case .deregister(let dependencies): dependencies.cancel()
    case .release: release()
    }
  }

  private func release() {
    let remains = withState { $0.takeRemains() }
    remains.discard()
    if let body = remains.body { release(body) }
  }

  func release(_ body: Body) {}

  // MARK: Start

  /// Runs the initial pass: at once if the caller is on the isolation of the observation.
  func start(on target: (any Actor)?, from caller: (any Actor)?) {
    let queue = withState { $0.queue }
    if let queue, target !== caller, !queue.isCurrent {
      queue.enqueue(self)
    } else {
      runDuePass()
    }
  }
}
