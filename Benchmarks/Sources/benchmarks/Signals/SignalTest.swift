/// A graph of a known shape, writes to it, and what has to come of them.
protocol SignalTest: Sendable {
  associatedtype Value

  var name: String { get }
  /// Whether one repetition takes more than a moment.
  var isLong: Bool { get }

  /// Makes the graph; returns what makes the writes, and stops the program if they come to something else than expected.
  func make<Graph: SignalGraph>(_ graph: Graph) -> () -> Void where Graph.Value == Value
}

extension SignalTest {
  var isLong: Bool { false }

  func expect<Result: Equatable>(_ result: Result, _ expected: Result, _ what: StaticString = "value") {
    if result != expected { fatalError("\(name): \(what) is \(result), not \(expected).") }
  }
}

/// Counts, in closures of a graph, and keeps what they read.
final class SignalCounter {
  var count = 0
  var sum = 0
}

/// Takes a little time.
@inline(never)
func beBusy() {
  var count = 0
  for _ in 0..<100 { increment(&count) }
}

// Optimised by itself, so that the loop above stays one.
@inline(never)
@_optimize(none)
private func increment(_ count: inout Int) {
  count &+= 1
}
