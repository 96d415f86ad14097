import CObservationRuntime

/// Brings derived values up to date, one after the other, on one thread. Checks run under the graph's lock; user code
/// runs without it. A reader's values are brought up to date in the order in which it has read them, until one differs.
/// A chain of values is walked down and up again in one loop, not by recursion.
@safe
struct DerivedUpdates {
  let reading: StackReference<GraphReading>
  let claims: DerivedClaim.Stack

  @inline(__always)
  static func run<Result>(_ body: (DerivedUpdates) -> Result) -> Result {
    let result = DerivedClaim.run { claims in
      GraphReading.runSeveral { body(DerivedUpdates(reading: $0, claims: claims)) }
    }
    UnreadDetachedValues.retire()
    return result
  }

  /// Whether a dependency of a reader has changed. This thread is about to run the reader.
  func hasChanged(_ reader: GraphNode) -> Bool {
    var domain = Graph.lock(reader)
    defer { domain.unlock() }
    return hasChanged(reader, &domain)
  }

  /// Whether a dependency of a reader has changed. Called with the lock, released in between.
  func hasChanged(_ reader: GraphNode, _ domain: inout GraphDomain) -> Bool {
    var node = reader
    var cursor = DependencyGraph.Cursor()
    while true {
      switch DependencyGraph(domain: domain).check(node, after: &cursor) {
      case .check(let value):
        claims.value.add(DerivedClaim(value: value, reader: node, cursor: cursor))
        (node, cursor) = (value, DependencyGraph.Cursor())
        continue
      case .hasChanged:
        if node == reader { return true }
        compute(node, &domain)
      case .hasNotChanged:
        if node == reader { return false }
      }
      guard let claim = claims.value.removeLast() else { preconditionFailure("A claim has been removed already.") }
      if node.endClaim() {
        unlock(domain, cleaningUpAfter: node)
        domain = Graph.lock(claim.reader)
      }
      (node, cursor) = (claim.reader, claim.cursor)
    }
  }

  /// Claims a value with these flags for this thread. Returns false if it is claimed already. Called with the lock.
  @inline(__always)
  func claim(_ node: GraphNode, _ flags: GraphNode.State, in domain: GraphDomain) -> Bool {
    guard DependencyGraph(domain: domain).claim(node, flags) else { return false }
    claims.value.add(DerivedClaim(value: node, reader: node))
    return true
  }

  /// Ends a claim made by ``claim(_:_:in:)``. Called with the lock. Returns the work to do without the lock, if any.
  @inline(__always)
  func endLastClaim(of node: GraphNode, in domain: GraphDomain) -> DerivedCleanup? {
    _ = claims.value.removeLast()
    return node.endClaim() ? cleanup(of: node, in: domain) : nil
  }

  private func cleanup(of node: GraphNode, in domain: GraphDomain) -> DerivedCleanup? {
    withValue(of: node) { $0.cleanup(in: domain) }
  }

  /// Unlocks, and does the work left after a claim. Not inlined, so that it releases all references before it returns.
  @inline(never)
  private func unlock(_ domain: GraphDomain, cleaningUpAfter node: GraphNode) {
    let cleanup = cleanup(of: node, in: domain)
    domain.unlock()
    end(cleanup)
  }

  /// Does the work left after a claim. Called without the lock.
  func end(_ cleanup: DerivedCleanup?) {
    guard let cleanup else { return }
    // Before user code may run.
    reading.value.rest()
    cleanup.end()
  }

  func failForCycle(of node: GraphNode) -> Never {
    // The values being computed inside, each for the one before.
    let inside = GraphReading.computedValues.prefix { $0 != node }.reversed()
    let cycle = [node] + inside + [node]
    let chain = cycle.map { withValue(of: $0, \.title) }.joined(separator: " → ")
    // Release builds print the message of `fatalError`, too.
    withValue(of: node) { fatalError("\($0.name) depends on itself: \(chain). Remove the cycle.") }
  }

