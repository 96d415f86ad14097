import CObservationRuntime

/// Passes inside a mutation, of observations that have lent their state to the graph.
///
/// Between such passes nothing else happens to most observations. One that waits for a change of what it has read, and has nothing else
/// to do, lends the knowledge that it does so to its node: the lock that finds out whom a change concerns then begins and ends its
/// passes, too. Whoever wants to look at the observation takes it back first.
///
/// One change leads to several passes, which have the thread, the task and what encloses them in common. So does this value, which
/// is made when the first of them begins. It lives on the stack of the thread that makes the change.
@safe
struct LentPasses {
  private let reading: UnsafeMutablePointer<GraphReading>
  private let collecting: Tracking.Collecting

  /// What a pass has left.
  struct End {
    private let reading: GraphReading.Ending
    /// Whether there is nothing more to do than to end the reading in the graph.
    private let isSteady: Bool
    /// Whether the pass has read the same as the one before, too.
    private let hasNothingLeft: Bool

    @inline(__always)
    fileprivate init(_ reading: GraphReading.Ending, isSteady: Bool) {
      self.reading = reading
      self.isSteady = isSteady
      hasNothingLeft = isSteady && reading.isAsBefore
    }

    /// Ends the pass in the graph. Called with the lock.
    ///
    /// - Returns: False where the observation has something left to do: see ``LentPasses/finish(_:)``.
    @inline(__always)
    func apply(to node: GraphNode, in graph: DependencyGraph) -> Bool {
      if hasNothingLeft, node.endLentPass() { return true }
      reading.apply(to: node, in: graph)
      return isSteady && !node.hasChangedItsValues && node.letGoOfLent()
    }

  }

  /// Runs `body`, which runs passes one after the other. The name is nil where whoever makes the report has said what encloses it.
  static func run<Result>(inside keyPath: UncountedKeyPath?, _ body: (LentPasses) -> Result) -> Result {
    guard let keyPath else { return run(body) }
    return EnclosingChange.run(ofOwn: keyPath) { run(body) }
  }

  @inline(__always)
  private static func run<Result>(_ body: (LentPasses) -> Result) -> Result {
    let outer = unsafe ob_pass_current()
    unsafe ob_pass_set(ob_pass(observation: nil, task: ob_current_task(), depth: outer.depth + 1))
    defer { unsafe ob_pass_set(outer) }
    if unsafe outer.observation != nil { Tracking.registerReadsSoFar() }
    let result = Tracking.collectSeveral { collecting in
      unsafe GraphReading.runSeveral { unsafe body(LentPasses(reading: $0, collecting: collecting)) }
    }
    UnreadDetachedValues.retire()
    return result
  }

  /// Runs a pass; its reader has begun to read in the graph, and is kept alive by ``GraphNode/isHeld``.
  @inline(__always)
  func run(_ node: GraphNode) -> End {
    CurrentPass.enter(node)
    unsafe reading.pointee.start(node)
    let isSteady = withObservation(of: node) { unsafe $0.runLentPass(reading.pointee.id, self) }
    // No code of others runs before the next pass begins, or all are over.
    return unsafe End(reading.pointee.ending, isSteady: isSteady)
  }

  /// Whether derived values have come out differently, and a pass has to run.
  func check(_ node: GraphNode) -> Bool {
    CurrentPass.enter(node)
    unsafe reading.pointee.rest()
    collecting.rest()
    return DerivedClaims.run { unsafe DerivedUpdates(reading, collecting, $0).hasChanged(node) }
  }

  /// Runs what is tracked; what it has read of models of the standard library is registered.
  @inline(__always)
  func track<Observer: DependencyObserver>(
    for reader: GraphNode,
    as type: Observer.Type,
    _ body: () -> Void
  ) -> PlatformDependencies? {
    collecting.collect(for: reader, as: type, body)
  }

  // MARK: Around them

  /// What is known of where the current code runs: asked for once, as long as that code doesn't return.
  struct Place {
    private var executor = ExecutorIdentity.Known()
    private let mayNest = CurrentPass.mayNest

    /// Whether a pass of this reader, which has lent its state, may run here.
    @inline(__always)
    mutating func mayRun(_ node: GraphNode) -> Bool {
      mayNest && withObservation(of: node) { executor.isCurrent($0.executorMark) }
    }
  }

  /// A pass is over, and either has left something to do, or the observation's state has been taken back.
  static func finish(_ node: GraphNode) {
    // Retained: the node may let go of it meanwhile.
    let observation = withObservation(of: node) { $0 }
    // From here on the pass is one that the state knows of. That may be lent anew when the pass ends: then nothing must be held any more.
    observation.takeBack()
    let retired = unsafe Graph.withLock(of: node) { graph in
      node.isHeld = false
      return unsafe graph.takeRetiredOwner(of: node)
    }
    observation.finishLentPass()
    unsafe retired?.release()
  }

  // MARK: A change of what only one observation depends on

  /// Begins the pass that a change leads to, if that is all it leads to. Called with the lock.
  ///
  /// - Returns: The one reader of what has changed.
  @inline(__always)
  static func beginOnlyOne(of source: GraphNode, _ bits: UInt64, in domain: GraphDomain) -> GraphNode? {
    var here = Place()
    guard let reader = DependencyGraph(domain: domain).onlyReader(of: source, bits), reader.isLent,
      here.mayRun(reader), reader.beginLentPass()
    else { return nil }
    return reader
  }

  /// Runs a pass that has begun.
  @inline(__always)
  static func run(_ node: GraphNode, inside keyPath: UncountedKeyPath) {
    let isOver = EnclosingChange.run(ofOwn: keyPath) {
      run { passes in
        let end = passes.run(node)
        return Graph.withLock(of: node) { end.apply(to: node, in: $0) }
      }
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
