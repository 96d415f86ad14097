import CObservationRuntime

/// Brings derived values up to date, one after the other, on one thread.
///
/// Checks run under the graph's lock; user code runs without it. A reader's values are brought up to date in the order
/// in which it has read them, until one differs. A chain of values is walked down and up again in one loop, not by
/// recursion.
@safe
struct DerivedUpdates {
  private let reading: StackReference<GraphReading>
  /// Nil if each computation has to be tracked on its own.
  private let collecting: Tracking.Collecting?
  let claims: DerivedClaims

  init(
    _ reading: StackReference<GraphReading>,
    _ collecting: Tracking.Collecting?,
    _ claims: DerivedClaims
  ) {
    self.reading = reading
    self.collecting = collecting
    self.claims = claims
  }

  /// Runs `body`, which brings values up to date.
  @inline(__always)
  static func run<Result>(_ body: (DerivedUpdates) -> Result) -> Result {
    let result = DerivedClaims.run { claims in
      GraphReading.runSeveral { reading in
        if !Tracking.mayCollect { return body(DerivedUpdates(reading, nil, claims)) }
        return Tracking.collectInBetween { body(DerivedUpdates(reading, $0, claims)) }
      }
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

  /// Whether a dependency of a reader has changed. Called with the lock, which is released in between.
  func hasChanged(_ reader: GraphNode, _ domain: inout GraphDomain) -> Bool {
    // Earlier claims of this thread belong to outer calls.
    let count = claims.count
    var node = reader
    var cursor = DependencyGraph.Cursor()
    while true {
      switch DependencyGraph(domain: domain).check(node, after: &cursor) {
      case .check(let value):
        claims.add(value, at: cursor)
        (node, cursor) = (value, DependencyGraph.Cursor())
        continue
      case .hasChanged:
        if node == reader { return true }
        compute(node, &domain)
      case .hasNotChanged:
        if node == reader { return false }
      }
      cursor = claims.removeLast()
      let parent = claims.count > count ? claims.last ?? reader : reader
      if DependencyGraph(domain: domain).endClaim(of: node) {
        unlock(domain, cleaningUpAfter: node)
        domain = Graph.lock(parent)
      }
      node = parent
    }
  }

  /// Claims a value for this thread; `kind` is its current kind. Returns false if a thread has claimed it already.
  /// Called with the lock.
  @inline(__always)
  func claim(_ node: GraphNode, _ kind: GraphNode.Kind, in domain: GraphDomain) -> Bool {
    guard DependencyGraph(domain: domain).claim(node, kind) else { return false }
    claims.add(node)
    return true
  }

  /// Ends a claim made by ``claim(_:_:in:)``.
  ///
  /// - Returns: The work to do without the lock, if any.
  @inline(__always)
  func endLastClaim(of node: GraphNode, in domain: GraphDomain) -> DerivedCleanup? {
    claims.removeLast()
    return endClaim(of: node, in: domain)
  }

  /// Ends the claim of this thread on a value. Called with the lock.
  ///
  /// - Returns: The work to do without the lock, if any.
  @inline(__always)
  private func endClaim(of node: GraphNode, in domain: GraphDomain) -> DerivedCleanup? {
    DependencyGraph(domain: domain).endClaim(of: node) ? cleanup(of: node, in: domain) : nil
  }

  private func cleanup(of node: GraphNode, in domain: GraphDomain) -> DerivedCleanup? {
    withValue(of: node) { $0.cleanup(in: domain) }
  }

  /// Unlocks, and does the work left after a claim. Not inlined: all references are released when this returns, before
  /// the caller takes another lock.
  @inline(never)
  private func unlock(_ domain: GraphDomain, cleaningUpAfter node: GraphNode) {
    let cleanup = cleanup(of: node, in: domain)
    domain.unlock()
    end(cleanup)
  }

  /// Does the work left after a claim. Called without the lock.
  func end(_ cleanup: DerivedCleanup?) {
    guard let cleanup else { return }
    rest()
    cleanup.end()
  }

  /// Ends the current reading before user code may run.
  private func rest() {
    reading.value.rest()
    collecting?.rest()
  }

  /// Fails because a value depends on itself.
  func failForCycle(of node: GraphNode) -> Never {
    // The values that are computed inside this one, each of which reads the next.
    let inside = GraphReading.computedValues.prefix { $0 != node }.reversed()
    let cycle = [node] + inside + [node]
    let chain = cycle.map { withValue(of: $0, \.title) }.joined(separator: " → ")
    // Release builds print the message of `fatalError`, too.
    withValue(of: node) { fatalError("\($0.name) depends on itself: \(chain). Remove the cycle.") }
  }

  /// Computes a value that this thread has claimed. Called with the lock, which is released in between.
  @inline(__always)
  func compute(_ node: GraphNode, _ domain: inout GraphDomain) {
    if !computeAtOnce(node, &domain) { computeWithCare(node, &domain) }
  }

  /// Computes a value with a closure of its own and without dependencies on standard models. Returns false for any
  /// other value.
  @inline(__always)
  private func computeAtOnce(_ node: GraphNode, _ domain: inout GraphDomain) -> Bool {
    guard let collecting else { return false }
    return withValue(of: node) { value in
      if value.platform != nil || value.computation.isNone { return false }
      begin(node, in: domain)
      domain.unlock()
      reading.value.start(node)
      var differs = false
      let platform = CurrentComputation.run(of: value) {
        collecting.collect(for: node, as: DerivedNode.self) {
          // The claim keeps the value alive.
          differs = value.computation.withHolder { $0(value) }
        }
      }
      let ending = reading.value.ending
      // Consumed: if it's nil, as mostly, nothing is released.
      if let platform = consume platform {
        rest()
        value.setPlatform(platform)
      }
      domain = Graph.lock(node)
      let graph = DependencyGraph(domain: domain)
      ending.apply(to: node, in: graph)
      graph.end(node, differs: differs)
      return true
    }
  }

  @inline(__always)
  private func begin(_ node: GraphNode, in domain: GraphDomain) {
    if node.beginToCompute() { DependencyGraph(domain: domain).unmarkLinks(of: node) }
  }

  @inline(never)
  private func computeWithCare(_ node: GraphNode, _ domain: inout GraphDomain) {
    withValue(of: node) { value in
      if value.computation.isNone {
        domain.unlock()
        rest()
        let isComputed = value.recompute()
        domain = Graph.lock(node)
        // Readers of the value count it as changed: they find its new state when they run.
        if !isComputed { DependencyGraph(domain: domain).end(node, differs: true) }
        return
      }
      compute(value, &domain) { value.computation.withHolder { $0(value) } }
    }
  }

  /// Computes a value with this closure instead of its own.
  @inline(__always)
  func compute(_ node: GraphNode, _ domain: inout GraphDomain, by computeAndKeep: () -> Bool) {
    withValue(of: node) { compute($0, &domain, computeAndKeep) }
  }

  @inline(__always)
  private func compute(_ value: DerivedNode, _ domain: inout GraphDomain, _ computeAndKeep: () -> Bool) {
    let node = value.node
    begin(node, in: domain)
    var previous = value.platform
    domain.unlock()
    // A value with registrations is tracked on its own, outside of the collection.
    if previous != nil { rest() }
    var differs = false
    reading.value.start(node)
    var new = CurrentComputation.run(of: value) {
      if let collecting, previous == nil {
        collecting.collect(for: node, as: DerivedNode.self) { differs = computeAndKeep() }
      } else {
        Tracking.trackPlatform(for: value, replacing: previous, after: .of(node)) { differs = computeAndKeep() }
      }
    }
    let ending = reading.value.ending
    if new !== previous {
      rest()
      value.setPlatform(new)
    }
    // Released before the lock is taken.
    (previous, new) = (nil, nil)
    domain = Graph.lock(node)
    let graph = DependencyGraph(domain: domain)
    ending.apply(to: node, in: graph)
    graph.end(node, differs: differs)
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
