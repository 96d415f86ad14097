import TestSupport
import Testing

@testable import ObservationMigration

@Suite struct StronglyConnectedComponentsTests {
  @Test(
    arguments: [
      ([:], []),
      (["a": []], [["a"]]),
      (["a": ["a"]], [["a"]]),
      (["a": ["b"], "b": ["c"], "c": []], [["c"], ["b"], ["a"]]),
      (["a": ["b"], "b": ["a"]], [["a", "b"]]),
      // What two lead to comes once, and before both.
      (["a": ["d"], "b": ["d"], "d": []], [["d"], ["a"], ["b"]]),
      // A way back to the second node from behind a side way.
      (["a": ["b"], "b": ["c", "e"], "c": ["d"], "d": ["b"], "e": []], [["e"], ["b", "c", "d"], ["a"]]),
      // Two circles, one of which leads to the other.
      (["a": ["b"], "b": ["a", "c"], "c": ["d"], "d": ["c"]], [["c", "d"], ["a", "b"]]),
    ] as [([String: [String]], [[String]])]
  )
  func nodesThatLeadToEachOtherComeAfterThoseThatTheyLeadTo(graph: [String: [String]], expected: [[String]]) {
    let components = stronglyConnectedComponents(of: graph.keys.sorted()) { graph[$0] ?? [] }
    #expect(components.map { $0.sorted() } == expected)
  }

  @Test func longWaysNeedNoStack() {
    let components = stronglyConnectedComponents(of: Array(0..<200_000)) { $0 < 199_999 ? [$0 + 1] : [] }
    #expect(components.count == 200_000 && components.first == [199_999])
  }

  /// Compared with what can be reached from each node.
  @Test func theyAreThoseOfEveryGraph() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let count = Int.random(in: 1...12, using: &random)
      let graph = (0..<count).map { _ in
        (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 0..<count, using: &random) }
      }
      func reached(from node: Int) -> Set<Int> {
        var seen: Set<Int> = [node]
        var pending = [node]
        while let next = pending.popLast() { pending += graph[next].filter { seen.insert($0).inserted } }
        return seen
      }
      let reach = (0..<count).map { reached(from: $0) }
      let expected = Set((0..<count).map { node in Set(reach[node].filter { reach[$0].contains(node) }) })
      let components = stronglyConnectedComponents(of: Array(0..<count)) { graph[$0] }
      #expect(Set(components.map { Set($0) }) == expected && components.joined().count == count, "\(graph)")
      for (position, component) in components.enumerated() {
        let earlier = Set(components[...position].joined())
        #expect(component.allSatisfy { earlier.isSuperset(of: graph[$0]) }, "\(graph)")
      }
    }
  }
}
