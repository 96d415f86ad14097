import Observation
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

@Suite struct GraphDomainTests {
  @Test func lockIsHeldByOneThreadAtATimeAndWakesAllWhoWait() async {
    let (threadCount, count) = (8, Stress.rounds(brief: 20_000, full: 200_000))
    let domain = GraphDomain.take()
    // Guarded by the domain's lock.
    nonisolated(unsafe) var total = 0
    await Thread.run(threadCount) { _ in
      for turn in 0..<count {
        domain.lock()
        unsafe total += 1
        // Long enough for others to go to sleep.
        if turn % 100 == 0 { Thread.yield() }
        domain.unlock()
      }
    }
    domain.lock()
    unsafe #expect(total == threadCount * count)
    domain.unlock()
    domain.putBack()
  }

  // MARK: Merged domains

  /// The number of domains on the way from a node to the domain whose lock guards the node.
  private func wayLength(from node: GraphNode?) -> Int {
    var (length, next) = (0, node?.domain?.parent)
    while let domain = next { (length, next) = (length + 1, domain.parent) }
    return length
  }

  private func node(of cell: Cell) -> GraphNode? { GraphNode(at: cell.registrar.word.load(ordering: .acquiring)) }

  /// A node's former domain returns to its pool once the node points to the root. A thread that has just taken the
  /// former domain's lock must not mistake this domain for the node's own.
  @Test func nodeOfAReturnedDomainIsLockedByItsRoot() async {
    let wrongCount = Atomic(0)
    for _ in 0..<Stress.rounds(brief: 2, full: 20) {
      let groups = (0..<20_000).map { _ in
        let group = (0..<3).map { _ in GraphNode.take() }
        Graph.withLock(connecting: group[0], group[1]) { _ in }
        Graph.withLock(of: group[2]) { _ in }
        // Now the domain of the first two points to the third's. The second still points to the domain of the two.
        Graph.withLock(connecting: group[0], group[2]) { _ in }
        return group
      }
      await Thread.run(8) { _ in
        for group in groups where !Graph.withLock(of: group[1], { $0.isMine(group[1]) }) {
          wrongCount.add(1, ordering: .relaxed)
        }
      }
      for node in groups.joined() { Graph.putBack(node) }
    }
    #expect(wrongCount.load(ordering: .relaxed) == 0)
  }

  @Test(arguments: [0, 1, 100]) @MainActor func shortLivedValuesLeaveNoDomains(observers count: Int) {
    let cell = Cell()
    let tokens = (0..<count).map { _ in withPortableContinuousObservation { _ in _ = cell.x } }
    for _ in 0..<1_000 { #expect(DerivedValue { cell.x * 2 }.value == 0) }
    #expect(wayLength(from: node(of: cell)) < 3)
    for token in tokens { token.cancel() }
  }

  @Test @MainActor func derivedPropertiesOfShortLivedModelsLeaveNoDomains() {
    let cell = Cell()
    for _ in 0..<1_000 {
      let row = Row(cell)
      #expect(row.twice == 0)
    }
    #expect(wayLength(from: node(of: cell)) < 3)
  }

  private final class Row: Observable {
    private let registrar = ModelRegistrar()
    private let cell: Cell

    init(_ cell: Cell) { self.cell = cell }

    var twice: Int { registrar.derived(self, \.twice) { cell.x * 2 } }
  }

  /// A node that is idle meanwhile doesn't shorten its way.
  @Test(arguments: 1...6) @MainActor func shortLivedGroupsLengthenNoWays(size: Int) {
    let cell = Cell()
    let idle = (0..<10).map { _ in Cell() }
    let token = withPortableContinuousObservation { _ in for other in idle { _ = other.x } }
    let bridge = withPortableContinuousObservation { _ in _ = (idle[0].x, cell.x) }
    for _ in 0..<1_000 {
      // The cells are connected with each other before the connection with the long-lived observation.
      let group = (0..<size).map { _ in Cell() }
      let sum = DerivedValue { group.reduce(0) { $0 + $1.x } }
      _ = sum.value
      _ = DerivedValue { sum.value + cell.x }.value
    }
    for other in idle + [cell] { #expect(wayLength(from: node(of: other)) <= 8) }
    token.cancel()
    bridge.cancel()
  }

  /// Each of the models is connected with another node before the long-lived observation reads the model.
  @Test @MainActor func newModelsLengthenNoWays() {
    let (selector, idle) = (Cell(), Cell())
    var new = Cell()
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      _ = selector.x == 0 ? idle.x : new.x
    }
    for number in 1...1_000 {
      new = Cell()
      let other = withPortableContinuousObservation { _ in _ = new.x }
      selector.x = number
      other.cancel()
    }
    #expect(wayLength(from: node(of: idle)) <= 10)
    token.cancel()
  }
}
