/// Sources, and effects that read one of them or several: made, and then updated.
struct CreationTest: SignalTest {
  typealias Value = Int

  /// How many sources an effect reads.
  let sources: Int
  /// How many effects read each of them.
  let effects: Int
  let updates: Int
  let isLong = true

  static let all = [
    CreationTest(1, 0, updates: 0),
    CreationTest(0, 1, updates: 0), CreationTest(1, 1, updates: 0), CreationTest(2, 1, updates: 0),
    CreationTest(4, 1, updates: 0), CreationTest(1_000, 1, updates: 0), CreationTest(1, 2, updates: 0),
    CreationTest(1, 4, updates: 0), CreationTest(1, 8, updates: 0), CreationTest(1, 1_000, updates: 0),
    CreationTest(1, 1, updates: 400_000), CreationTest(2, 1, updates: 200_000), CreationTest(4, 1, updates: 100_000),
    CreationTest(1_000, 1, updates: 400), CreationTest(1, 2, updates: 100_000), CreationTest(1, 4, updates: 100_000),
    CreationTest(1, 1_000, updates: 10_000),
  ]

  private static let count = 100_000

  private init(_ sources: Int, _ effects: Int, updates: Int) {
    (self.sources, self.effects, self.updates) = (sources, effects, updates)
  }

  var name: String {
    if effects == 0 { return "create signals" }
    return updates == 0 ? "create effects \(sources):\(effects)" : "update \(sources):\(effects)"
  }

  func make<Graph: SignalGraph>(_ graph: Graph) -> () -> Void where Graph.Value == Int {
    let runs = SignalCounter()
    if effects == 0 {
      return {
        let all = (0..<Self.count).map { graph.source($0) }
        expect(all.count, Self.count, "number of signals")
        graph.end()
      }
    }
    if updates == 0 {
      let count = Self.count / max(sources, effects)
      let all = (0..<count * sources).map { graph.source($0) }
      return {
        runs.count = 0
        for number in 0..<count { makeEffects(graph, all[(number * sources)..<((number + 1) * sources)], runs) }
        expect(runs.count, count * effects, "number of runs")
        graph.end()
      }
    }
    let all = (0..<sources).map { graph.source($0) }
    makeEffects(graph, all[...], runs)
    var last = sources
    return {
      runs.count = 0
      for _ in 0..<updates {
        last += 1
        graph.write(last, to: all[0])
      }
      expect(runs.count, updates * effects, "number of runs")
    }
  }

  private func makeEffects<Graph: SignalGraph>(_ graph: Graph, _ inputs: ArraySlice<Graph.Node>, _ runs: SignalCounter)
  where Graph.Value == Int {
    let inputs = Array(inputs)
    for _ in 0..<effects {
      graph.effect(on: inputs) {
        for input in inputs { runs.sum &+= graph.read(input) }
        runs.count += 1
      }
    }
  }
}
