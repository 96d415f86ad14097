/// The state that an observation's lock guards. Work that must not happen under the lock is returned to the caller.
///
/// The results are small on purpose: copying a large result costs more than the lock.
struct ObservationState: Sendable {
  var passes: PassState
  /// Whether the closure, kept elsewhere so that passes run without the lock, has yet to be released.
  private(set) var hasBody = true
  /// The queue of later passes; nil without isolation, and after the end, unless the closure is to be released there.
  var queue: PassQueue?
  private(set) var dependencies: Dependencies?
  private var samplers: [AttachedSampler] = []

  init(_ options: ObservationOptions, _ queue: PassQueue?) {
    passes = PassState(options: options)
    self.queue = queue
  }

  fileprivate struct AttachedSampler: Sendable {
    let sampler: any PassSampler
    /// Attached while a pass was due or running: this pass will call the sampler.
    var isWaiting: Bool
  }

  /// A pass that has begun; see the properties of `PassState` with these names.
  struct Pass: Sendable {
    let kind: PassKind
    let isRepetition: Bool
    let isUncertain: Bool
    let dependencies: Dependencies?
  }

  /// Where a due pass runs.
  struct Turn: Sendable {
    /// The queue of the isolation; nil for no isolation.
    let queue: PassQueue?
    /// The registrar of the only object changed since the last pass, if known.
    let object: ObjectIdentifier?
  }

  enum Action {
    case none
    case enqueue(Turn)
    case run
    case release
  }

  struct End {
    let action: Action
    /// The registrations replaced by new ones.
    let replaced: Dependencies?
  }

  /// Who calls a new sampler first.
  enum Attachment {
    case ended
    case sampledByPass
    case sampleNow
  }

  private func action(_ action: PassState.Action, dueTo object: @autoclosure () -> ObjectIdentifier?) -> Action {
    switch action {
    case .none: .none
    case .enqueue: .enqueue(Turn(queue: queue, object: object()))
    case .run: .run
    case .release: .release
    }
  }

  mutating func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    isCertain: Bool = true,
    isRecheck: Bool = false
  ) -> Action {
    let next = passes.dependencyChanged(moment, mayRunNow: mayRunNow, isCertain: isCertain, isRecheck: isRecheck)
    return action(next, dueTo: dependencies?.onlyObject)
  }

  mutating func beginPass() -> Pass? {
    guard hasBody, let kind = passes.begin() else { return nil }
    let (isRepetition, isUncertain) = (passes.isRepetition, passes.isUncertain)
    return Pass(kind: kind, isRepetition: isRepetition, isUncertain: isUncertain, dependencies: dependencies)
  }

  /// The node that can hold the state, see ``LentPasses``; nil if not only changes of registrar models matter.
  var nodeToLendTo: GraphNode? {
    guard passes.phase == .idle, samplers.isEmpty, let dependencies, dependencies.platform == nil else { return nil }
    return dependencies.node
  }

  /// The samplers for the running pass to call: all samplers, or only those that were attached during the pass.
  mutating func takeSamplersDue(waitingOnly: Bool) -> [any PassSampler] {
    let due = waitingOnly ? samplers.filter(\.isWaiting) : samplers
    for index in samplers.indices { samplers[index].isWaiting = false }
    return due.map(\.sampler)
  }

  /// Ends the pass, whose registrations are in place. Returns nil, and the pass goes on, if samplers have to be called
  /// first.
  mutating func finishPass(_ new: Dependencies?, hasSampled: Bool) -> End? {
    if !samplers.isEmpty, !hasSampled || samplers.contains(where: \.isWaiting) { return nil }
    let next = passes.end(hasReadAnew: hasReadAnew(new))
    let replaced = dependencies?.replaced(by: new)
    dependencies = new
    return End(action: action(next, dueTo: nil), replaced: replaced)
  }

  /// Whether another pass will confirm the running pass, whose registrations are `new`.
  func confirms(_ new: Dependencies?) -> Bool {
    passes.mayConfirm && hasReadAnew(new)
  }

  private func hasReadAnew(_ new: Dependencies?) -> Bool {
    new?.showNewReadings(after: dependencies) ?? false
  }

  mutating func attach(_ sampler: any PassSampler) -> Attachment {
    guard passes.isActive else { return .ended }
    // A sample excludes passes, as a pass would: without an actor, nothing else does.
    let isAlone = passes.beginSampling()
    samplers.append(AttachedSampler(sampler: sampler, isWaiting: !isAlone))
    return isAlone ? .sampleNow : .sampledByPass
  }

  mutating func detach(_ sampler: any PassSampler) {
    samplers.removeAll { $0.sampler === sampler }
  }

  /// What to end after a cancellation, whether to release the closure, and whether the queue still holds a due pass.
  typealias Cancellation = (registrations: Registrations, isReleased: Bool, wasDue: Bool)

  /// `isInitialPassQueued` says whether the initial pass waits in the queue.
  mutating func cancel(isInitialPassQueued: Bool) -> Cancellation {
    switch passes.cancel() {
    case .none: (Registrations(), false, false)
    case .deregister: (Registrations(dependencies: dependencies.take()), false, false)
    case .release(let due):
      (takeRegistrations(), true, due != nil && queue != nil && (due != .initial || isInitialPassQueued))
    }
  }

  /// The registrations and samplers of an ended observation. They end at once, before the closure may be released.
  struct Registrations {
    fileprivate var dependencies: Dependencies?
    fileprivate var samplers: [AttachedSampler] = []

    func end() {
      dependencies?.cancel()
      for attached in samplers { attached.sampler.finish() }
    }
  }

  mutating func takeRegistrations() -> Registrations {
    Registrations(dependencies: dependencies.take(), samplers: exchange(&samplers, with: []))
  }

  /// Takes the queue of an ended observation, to be left, and returns whether the caller has to release the closure: on
  /// its isolation and outside the lock.
  mutating func takeBody() -> (hasBody: Bool, queue: PassQueue?) {
    if passes.isActive || passes.phase == .ending { return (false, nil) }
    defer { hasBody = false }
    return (hasBody, queue.take())
  }
}

/// Samples the state after each pass, without dependencies.
protocol PassSampler: AnyObject, Sendable {
  /// Takes a sample. Called on the observation's isolation, outside tracking.
  func sample()

  /// Called once, after the last sample.
  func finish()
}
