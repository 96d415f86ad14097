import Testing

@testable import ObservationBridge

/// Detached values, tested in the graph alone, without models and observations.
@Suite struct DetachedValueTests {
  private final class Reader: GraphOwner, @unchecked Sendable {
    init(_ role: GraphNode.Role) {
      super.init()
      makeNode(role, startNumber: role == .observer ? .next() : .none)
      node.mark = .clean
    }
  }

  private func connect(_ reader: GraphNode, to source: GraphNode) throws {
    let link = try #require(
      Graph.withLock(connecting: reader, source) { $0.register(reader, with: source, 1, after: nil) }
    )
    link.seen = 1
    if source.role == .derived { link.versions = link.versions.ofNextReading.noting(source.version) }
  }

  private func hasChanged(_ reader: GraphNode) -> Bool {
    var cursor = DependencyGraph.Cursor()
    reader.mark = .pending
    let step = Graph.withLock(of: reader) { $0.check(reader, after: &cursor) }
    reader.mark = .clean
    switch step {
    case .hasChanged: return true
    case .hasNotChanged: return false
    case .check:
      Issue.record("It would be computed.")
      return false
    }
  }

  @Test func detachedValueThatIsReadStillFollowsItsSources() throws {
    let (source, value, reader) = (GraphNode.take(), Reader(.derived), Reader(.observer))
    value.node.setNewVersion()
    try connect(value.node, to: source)
    try connect(reader.node, to: value.node)
    #expect(Graph.withLock(of: value.node) { $0.detached(value.node) })
    #expect(!hasChanged(reader.node))
    var due = GraphDueList()
    Graph.withLock(of: source) { $0.mark(source, 1, by: nil, into: &due) }
    #expect(due.all.map(\.node) == [reader.node])
    #expect(hasChanged(reader.node))
    reader.node.retire()
    #expect(value.node[.isRetired])
    #expect(source.firstReader == nil)
    Graph.putBack(source)
  }

  @Test func aDetachedValueThatIsNotReadIsReleased() throws {
    let (source, value) = (GraphNode.take(), Reader(.derived))
    try connect(value.node, to: source)
    #expect(!Graph.withLock(of: value.node) { $0.detached(value.node) })
    value.node.retire()
    #expect(source.firstReader == nil)
    Graph.putBack(source)
  }

  @Test func longChainOfThemGoesWithItsReader() throws {
    let source = GraphNode.take()
    let values = (0..<100_000).map { _ in Reader(.derived) }
    for (value, read) in zip(values, [source] + values.dropLast().map(\.node)) { try connect(value.node, to: read) }
    let (reader, last) = (Reader(.observer), try #require(values.last))
    try connect(reader.node, to: last.node)
    for value in values { #expect(Graph.withLock(of: value.node) { $0.detached(value.node) }) }
    reader.node.retire()
    #expect(values.allSatisfy { $0.node[.isRetired] })
    #expect(source.firstReader == nil)
    Graph.putBack(source)
  }
}
