/// Immediate passes of observations that have lent their state to their nodes.
///
/// This is a fast path. While an observation only waits for a change, its state is kept in its node, so the lock under
/// which `mark` finds the observer can also begin and end its pass. Any other access first moves the state back to the
/// object (`takeBack`).
///
/// One change can start several passes, which share the thread, the task and the enclosing change. They also share this
/// value, which is made for the first of them, and lives on the stack of the thread that makes the change.
@safe
struct LentPasses {
  private let reading: StackReference<GraphReading>

  struct End {
    fileprivate let reading: GraphReading.Ending
    /// Whether the pass needs no more than the end of its reading in the graph.
    fileprivate let isSteady: Bool

    /// Ends the pass in the graph. Called with the lock. Returns false if ``LentPasses/finish(_:)`` has to follow.
    @inline(__always)
    func apply(to node: GraphNode, in graph: DependencyGraph) -> Bool {
      if isSteady, reading.isAsBefore, node.endLentPass() { return true }
      reading.apply(to: node, in: graph)
      return isSteady && !node[.hasChangedItsValues] && node.letGoOfLent()
    }
  }

  /// Runs `body`, which runs one pass after the other. The key path is nil if the caller has set the enclosing change.
  @inline(__always)
  static func run<Result>(inside keyPath: UncountedKeyPath?, _ body: (LentPasses) -> Result) -> Result {
    guard let keyPath else { return run(body) }
    return EnclosingChange.run(ofOwn: keyPath) { run(body) }
  }

  @inline(__always)
  private static func run<Result>(_ body: (LentPasses) -> Result) -> Result {
    let result = CurrentPass.run(nil) {
      GraphReading.runSeveral { body(LentPasses(reading: $0)) }
    }
    UnreadDetachedValues.retire()
    return result
  }

  /// Runs a pass. The reading has begun in the graph, and ``GraphNode/State/isHeld`` keeps the owner alive.
  @inline(__always)
  func run(_ node: GraphNode) -> End {
    CurrentPass.enter(node)
    reading.value.start(node)
    let id = reading.value.id
    // The closure takes the node only: an object would be retained.
    let platform = Tracking.trackPlatform(of: node) { withObservation(of: node) { $0.runLentPass(id) } }
    let isSteady = withObservation(of: node) { $0.endLentPass(registering: platform) }
    // No user code runs before the next pass begins, or the last one has ended.
    return End(reading: reading.value.ending, isSteady: isSteady)
  }

  /// Whether derived values have changed, so that a pass has to run.
  func check(_ node: GraphNode) -> Bool {
    CurrentPass.enter(node)
    reading.value.rest()
    return DerivedClaim.run { DerivedUpdates(reading: reading, claims: $0).hasChanged(node) }
  }

  // MARK: Before and after the passes

  /// The isolation and depth of the current code, determined once; valid until this code returns.
  struct Place {
    /// The mark of the executor on which the code is known to run; 0 if none is known.
    private var mark: UInt = 0
    private let mayNest = CurrentPass.mayNest

    /// Whether a pass of this observer, which has lent its state, may run here.
    @inline(__always)
    mutating func mayRun(_ node: GraphNode) -> Bool {
      guard mayNest else { return false }
      let mark = withObservation(of: node) { $0.executorMark }
      // 0 stands for every executor.
      if mark == 0 || mark == self.mark { return true }
      guard ExecutorIdentity.isCurrent(mark) else { return false }
      self.mark = mark
      return true
    }
  }

  /// Ends a pass with more to do, or of an observation that has its state back.
  static func finish(_ node: GraphNode) {
    // Retained: the node may release its owner meanwhile.
    let observation = withObservation(of: node) { $0 }
    // Any access takes the state back: from here on, it knows of the pass. The observation may lend itself again at the
    // end of the pass, and the node mustn't be held then.
    observation.withState { _ in }
    let retired = unsafe Graph.withLock(of: node) { graph in
      node[.isHeld] = false
      return unsafe graph.takeRetiredOwner(of: node)
    }
    observation.finishLentPass()
    unsafe retired?.release()
  }

  // MARK: A change with only one observer

  /// Begins the pass of a source's only reader, which it returns, if the change needs no more. Called with the lock.
  @inline(__always)
  static func beginOnlyOne(of source: GraphNode, _ bits: UInt64, in domain: GraphDomain) -> GraphNode? {
    var here = Place()
    guard let reader = DependencyGraph(domain: domain).onlyReader(of: source, bits), reader.isLent,
      here.mayRun(reader), reader.beginLentPass()
    else { return nil }
    return reader
  }

  @inline(__always)
  static func run(_ node: GraphNode, inside keyPath: UncountedKeyPath) {
    let isOver = run(inside: keyPath) { passes in
      let end = passes.run(node)
      return Graph.withLock(of: node) { end.apply(to: node, in: $0) }
    }
    if !isOver { finish(node) }
  }
}

@inline(__always)
private func withObservation<Result>(of node: GraphNode, _ body: (ContinuousObservation) -> Result) -> Result {
  guard let owner = unsafe node.owner else { preconditionFailure("A lent pass has lost its observation.") }
  // No other class lends its state.
  return unsafe owner._withUnsafeGuaranteedRef { unsafe body(unsafeDowncast($0, to: ContinuousObservation.self)) }
}
