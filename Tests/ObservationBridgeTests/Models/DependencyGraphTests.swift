import Testing

@testable import ObservationBridge

/// The rules of ``DependencyGraph``, without models and observations.
@Suite struct DependencyGraphTests {
  private final class Reader: GraphOwner, @unchecked Sendable {
    init(_ role: GraphNode.Role, startNumber: StartNumber = .next(), needsWillSet: Bool = false) {
      super.init()
      makeNode(role, startNumber: startNumber, needsWillSet: needsWillSet)
    }
  }

  private let source = GraphNode.take()

  /// One reading of `reader`, of these properties of these sources.
  private func read(_ reader: GraphOwner, _ reads: [(GraphNode, UInt64)]) {
    GraphReading.run(for: reader) {
      for (source, bits) in reads {
        if source.role == .derived {
          GraphReading.current?.value.read(source)
        } else {
          GraphReading.current?.value.read(source.address, bits)
        }
      }
    }
  }

  private func links(of reader: GraphOwner) -> [GraphLink] {
    var links: [GraphLink] = []
    var next = reader.node.firstDependency
    while let link = next {
      links.append(link)
      next = link.nextDependency
    }
    return links
  }

  private func marked(_ bits: UInt64) -> [GraphDue] {
    Graph.withLock(of: source) { graph in
      var list = GraphDueList()
      graph.mark(source, bits, by: nil, into: &list)
      var due: [GraphDue] = []
      while let next = list.next {
        due.append(next)
        list.removeNext()
      }
      return due
    }
  }

  private func end(_ readers: GraphOwner...) {
    for reader in readers { reader.node.retire() }
    Graph.putBack(source)
  }

  @Test(
    arguments: [
      (read: 0b01, changed: 0b01, isDue: true),
      (read: 0b01, changed: 0b10, isDue: false),
      (read: 0b11, changed: 0b10, isDue: true),
    ] as [(UInt64, UInt64, Bool)]
  )
  func changeNotifiesReadersOfTheProperty(read: UInt64, changed: UInt64, isDue: Bool) {
    let reader = Reader(.observer)
    self.read(reader, [(source, read)])
    let due = marked(changed)
    #expect(due.map(\.node) == (isDue ? [reader.node] : []))
    #expect(reader.node.mark == (isDue ? .dirty : .clean))
    end(reader)
  }

  @Test func observersAreNotifiedInTheOrderInWhichTheyWereStarted() {
    let (derived, readers) = (Reader(.derived), (0..<5).map { _ in Reader(.observer) })
    read(derived, [(source, 1)])
    // The readers in the middle depend on the source through a derived value.
    for index in [3, 0, 4, 1, 2] { read(readers[index], [(1...2 ~= index ? derived.node : source, 1)]) }
    let due = marked(1)
    #expect(due.map(\.node) == readers.map(\.node))
    #expect(due.map(\.source) == [.model, .derived, .derived, .model, .model])
    for reader in readers { reader.node.retire() }
    end(derived)
  }

  @Test func dueListIsInTheOrderOfTheStartHoweverItWasFilled() {
    let readers = (0..<4).map { _ in Reader(.observer) }
    // Derived values have no start number: they follow the observers, in the order in which the walk has found them.
    let values = (0..<2).map { _ in Reader(.derived) }
    let inOrder = (readers + values).map(\.node)
    for order in permutations(of: Array(inOrder.indices)) {
      var list = GraphDueList()
      for index in order { list.append(GraphDue(inOrder[index], from: .model)) }
      list.sort()
      let sorted = list.all.map(\.node)
      let valuesAsFound = order.filter { $0 >= readers.count }.map { inOrder[$0] }
      #expect(sorted == readers.map(\.node) + valuesAsFound, "\(order)")
    }
    end(readers[0], readers[1], readers[2], readers[3], values[0], values[1])
  }

  /// A node stores only the last digits of its index in the list.
  @Test func observationIsAddedOnceHoweverLongTheListIs() {
    let readers = (0..<70_000).map { _ in Reader(.observer) }
    var list = GraphDueList()
    var added = 0
    for _ in 0..<2 {
      for reader in readers where list.appendOnce(reader.node, from: .model) { added += 1 }
    }
    #expect(added == readers.count)
    #expect(list.all.count == readers.count)
    // An index left from another list doesn't count.
    var other = GraphDueList()
    for reader in readers.reversed().prefix(100) {
      let isNew = [other.appendOnce(reader.node, from: .model), other.appendOnce(reader.node, from: .derived)]
      #expect(isNew == [true, false])
    }
    for reader in readers { reader.node.retire() }
    end()
  }

