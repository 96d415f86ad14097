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
    CurrentPass.run(self) {
      endPass(perform(pass))
    }
  }

  func react(_ reaction: ObservationState<Body>.Reaction) {
    switch reaction {
    case .none: break
    case .enqueue(let queue): enqueue(on: queue)
    case .run: runDuePass()
    }
  }

  /// Ends the pass that is running, whose registrations are now `dependencies`.
  func endPass(_ dependencies: (any Dependencies)?) {
    finish(dependencies, hasSampled: false)
  }

  private func finish(_ dependencies: (any Dependencies)?, hasSampled: Bool) {
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
        enqueue(on: queue)
      case .release:
        withState { $0.takeRemains() }.discard()
      }
      return
    }
  }

  private func enqueue(on queue: PassQueue?) {
    if let queue {
      queue.enqueue(self)
    } else {
      Task.detached { self.runDuePass() }
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
      CurrentPass.run(self) {
        sample([sampler])
        finish(withState { $0.dependencies }, hasSampled: true)
      }
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
    switch withState({ $0.cancel() }) {
    case .none: break
    case .deregister(let dependencies): dependencies.cancel()
    case .release: withState { $0.takeRemains() }.discard()
    }
  }

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
