/// Changes that make no difference.
struct AvoidableTest: SignalTest {
  typealias Value = Int

  let name = "avoidable"

  func make<Graph: SignalGraph>(_ graph: Graph) -> () -> Void where Graph.Value == Int {
    let source = graph.source(0)
    let first = graph.derived(from: [source]) { graph.read(source) }
    let second = graph.derived(from: [first]) {
      _ = graph.read(first)
      return 0
    }
    let third = graph.derived(from: [second]) {
      beBusy()
      return graph.read(second) + 1
    }
    let fourth = graph.derived(from: [third]) { graph.read(third) + 2 }
    let fifth = graph.derived(from: [fourth]) { graph.read(fourth) + 3 }
    graph.effect(on: [fifth]) {
      _ = graph.read(fifth)
      beBusy()
    }
    return {
      for number in 0..<1_000 {
        graph.write(number, to: source)
        expect(graph.read(fifth), 6)
      }
    }
  }
}

struct BroadTest: SignalTest {
  typealias Value = Int

  let name = "broad"

  func make<Graph: SignalGraph>(_ graph: Graph) -> () -> Void where Graph.Value == Int {
    let (source, runs) = (graph.source(0), SignalCounter())
    var last = source
    for number in 0..<50 {
      let first = graph.derived(from: [source]) { graph.read(source) + number }
      let second = graph.derived(from: [first]) { graph.read(first) + 1 }
      graph.effect(on: [second]) {
        _ = graph.read(second)
        runs.count += 1
      }
      last = second
    }
    return countingRuns(runs, 50 * 50, graph, source) {
      for number in 0..<50 {
        graph.write(number, to: source)
        expect(graph.read(last), number + 50)
      }
    }
  }
}

struct DeepTest: SignalTest {
  typealias Value = Int

  let name = "deep"

  func make<Graph: SignalGraph>(_ graph: Graph) -> () -> Void where Graph.Value == Int {
    let (source, runs) = (graph.source(0), SignalCounter())
    var last = source
    for _ in 0..<50 {
      let previous = last
      last = graph.derived(from: [previous]) { graph.read(previous) + 1 }
    }
    let end = last
    graph.effect(on: [end]) {
      _ = graph.read(end)
      runs.count += 1
    }
    return countingRuns(runs, 50, graph, source) {
      for number in 0..<50 {
        graph.write(number, to: source)
        expect(graph.read(end), 50 + number)
      }
    }
  }
}

struct DiamondTest: SignalTest {
  typealias Value = Int

  let name = "diamond"

  func make<Graph: SignalGraph>(_ graph: Graph) -> () -> Void where Graph.Value == Int {
    let (source, runs) = (graph.source(0), SignalCounter())
    let branches = (0..<5).map { _ in graph.derived(from: [source]) { graph.read(source) + 1 } }
    let sum = graph.derived(from: branches) {
      var sum = 0
      for branch in branches { sum += graph.read(branch) }
      return sum
    }
    graph.effect(on: [sum]) {
      _ = graph.read(sum)
      runs.count += 1
    }
    return countingRuns(runs, 500, graph, source) {
      for number in 0..<500 {
        graph.write(number, to: source)
        expect(graph.read(sum), 5 * (number + 1))
      }
    }
  }
}

struct TriangleTest: SignalTest {
  typealias Value = Int

  let name = "triangle"

  func make<Graph: SignalGraph>(_ graph: Graph) -> () -> Void where Graph.Value == Int {
    let (source, runs) = (graph.source(0), SignalCounter())
    var nodes: [Graph.Node] = []
    var current = source
    for _ in 0..<10 {
      let previous = current
      nodes.append(previous)
      current = graph.derived(from: [previous]) { graph.read(previous) + 1 }
    }
    let summands = nodes
    let sum = graph.derived(from: summands) {
      var sum = 0
      for node in summands { sum += graph.read(node) }
      return sum
    }
    graph.effect(on: [sum]) {
      _ = graph.read(sum)
      runs.count += 1
    }
    return countingRuns(runs, 100, graph, source) {
      for number in 0..<100 {
        graph.write(number, to: source)
        expect(graph.read(sum), 10 * number + 45)
      }
    }
  }
}

/// A single source, read many times.
struct RepeatedTest: SignalTest {
  typealias Value = Int

  let name = "repeated"

  func make<Graph: SignalGraph>(_ graph: Graph) -> () -> Void where Graph.Value == Int {
    let (source, runs) = (graph.source(0), SignalCounter())
    let sum = graph.derived(from: [source]) {
      var sum = 0
      for _ in 0..<30 { sum += graph.read(source) }
      return sum
    }
    graph.effect(on: [sum]) {
      _ = graph.read(sum)
      runs.count += 1
    }
    return countingRuns(runs, 100, graph, source) {
      for number in 0..<100 {
        graph.write(number, to: source)
        expect(graph.read(sum), 30 * number)
      }
    }
  }
}

