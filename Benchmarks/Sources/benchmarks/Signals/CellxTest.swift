/// Layers of four, each of which has an effect.
struct CellxTest: SignalTest {
  typealias Value = Int

  let layers: Int
  let isLong = true

  var name: String { "cellx, \(layers) layers" }

  func make<Graph: SignalGraph>(_ graph: Graph) -> () -> Void where Graph.Value == Int {
    let sources = [1, 2, 3, 4].map { graph.source($0) }
    var layer = sources
    for _ in 0..<layers {
      let p = layer
      layer = [
        graph.derived(from: [p[1]]) { graph.read(p[1]) },
        graph.derived(from: [p[0], p[2]]) { graph.read(p[0]) &- graph.read(p[2]) },
        graph.derived(from: [p[1], p[3]]) { graph.read(p[1]) &+ graph.read(p[3]) },
        graph.derived(from: [p[2]]) { graph.read(p[2]) },
      ]
      for node in layer { graph.effect(on: [node]) { _ = graph.read(node) } }
    }
    let end = layer
    return {
      graph.batch { for (index, source) in sources.enumerated() { graph.write(index + 1, to: source) } }
      expect(end.map(graph.read), [-3, -6, -2, 2])
      graph.batch { for (index, source) in sources.enumerated() { graph.write(4 - index, to: source) } }
      expect(end.map(graph.read), [-2, -4, 2, 3])
    }
  }
}