  /// At the end of a transaction.
  @Test func observationsAreKeptOnceInOrderAndDerivedValuesGivenBack() {
    let readers = (0..<3).map { _ in Reader(.observer) }
    let value = Reader(.derived)
    // By their places: the last one is the derived value.
    let nodes = (readers + [value]).map(\.node)
    let fillings = [[], [1], [3], [3, 1], [1, 3], [2, 0, 1], [1, 1], [0, 1, 2, 0, 1, 2], [3, 2, 3, 2, 1, 0, 3]]
    for filling in fillings {
      var list = GraphDueList()
      for place in filling { list.append(GraphDue(nodes[place], from: .derived)) }
      let others = list.keepObservers().map(\.node)
      #expect(others == filling.filter { $0 == 3 }.map { nodes[$0] }, "\(filling)")
      let isEmpty = list.isEmpty
      let kept = list.all.map(\.node)
      #expect(kept == Set(filling).subtracting([3]).sorted().map { nodes[$0] }, "\(filling)")
      #expect(isEmpty == kept.isEmpty)
      // The list is empty after `take()`, and can be filled again.
      var taken = list.take()
      let isLeft = !list.isEmpty
      #expect(!isLeft)
      swap(&list, &taken)
      for place in [2, 1] { list.append(GraphDue(nodes[place], from: .derived)) }
      list.sort()
      let all = list.all.map(\.startNumber)
      #expect(all == all.sorted() && all.count == kept.count + 2, "\(filling)")
    }
    end(readers[0], readers[1], readers[2], value)
  }

  private func permutations(of elements: [Int]) -> [[Int]] {
    if elements.isEmpty { return [[]] }
    return elements.flatMap { first in permutations(of: elements.filter { $0 != first }).map { [first] + $0 } }
  }

  @Test func readingAPropertyAgainRegistersNothing() {
    let (other, reader) = (GraphNode.take(), Reader(.observer))
    read(reader, [(source, 1), (other, 1), (source, 1), (source, 2), (other, 1)])
    let first = links(of: reader)
    #expect(first.map(\.source) == [source, other])
    read(reader, [(source, 1), (other, 1), (source, 1), (source, 2), (other, 1)])
    #expect(links(of: reader) == first)
    end(reader)
    Graph.putBack(other)
  }

  @Test func propertiesReadAlternatelyAreOneDependencyEach() {
    // With 100 nodes some share a slot of the memory for recent links.
    let (nodes, reader) = ((0..<100).map { _ in GraphNode.take() }, Reader(.observer))
    for _ in 0..<2 {
      read(reader, (0..<3).flatMap { _ in nodes.map { ($0, 1) } })
      #expect(links(of: reader).map(\.source) == nodes)
    }
    end(reader)
    for node in nodes { Graph.putBack(node) }
  }

  @Test func whatOtherReadingsReadInBetweenChangesNothing() {
    let (nodes, derived, reader) = ((0..<100).map { _ in GraphNode.take() }, Reader(.derived), Reader(.observer))
    GraphReading.run(for: reader) {
      GraphReading.current?.value.read(source.address, 1)
      GraphReading.current?.value.read(derived.node)
      read(derived, ([source] + nodes).map { ($0, 1) })
      GraphReading.current?.value.note(7, of: derived.node)
      GraphReading.current?.value.read(source.address, 1)
    }
    #expect(links(of: reader).map(\.source) == [source, derived.node])
    #expect(links(of: reader).last?.versions.last == 7)
    end(reader, derived)
    for node in nodes { Graph.putBack(node) }
  }

  @Test func propertyThatIsNoLongerReadIsNoDependency() {
    let (other, reader) = (GraphNode.take(), Reader(.observer))
    read(reader, [(source, 0b11), (other, 1)])
    read(reader, [(source, 0b01)])
    #expect(links(of: reader).map(\.source) == [source])
    #expect(marked(0b10).isEmpty)
    #expect(marked(0b01).count == 1)
    #expect(other.interest == 0)
    end(reader)
    Graph.putBack(other)
  }

