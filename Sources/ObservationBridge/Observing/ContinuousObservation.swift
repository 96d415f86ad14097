import CObservationRuntime
import Synchronization

/// One continuous observation: the state machine of its passes, what it depends on, and what it runs.
final class ContinuousObservation: Observing {
  /// Moments that the tracking has to report.
  let options: ObservationOptions
  private let state: Mutex<State>

  init(_ options: ObservationOptions, _ queue: PassQueue?, _ body: PassBody) {
    self.options = options
    state = Mutex(State(passes: PassState(options: options), body: body, queue: queue))
  }

  var isActive: Bool {
    state.withLock { $0.passes.isActive }
  }

  // MARK: Changes

  /// Called by the tracking, on the thread that makes the change.
  ///
  /// - Parameters:
  ///   - moment: `.willSet` or `.didSet`.
  ///   - mayRunNow: False where the tracking can't vouch for what an immediate pass would read.
  ///   - keyPath: Reads what changed. Called in the critical region, since the order in which reports read it tells
  ///     whether it can be trusted; runs no user code.
  func dependencyChanged(
    _ moment: ObservationEvent.Kind,
    mayRunNow: Bool = true,
    keyPath: () -> AnyKeyPath?
  ) {
    if CurrentPass.belongs(to: self) { return }
    let mayRunNow = mayRunNow && options.contains(.immediate) && isOnIsolation
    let thread = ob_thread_identity()
    let (action, queue) = state.withLock { state -> (PassState.ChangeAction, PassQueue?) in
      state.changes.record(keyPath(), thread: thread)
      let action = state.passes.dependencyChanged(moment, mayRunNow: mayRunNow)
      return (action, action == .enqueue ? state.queue : nil)
    }
    switch action {
    case .none: break
    case .enqueue: enqueue(on: queue)
    case .runNow: runDuePass()
    }
  }

  private var isOnIsolation: Bool {
    // Outside the lock: a custom executor answers with code of its own.
    let queue = state.withLock { $0.queue }
    return queue?.isCurrent ?? true
  }

  /// Whether the current code runs on the observation's actor; false where it has none.
  var isOnActor: Bool {
    let queue = state.withLock { $0.queue }
    return queue?.isCurrent ?? false
  }

  private func enqueue(on queue: PassQueue?) {
    if let queue {
      queue.enqueue(self)
    } else {
      Task.detached { self.runDuePass() }
    }
  }

  // MARK: Passes

  func runDuePass() {
    let begun = state.withLock { state -> Pass? in
      guard let body = state.body, let kind = state.passes.begin() else { return nil }
      let changes = state.changes
      state.changes = PassChanges()
      return Pass(kind: kind, changes: changes, body: body, dependencies: state.dependencies)
    }
    guard let begun else { return }
    CurrentPass.run(self) {
      let dependencies = run(begun)
      let samplers = state.withLock { $0.takeSamplersDue() }
      sample(samplers)
      finishPass(dependencies)
    }
  }

  private func run(_ pass: Pass) -> (any Dependencies)? {
    let event = ObservationEvent(kind: pass.kind, changes: pass.changes, observation: self)
    if options.isDisjoint(with: [.willSet, .didSet]) {
      Tracking.untracked { pass.body(event) }
      return nil
    }
    return Tracking.track(for: self, replacing: pass.dependencies) { pass.body(event) }
  }

  /// Puts the new registrations in place of the old ones, and tells what is to follow.
  private func finishPass(_ dependencies: (any Dependencies)?) {
    while true {
      let finish = state.withLock { state -> PassFinish in
        if !state.unsampled.isEmpty { return .sample(state.takeUnsampled()) }
        let action = state.passes.end()
        if action == .release { return .release(dependencies, state.takeAll()) }
        let replaced = state.dependencies === dependencies ? nil : state.dependencies
        state.dependencies = dependencies
        return .keep(replaced, dueOn: action == .enqueue ? .some(state.queue) : nil)
      }
      switch finish {
      case .sample(let samplers):
        sample(samplers)
        continue
      case .keep(let replaced, let due):
        replaced?.cancel()
        if let queue = due { enqueue(on: queue) }
      case .release(let dependencies, let rest):
        dependencies?.cancel()
        rest.end()
      }
      return
    }
  }

  // MARK: Sampling

  var isolation: (any Actor)? {
    state.withLock { $0.queue?.actor }
  }

  func attach(_ sampler: any PassSampler) {
    let attachment = state.withLock { state -> Attachment in
      guard state.passes.isActive else { return .tooLate }
      state.samplers.append(sampler)
      // As a pass of its own, so that no pass runs beside it where there is no actor to prevent that.
      if state.passes.beginSampling() { return .sampleNow(state.dependencies) }
      state.unsampled.append(sampler)
      return .sampledByRunningPass
    }
    switch attachment {
    case .tooLate: sampler.finish()
    case .sampledByRunningPass: break
    case .sampleNow(let dependencies):
      CurrentPass.run(self) {
        sample([sampler])
        finishPass(dependencies)
      }
    }
  }

  func detach(_ sampler: any PassSampler) {
    state.withLock { state in
      state.samplers.removeAll { $0 === sampler }
      state.unsampled.removeAll { $0 === sampler }
    }
  }

  private func sample(_ samplers: [any PassSampler]) {
    guard !samplers.isEmpty else { return }
    Tracking.untracked { for sampler in samplers { sampler.sample() } }
  }

  // MARK: Cancellation

  func cancel() {
    let (dependencies, rest) = state.withLock { state -> ((any Dependencies)?, State?) in
      switch state.passes.cancel() {
      case .none: return (nil, nil)
      case .deregister: return (state.dependencies.take(), nil)
      case .release: return (nil, state.takeAll())
      }
    }
    dependencies?.cancel()
    rest?.end()
  }
}

extension ContinuousObservation {
  private struct State {
    var passes: PassState
    var changes = PassChanges()
    /// What a pass runs; nil once the observation is over.
    var body: PassBody?
    /// Where later passes run; nil for an observation without isolation.
    var queue: PassQueue?
    var dependencies: (any Dependencies)?
    var samplers: [any PassSampler] = []
    /// Attached while a pass was due or running, which will call them.
    var unsampled: [any PassSampler] = []

    mutating func takeSamplersDue() -> [any PassSampler] {
      unsampled = []
      return samplers
    }

    mutating func takeUnsampled() -> [any PassSampler] {
      defer { unsampled = [] }
      return unsampled
    }

    /// Everything that must be let go of outside the lock.
    mutating func takeAll() -> State {
      let all = self
      body = nil
      queue = nil
      dependencies = nil
      samplers = []
      unsampled = []
      changes = PassChanges()
      return all
    }

    consuming func end() {
      dependencies?.cancel()
      for sampler in samplers { sampler.finish() }
    }
  }

  private struct Pass {
    let kind: ObservationEvent.Kind
    let changes: PassChanges
    let body: PassBody
    let dependencies: (any Dependencies)?
  }

  private enum PassFinish {
    case sample([any PassSampler])
    case keep((any Dependencies)?, dueOn: PassQueue??)
    case release((any Dependencies)?, State)
  }

  private enum Attachment {
    case tooLate
    case sampledByRunningPass
    case sampleNow((any Dependencies)?)
  }
}