  /// Computes a value claimed by this thread. Called with the lock, released in between.
  @inline(__always)
  func compute(_ node: GraphNode, _ domain: inout GraphDomain) {
    withValue(of: node) { value in
      if value.computation.isNone { return recompute(value, node, &domain) }
      // The claim keeps the value alive.
      track(value, node, &domain) { value.computation.withHolder { $0.computeAndKeep(value) } }
    }
  }

  /// Computes a value without a closure of its own.
  @inline(never)
  private func recompute(_ value: DerivedNode, _ node: GraphNode, _ domain: inout GraphDomain) {
    domain.unlock()
    reading.value.rest()
    let isComputed = value.recompute()
    domain = Graph.lock(node)
    // Readers of the value count it as changed: they find its new state when they run.
    if !isComputed { node.setNewVersion() }
  }

  /// Computes a value with this closure instead of its own.
  @inline(__always)
  func compute(_ node: GraphNode, _ domain: inout GraphDomain, by computeAndKeep: () -> Bool) {
    withValue(of: node) { track($0, node, &domain, computeAndKeep) }
  }

  /// Runs `compute`, which returns whether the value differs. Called with the lock, released in between.
  @inline(__always)
  private func track(_ value: DerivedNode, _ node: GraphNode, _ domain: inout GraphDomain, _ compute: () -> Bool) {
    if node.beginToCompute() { DependencyGraph(domain: domain).unmarkLinks(of: node) }
    let hasRegistrations = value.platform != nil
    domain.unlock()
    reading.value.start(node)
    var differs = false
    let platform = CurrentComputation.run(of: value) {
      Tracking.trackPlatform(of: node, replacing: hasRegistrations ? value.knownPlatform : nil) { differs = compute() }
    }
    let ending = reading.value.ending
    // Consumed: if it's nil, as mostly, nothing is released.
    if let platform = consume platform {
      reading.value.rest()
      value.setPlatform(platform)
    } else if hasRegistrations {
      reading.value.rest()
      value.setPlatform(nil)
    }
    domain = Graph.lock(node)
    ending.apply(to: node, in: DependencyGraph(domain: domain))
    // Readers that have noted another version find the difference in their next check.
    if differs { node.setNewVersion() }
  }

  @inline(__always)
  private func withValue<Result>(of node: GraphNode, _ body: (DerivedNode) -> Result) -> Result {
    guard let owner = unsafe node.owner else {
      preconditionFailure("A derived value was deallocated while it was computed.")
    }
    // Only derived values are claimed, and a claim keeps its value alive.
    return unsafe owner._withUnsafeGuaranteedRef { unsafe body(unsafeDowncast($0, to: DerivedNode.self)) }
  }
}

/// A derived value claimed by a thread. The claims are a stack: each was made for the one below, or for a read.
struct DerivedClaim: BitwiseCopyable {
  typealias Stack = StackReference<GraphQueue<DerivedClaim>>

  let value: GraphNode
  /// The reader that is being checked; the value itself if it was claimed for a read.
  let reader: GraphNode
  /// How far the check of the reader had come: at its dependency on this value.
  var cursor = DependencyGraph.Cursor()

  @inline(__always)
  static func run<Result>(_ body: (Stack) -> Result) -> Result {
    if let known = ofThread.current { return body(known) }
    return GraphQueue<DerivedClaim>.run { stack in
      StackReference.with(&stack) { stack in ofThread.run(at: stack) { body(stack) } }
    }
  }

  static var count: Int { ofThread.current?.value.count ?? 0 }

  /// Whether a value is among the first `count` claims of this thread.
  static func isOfThread(_ value: GraphNode, amongFirst count: Int = .max) -> Bool {
    value[.isHeld] && ofThread.current?.value.contains(amongFirst: count) { $0.value == value } == true
  }

  @inline(__always)
  private static var ofThread: ThreadPointer<GraphQueue<DerivedClaim>> { ThreadPointer(pointer: ob_current_claims) }
}
