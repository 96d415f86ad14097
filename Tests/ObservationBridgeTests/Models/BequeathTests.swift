import Testing

@testable import ObservationBridge

/// What becomes of the readers of a derived value that is over, without models and observations.
@Suite struct BequeathTests {
  private final class Reader: GraphOwner, @unchecked Sendable {
    init(_ role: GraphNode.Role) {
      super.init(role, startNumber: role == .observer ? .next() : .none, needsWillSet: false)
      join()
    }
  }

  /// How a reader stands to the value when that ends.
  enum Case: CaseIterable {
    case hasReadTheCurrentValue
    case hasReadAFormerValue
    case valueHasChanged
    case isLookedAt
    case valueReadsPlainModels
    case runsElsewhere
    case runsHereAndHasReadIt
    case runsHereAndHasYetToReadIt
    case runsHereOutsideItsReading

    var isInherited: Bool { self != .runsElsewhere && self != .runsHereAndHasYetToReadIt }
    var isDirty: Bool {
      [.hasReadAFormerValue, .valueHasChanged, .isLookedAt, .valueReadsPlainModels, .runsElsewhere].contains(self)
    }
    var isDue: Bool { self == .valueReadsPlainModels || self == .runsElsewhere }
    var isReadHere: Bool { self == .runsHereAndHasReadIt || self == .runsHereOutsideItsReading }
  }

  @Test(arguments: Case.allCases, [GraphNode.Role.observer, .derived])
  func readersDependOnWhatTheValueDependedOn(case: Case, role: GraphNode.Role) throws {
    let (value, reader, source) = (Reader(.derived), Reader(role), Graph.makeNode())
    for node in [value.node, reader.node] { node.mark = .clean }
    let edge = try #require(
      Graph.withLock(connecting: value.node, source) { graph in graph.register(value.node, with: source, 1, after: nil)
      }
    )
    edge.seen = 1
    let toValue = try #require(
      Graph.withLock(connecting: reader.node, value.node) { graph in
        graph.register(reader.node, with: value.node, 1, after: nil)
      }
    )
    value.node.setNewVersion()
    (toValue.reading, toValue.versions) = (7, toValue.versions.ofNextReading.noting(value.node.version))
    var reading: UInt?
    switch `case` {
    case .hasReadTheCurrentValue, .valueReadsPlainModels: break
    case .hasReadAFormerValue: value.node.setNewVersion()
    case .valueHasChanged: value.node.mark = .dirty
    case .isLookedAt: reader.node.isChecked = true
    case .runsElsewhere, .runsHereOutsideItsReading: reader.node.isRunning = true
    case .runsHereAndHasReadIt: (reader.node.isRunning, reading) = (true, 7)
    case .runsHereAndHasYetToReadIt: (reader.node.isRunning, reading) = (true, 8)
    }
    var due = GraphDueList()
    let isReadHere = Graph.withLock(of: value.node) { graph in
      graph.bequeath(
        value.node,
        isWhole: `case` != .valueReadsPlainModels,
        by: reading.map { DependencyGraph.Reading(reader: reader.node, id: $0) },
        { _ in `case` == .runsHereOutsideItsReading },
        into: &due
      )
    }
    value.retire()
    #expect(isReadHere == `case`.isReadHere)
    let first = reader.node.firstDependency
    #expect((first?.source == source) == `case`.isInherited)
    if `case` == .runsHereAndHasReadIt { #expect(first?.reading == 7) }
    #expect((reader.node.mark == .dirty) == `case`.isDirty)
    #expect(due.all.map(\.node) == (role == .observer && `case`.isDue ? [reader.node] : []))
    (reader.node.isRunning, reader.node.isChecked) = (false, false)
    reader.retire()
    #expect(source.firstReader == nil)
    Graph.putBack(source)
  }
}
