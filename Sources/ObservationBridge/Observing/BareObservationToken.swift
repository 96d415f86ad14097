/// The token of an observation that is bare at first: see ``BareObservations``.
// Unchecked: nothing in it changes.
final class BareObservationToken: PortableObservationToken, @unchecked Sendable {
  let node: GraphNode

  init(_ node: GraphNode) {
    self.node = node
  }

  override var observation: any Observing {
    if let object = BareObservations.object(of: node) { return object }
    // It's over, and nothing is left of it.
    let over = ContinuousObservation([], on: nil, PassBody { _ in })
    over.cancel()
    return over
  }

  deinit {
    BareObservations.cancel(node)
    Graph.giveUpToken(of: node)
  }

  override func cancel() {
    BareObservations.cancel(node)
  }

  override var isActive: Bool {
    let (isBare, owner) = Graph.withLock(of: node) { _ in (node.isBare, node.activeOwner) }
    guard let owner else { return false }
    if isBare { return true }
    return unsafe unsafeDowncast(owner, to: ContinuousObservation.self).isActive
  }
}