  @Test func readInAnotherOrderIsOneDependency() {
    let (other, reader) = (GraphNode.take(), Reader(.observer))
    read(reader, [(source, 1), (other, 1)])
    read(reader, [(other, 1), (source, 1)])
    #expect(links(of: reader).map(\.source) == [other, source])
    #expect(marked(1).map(\.node) == [reader.node])
    end(reader)
    Graph.putBack(other)
  }

  @Test func whatDependsOnADerivedValueIsPending() {
    let (derived, reader) = (Reader(.derived), Reader(.observer))
    read(derived, [(source, 1)])
    read(reader, [(derived.node, 1)])
    let due = marked(1)
    #expect(due.map(\.node) == [reader.node])
    #expect(due.map(\.source) == [.derived])
    #expect(derived.node.mark == .dirty)
    #expect(reader.node.mark == .pending)
    // Observers that are waiting already needn't be notified again.
    #expect(marked(1).isEmpty)
    end(reader, derived)
  }

  @Test func changeReachesAReaderOnceHoweverManyWaysLeadToIt() {
    let (derived, reader) = (Reader(.derived), Reader(.observer))
    read(derived, [(source, 1)])
    read(reader, [(source, 1), (derived.node, 1)])
    #expect(marked(1).map(\.source) == [.model])
    end(reader, derived)
  }

  private func check(_ reader: GraphOwner, after cursor: inout DependencyGraph.Cursor) -> DependencyGraph.Step {
    Graph.withLock(of: reader.node) { graph in
      let step = graph.check(reader.node, after: &cursor)
      if case .check(let value) = step { _ = value.endClaim() }
      return step
    }
  }

