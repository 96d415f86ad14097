/// Rows of nodes, each of which reads several of the row above.
struct GridTest: SignalTest {
  typealias Value = Double

  let width: Int
  let layers: Int
  let readCount: Int
  let staticShare: Double
  let leavesShare: Double
  let steps: Int
  let sum: Double
  let computations: Int
  let isLong = true

  static let all = [
    GridTest(10, 5, 2, 1, 0.2, 600_000, 19_199_968, 3_480_000),
    GridTest(10, 10, 6, 0.75, 0.2, 15_000, 302_310_782_860, 1_155_000),
    GridTest(1_000, 12, 4, 0.95, 1, 7_000, 29_355_933_696_000, 1_463_000),
    GridTest(1_000, 5, 25, 1, 1, 3_000, 1_171_484_375_000, 732_000),
    GridTest(5, 500, 3, 1, 1, 500, 3.0239642676898464e241, 1_246_500),
    GridTest(100, 15, 6, 0.5, 1, 2_000, 15_664_996_402_790_400, 1_078_000),
  ]

  private init(
    _ width: Int,
    _ layers: Int,
    _ readCount: Int,
    _ staticShare: Double,
    _ leavesShare: Double,
    _ steps: Int,
    _ sum: Double,
    _ computations: Int
  ) {
    (self.width, self.layers, self.readCount) = (width, layers, readCount)
    (self.staticShare, self.leavesShare, self.steps) = (staticShare, leavesShare, steps)
    (self.sum, self.computations) = (sum, computations)
  }

  var name: String { "grid, \(width) x \(layers)" }

  func make<Graph: SignalGraph>(_ graph: Graph) -> () -> Void where Graph.Value == Double {
    let counter = SignalCounter()
    let sources = (0..<width).map { graph.source(Double($0)) }
    var random = SmallGenerator()
    var row = sources
    for _ in 1..<layers { row = makeRow(below: row, in: graph, counter, &random) }
    var removal = SmallGenerator()
    for _ in 0..<Int((Double(width) * (1 - leavesShare)).rounded()) {
      row.remove(at: Int(removal.next() * Double(row.count)))
    }
    let leaves = row
    graph.effect(on: leaves) { for leaf in leaves { _ = graph.read(leaf) } }
    let isExact = !(graph is PlainSignals<Double>)
    let makeSteps = {
      counter.count = 0
      for step in 0..<steps {
        let index = step % width
        graph.write(Double(step + index), to: sources[index])
        for leaf in leaves { _ = graph.read(leaf) }
      }
    }
    // What is expected holds for those that begin with the values of the end.
    makeSteps()
    return {
      makeSteps()
      expect(leaves.reduce(0) { $0 + graph.read($1) }, sum, "sum")
      // Whoever doesn't find out what has been read computes more.
      if isExact { expect(counter.count, computations, "number of computations") }
    }
  }

  private func makeRow<Graph: SignalGraph>(
    below row: [Graph.Node],
    in graph: Graph,
    _ counter: SignalCounter,
    _ random: inout SmallGenerator
  ) -> [Graph.Node] where Graph.Value == Double {
    row.indices.map { index in
      let inputs = (0..<readCount).map { row[(index + $0) % row.count] }
      if random.next() < staticShare {
        return graph.derived(from: inputs) {
          counter.count += 1
          var sum = 0.0
          for input in inputs { sum += graph.read(input) }
          return sum
        }
      }
      let (first, others) = (inputs[0], Array(inputs.dropFirst()))
      return graph.derived(from: inputs) {
        counter.count += 1
        var sum = graph.read(first)
        let whole = Int(sum)
        let dropped = whole & 1 == 1 ? whole % others.count : -1
        for (index, input) in others.enumerated() where index != dropped { sum += graph.read(input) }
        return sum
      }
    }
  }
}

/// The generator of the benchmark: sfc32, seeded by MurmurHash3 of the text "seed".
private struct SmallGenerator {
  private var a: UInt32
  private var b: UInt32
  private var c: UInt32
  private var d: UInt32

  init() {
    var hash: UInt32 = 2_166_136_261
    for byte in "seed".utf8 {
      let key = Self.rotated(UInt32(byte) &* 3_432_918_353, by: 15)
      hash ^= key &* 461_845_907
      hash = Self.rotated(hash, by: 13) &* 5 &+ 3_864_292_196
    }
    hash ^= 4
    func next() -> UInt32 {
      hash ^= hash >> 16
      hash = hash &* 2_246_822_507
      hash ^= hash >> 13
      hash = hash &* 3_266_489_909
      hash ^= hash >> 16
      return hash
    }
    (a, b, c, d) = (next(), next(), next(), next())
  }

  /// A number from 0 to below 1.
  mutating func next() -> Double {
    var result = a &+ b
    a = b ^ (b >> 9)
    b = c &+ (c << 3)
    c = Self.rotated(c, by: 21)
    d = d &+ 1
    result = result &+ d
    c = c &+ result
    return Double(result) / 4_294_967_296
  }

  private static func rotated(_ value: UInt32, by count: UInt32) -> UInt32 {
    value << count | value >> (32 - count)
  }
}
