/// Notifies the observers of a change. Made without the lock, on the thread that makes the change.
struct ChangeReport {
  enum Timing {
    case afterStore
    /// The change is still to be stored, so derived values can't be computed.
    case beforeStore
    /// Some time after the change, on any thread.
    case recheck
  }

  let moment: PassKind
  /// The changed property. Nil if derived values make the report: then the caller has set the enclosing change.
  let keyPath: UncountedKeyPath?
  var timing = Timing.afterStore

  // MARK: The way through the observers

  /// What to do next, without the lock.
  private enum Step {
    case none
    /// Run a pass that has been begun for the observation.
    case run(GraphNode)
    /// Run a pass if the derived values of the observation have changed. Their check has been begun.
    case check(GraphNode)
    /// Notify the observation that such a pass has ended, and has left something to do.
    case finish(GraphNode)
    /// Notify the observer that was removed from the list last.
    case notify
  }

  /// Marks what depends on changed properties, and notifies the observers. Unlocks the domain of the model.
  func mark(_ node: GraphNode, _ bits: UInt64, in domain: GraphDomain) {
    var due = GraphDueList()
    let graph = DependencyGraph(domain: domain)
    graph.mark(node, bits, by: GraphReading.place, into: &due)
    var here = LentPasses.Place()
    let step = next(&due, &here, in: graph)
    domain.unlock()
    deliver(&due, &here, from: step)
  }

  func deliver(_ due: inout GraphDueList) {
    if let transaction = ObservationTransaction.current { return transaction.deferToEnd(due.take()) }
    var here = LentPasses.Place()
    deliver(&due, &here, from: .none)
  }

  private func deliver(_ due: inout GraphDueList, _ here: inout LentPasses.Place, from first: Step) {
    var step = first
    while true {
      switch step {
      case .run, .check:
        step = LentPasses.run(inside: keyPath) { runLentPasses($0, &due, &here, from: step) }
      case .finish(let node):
        LentPasses.finish(node)
        step = .none
      case .notify:
        if let reader = due.removed { notify(reader) }
        step = .none
      case .none:
        guard let reader = due.next else { return }
        if let next = Graph.withLock(ofAny: reader.node, { next(&due, &here, in: $0) }) {
          step = next
        } else {
          // The observer has ended.
          due.removeNext()
        }
      }
    }
  }

  /// The next step that can begin under the lock of this domain; `none` if there is no such step.
  @inline(__always)
  private func next(
    _ due: inout GraphDueList,
    _ here: inout LentPasses.Place,
    in graph: DependencyGraph
  ) -> Step {
    guard let reader = due.next, reader.node.domain == graph.domain else { return .none }
    due.removeNext()
    let node = reader.node
    guard node.isLent, node.generation == reader.generation, moment == .didSet, timing != .beforeStore,
      here.mayRun(node)
    else { return .notify }
    if !reader.source.isCertain, node.mark != .dirty { return node.holdLent() ? .check(node) : .notify }
    return node.beginLentPass() ? .run(node) : .notify
  }

  // MARK: Passes of observations that have lent their state

  /// Runs lent passes. Returns the first step that isn't one.
  private func runLentPasses(
    _ passes: LentPasses,
    _ due: inout GraphDueList,
    _ here: inout LentPasses.Place,
    from first: Step
  ) -> Step {
    var step = first
    while true {
      switch step {
      case .run(let node):
        let end = passes.run(node)
        step = Graph.withLock(of: node) { graph in
          end.apply(to: node, in: graph) ? next(&due, &here, in: graph) : .finish(node)
        }
      case .check(let node):
        let hasChanged = passes.check(node)
        step = Graph.withLock(of: node) { graph in
          if hasChanged, node.begin() { return .run(node) }
          return node.letGoOfLent() ? next(&due, &here, in: graph) : .finish(node)
        }
      case .none, .finish, .notify:
        return step
      }
    }
  }

  // MARK: All other observers

  /// Notifies an observer without a lent state, or without a pass that can run now.
  func notify(_ reader: GraphDue, mayRunNow: Bool = true) {
    guard let owner = reader.owner else { return }
    if let observer = owner.asObserver {
      // An observation that changes a property it reads may also depend on derived values behind the property.
      if observer.ignoresOwnChanges, observer.isInPass {
        Graph.withLock(of: reader.node) { $0.noteOwnChange(of: reader.node) }
      }
      let mayRunNow = mayRunNow && timing != .beforeStore
      observer.dependencyChanged(moment, mayRunNow: mayRunNow, from: reader.source) { keyPath?.value }
      // The next change may be made on the observation's isolation, where its immediate pass can run.
      if !reader.source.isCertain, observer.options.contains(.immediate) { Graph.notifyAgain(reader) }
    } else if let value = owner.asDerivedValue {
      value.checkForForeignTrackers(timing)
    }
  }
}
