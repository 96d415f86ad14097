/// All that one observation's lock guards. What must not happen under the lock is returned to the caller.
///
/// The results are small on purpose: copying a large one costs more than the lock.
struct ObservationState<Body: Sendable>: Sendable {
  private(set) var passes: PassState
  /// What a pass runs; nil once the observation is over.
  private(set) var body: Body?
  /// Where later passes run; nil for an observation without isolation, and once it is over.
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
    /// Attached while a pass was due or running, which is to call it.
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

    /// Whether the derived values that were to decide have come out equal. Computes them; called on the isolation of the passes.
    var isUnnecessary: Bool {
      isUncertain && dependencies?.haveChanged() == false
    }
  }

  /// How a pass has ended.
  struct End {
    let action: PassState.EndAction<PassTurn>
    /// Registrations that have no use any more.
    let replaced: Dependencies?
  }

  /// What follows the attachment of a sampler.
  enum Attachment {
    case isOver
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

  /// The short way into a pass inside the mutation, for an observation whose registrations are permanent.
  ///
  /// Nil where the long way has to be taken: a pass is waiting or running.
  mutating func beginImmediatePass() -> Body? {
    guard passes.phase == .idle, passes.dependencyChanged(.didSet, mayRunNow: true) == .run else { return nil }
    return passes.begin().flatMap { _ in body }
  }

  /// The short way out of a pass that has left its registrations alone: false where anything is to follow.
  mutating func endImmediatePass() -> Bool {
    guard passes.phase == .running(next: nil), samplers.isEmpty else { return false }
    return passes.end() == .none
  }

  /// The node that knows all there is to know while nothing but changes happens to the observation: see ``LentPasses``. Nil where there is
  /// more
  /// than that.
  var nodeToLendTo: GraphNode? {
    guard passes.phase == .idle, samplers.isEmpty, let dependencies, dependencies.platform == nil else { return nil }
    return dependencies.models?.node
  }

  /// See ``PassState/adoptOwnChange()``.
  mutating func adoptOwnChange() -> Bool {
    passes.adoptOwnChange()
  }

  /// A pass has begun, which is noted only now.
  mutating func passHasBegun() {
    passes.hasBegun()
  }

  /// The samplers to call in the pass that is running: all, or those that were attached during it.
  mutating func takeSamplersDue(waitingOnly: Bool) -> [any PassSampler] {
    let due = waitingOnly ? samplers.filter(\.isWaiting) : samplers
    for index in samplers.indices { samplers[index].isWaiting = false }
    return due.map(\.sampler)
  }

  /// The pass has returned, and its registrations are in place.
  ///
  /// - Parameters:
  ///   - new: The registrations.
  ///   - hasSampled: Whether the samplers were called; where there are any, they have to be first.
  /// - Returns: Nil where samplers are to be called first: then the pass goes on.
  mutating func finishPass(_ new: Dependencies?, hasSampled: Bool) -> End? {
    if !samplers.isEmpty, !hasSampled || samplers.contains(where: \.isWaiting) { return nil }
    let action = passes.end(hasReadAnew: hasReadAnew(new))
    let replaced = dependencies?.replaced(by: new)
    dependencies = new
    return End(action: action.map { _ in PassTurn(queue: queue, object: nil) }, replaced: replaced)
  }

  /// Whether the pass that is running, whose registrations are `new`, will be confirmed by another.
  func confirms(_ new: Dependencies?) -> Bool {
    hasReadAnew(new) && passes.mayConfirm
  }

  private func hasReadAnew(_ new: Dependencies?) -> Bool {
    new?.showNewReadings(after: dependencies) ?? false
  }

  mutating func attach(_ sampler: any PassSampler) -> Attachment {
    guard passes.isActive else { return .isOver }
    // Like a pass, so that none runs beside it where there is no actor to prevent that.
    let isAlone = passes.beginSampling()
    samplers.append(AttachedSampler(sampler: sampler, isWaiting: !isAlone))
    return isAlone ? .sampleNow : .sampledByPass
  }

  mutating func detach(_ sampler: any PassSampler) {
    samplers.removeAll { $0.sampler === sampler }
  }

  /// What follows a cancellation, and the registrations that end with it.
  typealias Cancellation = (action: PassState.CancelAction<Bool>, registrations: Registrations)

  /// - Parameter isInitialPassQueued: Whether the initial pass waits in the queue.
  /// - Returns: What is to follow. If a pass was due that the queue still has, the action says so.
  mutating func cancel(isInitialPassQueued: Bool = true) -> Cancellation {
    let action = passes.cancel()
      .map { due in due.map { queue != nil && ($0 != .initial || isInitialPassQueued) } ?? false }
    return switch action {
    case .none: (action, Registrations())
    case .deregister: (action, Registrations(dependencies: dependencies.take()))
    case .release: (action, takeRegistrations())
    }
  }

  /// What an observation that is over need not keep for a turn of its isolation.
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

  /// The closure and the queue of an observation that is over, to be let go of on its isolation, outside the lock.
  mutating func takeBody() -> (body: Body?, queue: PassQueue?) {
    if passes.isActive || passes.phase == .ending { return (nil, nil) }
    return (body.take(), queue.take())
  }

  /// An observation that is over, and had no queue, gets one to let go of its closure in.
  mutating func wait(in queue: PassQueue) {
    self.queue = queue
  }
}
