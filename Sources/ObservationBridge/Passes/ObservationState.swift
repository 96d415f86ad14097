/// The state that an observation's lock guards. Work that must not happen under the lock is returned to the caller.
///
/// The results are small on purpose: copying a large result costs more than the lock.
struct ObservationState<Body: Sendable>: Sendable {
  private(set) var passes: PassState
  /// The closure of the passes; nil once the observation has ended.
  private(set) var body: Body?
  /// The queue of later passes; nil for an observation without isolation, and once the observation has ended.
  private(set) var queue: PassQueue?
  private(set) var dependencies: Dependencies?
  private var samplers: [AttachedSampler] = []

  init(_ options: ObservationOptions, _ queue: PassQueue?, _ body: Body) {
    passes = PassState(options: options)
    self.queue = queue
    self.body = body
  }

  fileprivate struct AttachedSampler: Sendable {
    let sampler: any PassSampler
    /// Attached while a pass was due or running: this pass will call the sampler.
    var isWaiting: Bool
  }

  struct Pass: Sendable {
    let kind: PassKind
    /// See `PassState.isRepetition`.
    let isRepetition: Bool
    /// See `PassState.isUncertain`.
    let isUncertain: Bool
    let body: Body
    let dependencies: Dependencies?

    /// Whether the pass can be skipped: its derived values came out equal. Computes them; called on the isolation of
    /// the passes.
    var isUnnecessary: Bool {
      isUncertain && dependencies?.haveChanged() == false
    }
  }

  /// The result of ``finishPass(_:hasSampled:)``.
  struct End {
    let action: PassState.EndAction<PassTurn>
    /// The registrations that the new ones replace.
    let replaced: Dependencies?
  }

  /// Who calls a new sampler first.
  enum Attachment {
    case ended
    case sampledByPass
    case sampleNow
  }

  mutating func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    isCertain: Bool = true,
    isRecheck: Bool = false
  ) -> PassState.ChangeAction<PassTurn> {
    passes.dependencyChanged(moment, mayRunNow: mayRunNow, isCertain: isCertain, isRecheck: isRecheck)
      .map { _ in PassTurn(queue: queue, object: dependencies?.onlyObject) }
  }

  mutating func beginPass() -> Pass? {
    guard let body, let kind = passes.begin() else { return nil }
    return Pass(
      kind: kind,
      isRepetition: passes.isRepetition,
      isUncertain: passes.isUncertain,
      body: body,
      dependencies: dependencies
    )
  }

  /// Begins an immediate pass of an observation with permanent registrations, in one critical region.
  ///
  /// Returns nil if a pass is due or running: then the caller takes the general way.
  mutating func beginImmediatePass() -> Body? {
    guard passes.phase == .idle, passes.dependencyChanged(.didSet, mayRunNow: true) == .run else { return nil }
    return passes.begin().flatMap { _ in body }
  }

  /// Ends such a pass. Returns false if more has to follow.
  mutating func endImmediatePass() -> Bool {
    guard passes.phase == .running(next: nil), samplers.isEmpty else { return false }
    return passes.end() == .none
  }

  /// The node that can hold the state of this observation, see ``LentPasses``; nil if the observation waits for more
  /// than changes of registrar models.
  var nodeToLendTo: GraphNode? {
    guard passes.phase == .idle, samplers.isEmpty, let dependencies, dependencies.platform == nil else { return nil }
    return dependencies.models?.node
  }

  /// See ``PassState/adoptOwnChange()``.
  mutating func adoptOwnChange() -> Bool {
    passes.adoptOwnChange()
  }

  /// Notes that a lent pass has begun.
  mutating func passHasBegun() {
    passes.hasBegun()
  }

  /// The samplers for the running pass to call: all samplers, or only those that were attached during the pass.
  mutating func takeSamplersDue(waitingOnly: Bool) -> [any PassSampler] {
    let due = waitingOnly ? samplers.filter(\.isWaiting) : samplers
    for index in samplers.indices { samplers[index].isWaiting = false }
    return due.map(\.sampler)
  }

  /// Ends the pass, whose registrations are in place.
  ///
  /// - Parameters:
  ///   - new: The registrations.
  ///   - hasSampled: Whether the samplers were called. Samplers have to be called before the pass ends.
  /// - Returns: Nil if samplers have to be called first; the pass goes on then.
  mutating func finishPass(_ new: Dependencies?, hasSampled: Bool) -> End? {
    if !samplers.isEmpty, !hasSampled || samplers.contains(where: \.isWaiting) { return nil }
    let action = passes.end(hasReadAnew: hasReadAnew(new))
    let replaced = dependencies?.replaced(by: new)
    dependencies = new
    return End(action: action.map { _ in PassTurn(queue: queue, object: nil) }, replaced: replaced)
  }

  /// Whether another pass will confirm the running pass, whose registrations are `new`.
  func confirms(_ new: Dependencies?) -> Bool {
    hasReadAnew(new) && passes.mayConfirm
  }

  private func hasReadAnew(_ new: Dependencies?) -> Bool {
    new?.showNewReadings(after: dependencies) ?? false
  }

  mutating func attach(_ sampler: any PassSampler) -> Attachment {
    guard passes.isActive else { return .ended }
    // A sample excludes passes, as another pass would: without an actor, nothing else prevents both from running at
    // once.
    let isAlone = passes.beginSampling()
    samplers.append(AttachedSampler(sampler: sampler, isWaiting: !isAlone))
    return isAlone ? .sampleNow : .sampledByPass
  }

  mutating func detach(_ sampler: any PassSampler) {
    samplers.removeAll { $0.sampler === sampler }
  }

  /// The action after a cancellation, and the registrations to end.
  typealias Cancellation = (action: PassState.CancelAction<Bool>, registrations: Registrations)

  /// - Parameter isInitialPassQueued: Whether the initial pass waits in the queue.
  /// - Returns: The action, with true if the queue still holds a due pass.
  mutating func cancel(isInitialPassQueued: Bool = true) -> Cancellation {
    let action = passes.cancel()
      .map { due in due.map { queue != nil && ($0 != .initial || isInitialPassQueued) } ?? false }
    return switch action {
    case .none: (action, Registrations())
    case .deregister: (action, Registrations(dependencies: dependencies.take()))
    case .release: (action, takeRegistrations())
    }
  }

  /// The registrations and samplers of an ended observation. They end at once, while the closure may have to wait for a
  /// turn of its isolation.
  struct Registrations {
    fileprivate var dependencies: Dependencies?
    fileprivate var samplers: [AttachedSampler] = []

    /// Ends the registrations and recorders.
    func end() {
      dependencies?.cancel()
      for attached in samplers { attached.sampler.finish() }
    }
  }

  mutating func takeRegistrations() -> Registrations {
    defer {
      dependencies = nil
      samplers = []
    }
    return Registrations(dependencies: dependencies, samplers: samplers)
  }

  /// Takes the closure and the queue of an ended observation, to be released on its isolation and outside the lock.
  mutating func takeBody() -> (body: Body?, queue: PassQueue?) {
    if passes.isActive || passes.phase == .ending { return (nil, nil) }
    return (body.take(), queue.take())
  }

  /// Gives an ended observation without a queue one in which its closure is released.
  mutating func wait(in queue: PassQueue) {
    self.queue = queue
  }
}