  @Test func changeDuringACheckMarksTheReaderAgain() throws {
    var cursor = DependencyGraph.Cursor()
    let (first, second, reader) = (Reader(.derived), Reader(.derived), Reader(.observer))
    for value in [first, second] { read(value, [(source, 1)]) }
    read(reader, [(first.node, 1), (second.node, 1)])
    _ = marked(1)
    for value in [first, second] {
      guard case .check(let node) = check(reader, after: &cursor), node == value.node else {
        Issue.record("What isn't up to date is to be looked at.")
        return
      }
      read(value, [(source, 1)])
      // The reader doesn't wait any more: it has to hear of it.
      if value === first { #expect(marked(1).map(\.node) == [reader.node]) }
    }
    guard case .hasNotChanged = check(reader, after: &cursor) else {
      Issue.record("Both have come out equal.")
      return
    }
    #expect(reader.node.mark == .pending)
    end(reader, first, second)
  }

  @Test func readerIsNotUpToDateWhileItIsLookedAt() {
    var cursor = DependencyGraph.Cursor()
    let (derived, reader) = (Reader(.derived), Reader(.derived))
    read(derived, [(source, 1)])
    read(reader, [(derived.node, 1)])
    #expect(reader.node.isUpToDate)
    _ = marked(1)
    _ = check(reader, after: &cursor)
    #expect(!reader.node.isUpToDate)
    read(derived, [(source, 1)])
    _ = check(reader, after: &cursor)
    #expect(reader.node.isUpToDate)
    end(reader, derived)
  }

  @Test func readerOfAnOlderVersionHasChangedWithoutBeingNotified() {
    var cursor = DependencyGraph.Cursor()
    let (derived, reader) = (Reader(.derived), Reader(.observer))
    read(derived, [(source, 1)])
    read(reader, [(derived.node, 1)])
    derived.node.setNewVersion()
    _ = marked(1)
    read(derived, [(source, 1)])
    guard case .hasChanged = check(reader, after: &cursor) else {
      Issue.record("The reader has read another version.")
      return
    }
    end(reader, derived)
  }

  @Test func endedReaderIsNotNotified() {
    let reader = Reader(.observer)
    read(reader, [(source, 1)])
    reader.node.retire()
    #expect(marked(1).isEmpty)
    #expect(source.interest == 0)
    read(reader, [(source, 1)])
    #expect(links(of: reader).isEmpty)
    Graph.putBack(source)
  }

  @Test func endedReaderOfADerivedValueIsNotNotified() {
    let (derived, reader, other) = (Reader(.derived), Reader(.observer), Reader(.observer))
    read(derived, [(source, 1)])
    for reader in [reader, other] { read(reader, [(derived.node, 1)]) }
    reader.node.retire()
    #expect(marked(1).map(\.node) == [other.node])
    end(derived, other)
  }

  /// A value may be marked before the change is reported, which then finds it marked.
  @Test func valueThatWasPendingIsDirtyOnceWhatItReadsHasChanged() {
    var cursor = DependencyGraph.Cursor()
    let (first, second) = (Reader(.derived), Reader(.derived))
    read(first, [(source, 1)])
    read(second, [(first.node, 1), (source, 2)])
    Graph.withLock(of: source) { $0.markDerivedValues(of: source, 1) }
    #expect(second.node.mark == .pending)
    _ = marked(2)
    #expect(second.node.mark == .dirty)
    // What it has read before that is looked at first.
    #expect(!second.node.isKnownToHaveChanged)
    guard case .check(let node) = check(second, after: &cursor), node == first.node else {
      Issue.record("The first value is to be brought up to date.")
      return
    }
    #expect(!second.node.isUpToDate)
    read(first, [(source, 1)])
    guard case .hasChanged = check(second, after: &cursor) else {
      Issue.record("It has changed in any case.")
      return
    }
    #expect(second.node.mark == .dirty)
    // Reading anew clears both marks.
    read(second, [(first.node, 1), (source, 2)])
    #expect(second.node.mark == .clean)
    #expect(second.node.isUpToDate)
    end(first, second)
  }

  @Test func readerThatIsRetiredWhileItReadsIsKeptUntilItHasRead() {
    weak var kept: Reader?
    do {
      let reader = Reader(.observer)
      kept = reader
      GraphReading.run(for: reader) {
        GraphReading.current?.value.read(source.address, 1)
        reader.node.retire()
        #expect(marked(1).isEmpty)
        GraphReading.current?.value.read(source.address, 1)
      }
    }
    #expect(kept == nil)
    Graph.putBack(source)
  }

  @Test func eachIsKeptOnceAndANodeThatIsAnothersTwice() throws {
    let observer = Reader(.observer)
    var value: Reader? = Reader(.derived)
    var list = GraphDueList()
    let former = try #require(value).node
    for _ in 0..<3 {
      list.append(GraphDue(former, from: .derived))
      list.append(GraphDue(observer.node, from: .derived))
    }
    list.removeDuplicates()
    #expect(list.all.map(\.node) == [observer.node, former])
    value?.node.retire()
    value = nil
    // Usually at the same address in memory.
    let next = Reader(.derived)
    list.append(GraphDue(next.node, from: .derived))
    list.removeDuplicates()
    #expect(list.count == 3 || next.node != former)
    end(observer, next)
  }

  @Test func dueMarkOfAnEndedReaderHasNoOwner() {
    let due: GraphDue
    do {
      let reader = Reader(.observer)
      read(reader, [(source, 1)])
      due = GraphDue(reader.node, from: .model)
      #expect(due.owner === reader)
      reader.node.retire()
    }
    #expect(due.owner == nil)
    // Another reader may have the node now.
    let others = (0..<300).map { _ in Reader(.observer) }
    #expect(due.owner == nil)
    for other in others { other.node.retire() }
    Graph.putBack(source)
  }

  // MARK: Domains

  @Test func unconnectedNodesHaveSeparateLocks() {
    let (other, reader, otherReader) = (GraphNode.take(), Reader(.observer), Reader(.observer))
    read(reader, [(source, 1)])
    read(otherReader, [(other, 1)])
    #expect(source.domain?.root == reader.node.domain?.root)
    #expect(source.domain?.root != other.domain?.root)
    read(reader, [(source, 1), (other, 1)])
    let roots = [source, other, reader.node, otherReader.node].map { $0.domain?.root }
    #expect(roots.allSatisfy { $0 != nil && $0 == roots[0] })
    #expect(marked(1).map(\.node) == [reader.node])
    end(reader, otherReader)
    Graph.putBack(other)
  }

  @Test func changesOfMergedDomainsAreDistinguished() {
    let (other, reader, otherReader) = (GraphNode.take(), Reader(.observer), Reader(.observer))
    read(reader, [(source, 1)])
    read(otherReader, [(other, 1)])
    for _ in 0..<10 { _ = marked(1) }
    read(otherReader, [(other, 1), (source, 1)])
    for _ in 0..<20 { #expect(marked(1).count == 2) }
    end(reader, otherReader)
    Graph.putBack(other)
  }
}