/// Dependencies that change with each value.
struct UnstableTest: SignalTest {
  typealias Value = Int

  let name = "unstable"

  func make<Graph: SignalGraph>(_ graph: Graph) -> () -> Void where Graph.Value == Int {
    let (source, runs) = (graph.source(0), SignalCounter())
    let double = graph.derived(from: [source]) { 2 * graph.read(source) }
    let inverse = graph.derived(from: [source]) { -graph.read(source) }
    let sum = graph.derived(from: [source, double, inverse]) {
      var sum = 0
      for _ in 0..<20 { sum += graph.read(source) % 2 != 0 ? graph.read(double) : graph.read(inverse) }
      return sum
    }
    graph.effect(on: [sum]) {
      _ = graph.read(sum)
      runs.count += 1
    }
    return countingRuns(runs, 100, graph, source) {
      for number in 0..<100 {
        graph.write(number, to: source)
        expect(graph.read(sum), number % 2 != 0 ? 40 * number : -20 * number)
      }
    }
  }
}

/// Many into one, and into many again.
struct MuxTest: SignalTest {
  typealias Value = Int

  let name = "mux"

  func make<Graph: SignalGraph>(_ graph: Graph) -> () -> Void where Graph.Value == Int {
    let sources = (0..<100).map { _ in graph.source(0) }
    let (map, version) = (SignalMap(), SignalCounter())
    let mux = graph.derived(from: sources) {
      for (index, source) in sources.enumerated() { map.values[index] = graph.read(source) }
      // A new map each time.
      version.count += 1
      return version.count
    }
    let ends = (0..<100).map { index in
      let picked = graph.derived(from: [mux]) {
        _ = graph.read(mux)
        return map.values[index, default: 0]
      }
      return graph.derived(from: [picked]) { graph.read(picked) + 1 }
    }
    for end in ends { graph.effect(on: [end]) { _ = graph.read(end) } }
    return {
      for factor in 1...2 {
        for index in 0..<10 {
          graph.write(index * factor, to: sources[index])
          expect(graph.read(ends[index]), index * factor + 1)
        }
      }
    }
  }
}

private final class SignalMap {
  var values: [Int: Int] = [:]
}

struct MolTest: SignalTest {
  typealias Value = Int

  let name = "mol"

  func make<Graph: SignalGraph>(_ graph: Graph) -> () -> Void where Graph.Value == Int {
    func fibonacci(_ number: Int) -> Int { number < 2 ? 1 : fibonacci(number - 1) + fibonacci(number - 2) }
    func hard(_ number: Int) -> Int { number + fibonacci(16) }
    let (a, b) = (graph.source(0), graph.source(0))
    let c = graph.derived(from: [a, b]) { graph.read(a) % 2 + graph.read(b) % 2 }
    let d = (0..<5).map { k in graph.derived(from: [a, b]) { k + graph.read(a) % 2 - graph.read(b) % 2 } }
    let e = graph.derived(from: [c, a, d[0]]) { hard(graph.read(c) + graph.read(a) + graph.read(d[0])) }
    let f = graph.derived(from: [d[2], b]) { hard(graph.read(d[2]) != 0 ? graph.read(d[2]) : graph.read(b)) }
    let g = graph.derived(from: [c, e, d[4], f]) {
      graph.read(c) + (graph.read(c) != 0 ? graph.read(c) : graph.read(e) % 2) + graph.read(d[4]) + graph.read(f)
    }
    let total = SignalCounter()
    graph.effect(on: [g]) { total.count &+= hard(graph.read(g)) }
    graph.effect(on: [g]) { total.count &+= graph.read(g) }
    graph.effect(on: [f]) { total.count &+= hard(graph.read(f)) }
    return {
      for number in 0..<10 {
        graph.batch {
          graph.write(1, to: b)
          graph.write(1 + 2 * number, to: a)
        }
        graph.batch {
          graph.write(2 + 2 * number, to: a)
          graph.write(2, to: b)
        }
      }
    }
  }
}

extension SignalTest where Value == Int {
  /// The writes, with the number of runs of effects checked that follow.
  fileprivate func countingRuns<Graph: SignalGraph>(
    _ runs: SignalCounter,
    _ expected: Int,
    _ graph: Graph,
    _ source: Graph.Node,
    _ writes: @escaping () -> Void
  ) -> () -> Void where Graph.Value == Int {
    return {
      // Other than the first of the writes, so that that is a change.
      graph.write(1, to: source)
      runs.count = 0
      writes()
      expect(runs.count, expected, "number of runs")
    }
  }
}
