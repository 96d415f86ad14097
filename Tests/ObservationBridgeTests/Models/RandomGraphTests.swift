import TestSupport
import Testing

@testable import ObservationBridge

/// Derived values and effects against a reference that recomputes everything.
@Suite struct RandomGraphTests {
  @Test @MainActor func valuesRunsAndTheirOrderAreThoseOfTheReference() async {
    let graphs = Stress.rounds(brief: 50, full: 1000, exhaustive: 50_000)
    for seed in 0..<graphs {
      let graph = RandomGraph(seed: UInt64(seed))
      await graph.run(operations: 200)
      if let difference = graph.difference {
        Issue.record("seed \(seed): \(difference)")
        return
      }
    }
  }

  @Test @MainActor func changesByOtherCodeAreNoticedWhateverAPassChangesItself() async {
    for seed in 0..<Stress.rounds(brief: 40, full: 100, exhaustive: 10_000) {
      let isFine = await RandomEffects(seed: UInt64(seed)).run(operations: 60)
      #expect(isFine, "seed \(seed)")
      if !isFine { return }
    }
  }

  private actor Home {
    func observe(_ pass: @escaping @Sendable () -> Void) -> PortableObservationToken {
      withPortableContinuousObservation { _ in
        self.assertIsolated()
        pass()
      }
    }
  }

  /// Observers of several isolations, some of which compute the same derived values at once, while threads write.
  @Test func noFinalValueIsLostWhereSeveralThreadsWrite() async {
    for seed in 0..<Stress.rounds(brief: 4, full: 40, exhaustive: 400) {
      var random = SeededGenerator(seed: UInt64(seed))
      let cells = (0..<6).map { SharedCell($0) }
      let homes = [Home(), Home()]
      var observers: [(read: @Sendable () -> Int, seen: Log<Int>, token: PortableObservationToken)] = []
      for number in 0..<12 {
        let picks = (0..<3).map { _ in Int.random(in: 0..<cells.count, using: &random) }
        let read = { @Sendable () -> Int in
          let first = cells[picks[0]].sum
          return first.isMultiple(of: 2) ? first + cells[picks[1]].x : cells[picks[2]].sum - cells[picks[1]].y
        }
        let seen = Log<Int>()
        let token =
          switch number % 4 {
          case 0: withPortableContinuousObservation { @Sendable _ in seen.append(read()) }
          case 1: await Self.observeOnTheMainActor { seen.append(read()) }
          default: await homes[number % 2].observe { seen.append(read()) }
          }
        observers.append((read, seen, token))
      }
      await Self.write(cells, seed: UInt64(seed))
      await eventually { observers.allSatisfy { $0.seen.elements.last == $0.read() } }
      for observer in observers { observer.token.cancel() }
    }
  }

  @MainActor private static func observeOnTheMainActor(
    _ pass: @escaping @Sendable () -> Void
  ) -> PortableObservationToken {
    withPortableContinuousObservation { _ in pass() }
  }

  /// Returns when three threads have written.
  private static func write(_ cells: [SharedCell], seed: UInt64) async {
    await Thread.run(3) { number in
      var random = SeededGenerator(seed: seed &* 3 &+ UInt64(number))
      for _ in 0..<300 { change(cells, &random) }
    }
  }

  private static func change(_ cells: [SharedCell], _ random: inout SeededGenerator) {
    let cell = cells[Int.random(in: 0..<cells.count, using: &random)]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: cell.y = Int.random(in: 0..<9, using: &random)
    case 1:
      withObservationTransaction {
        cell.x = Int.random(in: 0..<9, using: &random)
        cells[0].y = cell.sum
      }
    default: cell.x = Int.random(in: 0..<9, using: &random)
    }
  }
}
