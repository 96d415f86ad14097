/// The benchmark of signal libraries: how long the writes of each of its tests take.
///
/// Each value and each number of runs is checked. The rival is no library but the floor.
enum SignalRows {
  static let rows = small + [row(CellxTest(layers: 1_000)), row(CellxTest(layers: 2_500))] + grids + creations

  private static let small: [Row] = [
    row(AvoidableTest()), row(BroadTest()), row(DeepTest()), row(DiamondTest()), row(MuxTest()), row(RepeatedTest()),
    row(TriangleTest()), row(UnstableTest()), row(MolTest()),
  ]

  private static let grids = GridTest.all.map { row($0) }

  private static let creations = CreationTest.all.map { row($0) }

  private static func row<Test: SignalTest>(_ test: Test) -> Row where Test.Value == Int {
    row(test, RegistrarSignals<IntSignal>.self, PlainSignals<Int>.self)
  }

  private static func row<Test: SignalTest>(_ test: Test) -> Row where Test.Value == Double {
    row(test, RegistrarSignals<DoubleSignal>.self, PlainSignals<Double>.self)
  }

  private static func row<Test: SignalTest, Own: SignalGraph, Plain: SignalGraph>(
    _ test: Test,
    _ own: Own.Type,
    _ plain: Plain.Type
  ) -> Row where Own.Value == Test.Value, Plain.Value == Test.Value {
    var row = Row(
      name: "signals, \(test.name), all writes",
      rival: "the same graph as plain closures",
      isFloor: true,
      repetitions: test.isLong ? 1 : nil
    ) {
      (contender(test, own), contender(test, plain))
    }
    row.isLong = test.isLong
    return row
  }

  private static func contender<Test: SignalTest, Graph: SignalGraph>(_ test: Test, _ type: Graph.Type) -> Contender
  where Graph.Value == Test.Value {
    Contender { repetitions in
      let graph = Graph()
      defer { graph.end() }
      let writes = test.make(graph)
      let start = ContinuousClock.now
      for _ in 0..<repetitions { writes() }
      return elapsed(since: start)
    }
  }
}
