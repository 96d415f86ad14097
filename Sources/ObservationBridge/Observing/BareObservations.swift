import CObservationRuntime

/// The continuous observations of one isolation that are *bare*: a node of the graph and a closure, and nothing else.
///
/// All that most observations ever do is to wait for a change of a model of our own. There may be many thousands of them. So each is bare at
/// first, and a ``ContinuousObservation`` is made only when it is needed: when a pass is due in a later turn, reads a model of the standard
/// library or leaves something to be done, when a recorder is attached, or when the observation is cancelled elsewhere. It takes the node
/// over, and so is notified of everything from then on.
///
/// The passes are lent ones, as those of an object are that has lent its state: see ``LentPasses``.
// Unchecked: nothing in it changes.
final class BareObservations: PassLender, @unchecked Sendable {
  private let options: ObservationOptions
  /// Where later passes run; each of the observations has joined it. Nil for those without isolation.
  private let queue: PassQueue?

  private init(_ options: ObservationOptions, _ queue: PassQueue?) {
    self.options = options
    self.queue = queue
    let mark = queue?.executor.mark ?? 0
    super.init(on: options.contains(.immediate) ? mark : ExecutorIdentity.nowhere)
  }

  private static let coalescing = BareObservations(.didSet, nil)
  private static let immediate = BareObservations([.didSet, .immediate], nil)

  /// The bare observations with these options on an actor, which one more joins; nil if observations can't be bare there.
  private static func join(_ options: ObservationOptions, on target: (any Actor)?) -> BareObservations? {
    guard options == .didSet || options == [.didSet, .immediate], Tracking.isExact else { return nil }
    let isImmediate = options.contains(.immediate)
    guard let target else { return isImmediate ? immediate : coalescing }
    let queue = PassQueue.join(target)
    guard queue.executor.isTransparent else {
      queue.leave(abandoningDuePass: false)
      return nil
    }
    let lender = queue.lender(isImmediate: isImmediate) { BareObservations(options, queue) }
    // No other class lends passes to a queue.
    return unsafe unsafeDowncast(lender, to: BareObservations.self)
  }

  /// Starts an observation, and runs its initial pass.
  ///
  /// - Parameters:
  ///   - options: Which later events make a pass due.
  ///   - target: Where passes run.
  ///   - caller: The actor that the current code runs on.
  ///   - body: What passes run.
  /// - Returns: Nil if the observation can't be bare: then nothing has been done.
  static func start(
    _ options: ObservationOptions,
    on target: (any Actor)?,
    from caller: (any Actor)?,
    _ body: PassBody
  ) -> PortableObservationToken? {
    guard target === caller, let observations = join(options.withImpliedEvent, on: target) else { return nil }
    let node = Graph.makeBareNode(of: observations, .next())
    node.closure = ClosureWords(retaining: body).words
    if LentPasses.runFirst(of: node) { return BareObservationToken(node) }
    // It isn't bare any more.
    guard let object = object(of: node) else { return BareObservationToken(node) }
    let isKnown = node.domain != nil
    if isKnown { Graph.giveUpToken(of: node) } else { object.finishInitialPass() }
    return ContinuousObservationToken(object)
  }

  override func runLentPass(_ node: GraphNode, _ kind: PassKind, _ reading: UInt, _ passes: LentPasses) -> Bool {
    let platform = passes.track(for: node, as: ContinuousObservation.self) {
      Self.body(of: node).withHolder { $0(ObservationEvent(kind, of: node, lentReading: reading)) }
    }
    if platform == nil, node.isBare { return true }
    // Somebody has taken it over meanwhile, or has to now.
    return Self.object(of: node)?.hasNothingLeft(but: platform) ?? true
  }

  /// What a bare observation runs.
  static func body(of node: GraphNode) -> ClosureWords<PassBody> { ClosureWords(node.closure) }

  /// The object that has taken over from a bare observation: now, if need be. Nil if it is over.
  static func object(of node: GraphNode) -> ContinuousObservation? {
    // No other class has nodes that were bare.
    node.soleOwner.map { unsafe unsafeDowncast($0, to: ContinuousObservation.self) }
  }

  override func sole(_ node: GraphNode, _ incarnation: UInt32) -> GraphOwner? {
    let new = ContinuousObservation(options, inTurnsOf: queue, startedAs: node.startNumber)
    if let former = unsafe new.takeOver(node, incarnation) {
      unsafe former.release()
      return new
    }
    // Another thread was quicker, or it's over.
    return Graph.withLock(ofAny: node) { _ in
      node.incarnation == incarnation && !node.isBare ? node.activeOwner : nil
    }
  }

  // MARK: The end

  /// Ends an observation that is bare, or was.
  static func cancel(_ node: GraphNode) {
    switch Graph.withLock(of: node, { cancel(node, in: $0) }) {
    case .none: break
    case .release(let observations, let body):
      withExtendedLifetime(body) {}
      observations.queue?.leave(abandoningDuePass: false)
    case .cancelObject: object(of: node)?.cancel()
    }
    UnreadDetachedValues.retire()
  }

  private enum Cancellation {
    case none
    /// It was bare, and is over.
    case release(BareObservations, PassBody)
    /// It isn't bare, or has to be for something else to follow: a pass that runs, or a turn of the isolation to let go of the closure in.
    case cancelObject
  }

  /// Called with the lock, on whatever isolation.
  private static func cancel(_ node: GraphNode, in graph: DependencyGraph) -> Cancellation {
    guard node.isActive, let owner = node.activeOwner else { return .none }
    guard node.isBare, !node.isHeld else { return .cancelObject }
    let observations = unsafe unsafeDowncast(owner, to: BareObservations.self)
    guard observations.queue?.executor.isTransparentAndCurrent != false else { return .cancelObject }
    node.isLent = false
    // Held by its queue, and by this.
    unsafe graph.retire(node)?.release()
    return .release(observations, body(of: node).take())
  }
}
