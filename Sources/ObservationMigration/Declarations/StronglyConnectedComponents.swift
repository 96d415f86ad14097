/// Finds the groups of nodes that lead to each other, each group after the groups that it leads to.
///
/// - Complexity: O(nodes + edges)
func stronglyConnectedComponents<Node: Hashable>(of nodes: [Node], successors: (Node) -> [Node]) -> [[Node]] {
  var components: [[Node]] = []
  // The positions of nodes among those without a component; nil once the component is known.
  var indices: [Node: Int?] = [:]
  var unassigned: [Node] = []
  for start in nodes where indices[start] == nil {
    var visits: [Visit<Node>] = []
    func enter(_ node: Node) {
      let index = unassigned.count
      indices[node] = .some(index)
      unassigned.append(node)
      visits.append(Visit(node: node, index: index, lowest: index, successors: successors(node)))
    }
    enter(start)
    while let last = visits.indices.last {
      if let next = visits[last].successors.popLast() {
        switch indices[next] {
        case nil: enter(next)
        case .some(let index?): visits[last].lowest = min(visits[last].lowest, index)
        case .some(nil): break
        }
        continue
      }
      let visit = visits.removeLast()
      if visit.lowest == visit.index {
        let component = Array(unassigned[visit.index...])
        unassigned.removeSubrange(visit.index...)
        for node in component { indices[node] = .some(nil) }
        components.append(component)
      } else if let outer = visits.indices.last {
        visits[outer].lowest = min(visits[outer].lowest, visit.lowest)
      }
    }
  }
  return components
}

/// A node on the current path.
private struct Visit<Node> {
  let node: Node
  /// Its position among the nodes without a component.
  let index: Int
  /// The first position that the node leads back to.
  var lowest: Int
  /// The successors still to be visited.
  var successors: [Node]
}
