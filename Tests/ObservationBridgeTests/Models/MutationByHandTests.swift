import Observation
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// Derived values of models whose properties are stored inside `withMutation`.
@MainActor @Suite struct MutationByHandTests {
  /// A model whose values any thread may use.
  private final class Gauge: Observable, Sendable {
    private let registrar = ModelRegistrar()
    private let (storedLevel, storedLimit) = (Shared(1), Shared(1))
    let computations = Shared(0)

    final class Shared: Sendable {
      private let atomic: Atomic<Int>

      init(_ value: Int) { atomic = Atomic(value) }

      var value: Int {
        get { atomic.load(ordering: .sequentiallyConsistent) }
        set { atomic.store(newValue, ordering: .sequentiallyConsistent) }
      }
    }

    /// Without numbers, two properties share a bit in one of sixty processes.
    private static func numbers(of keyPath: PartialKeyPath<Gauge>) -> [Int] {
      [keyPath == \Gauge.level ? 0 : 1]
    }

    var level: Int {
      registrar._access(self, keyPath: \.level, numbers: Self.numbers)
      return storedLevel.value
    }

    var limit: Int {
      registrar._access(self, keyPath: \.limit, numbers: Self.numbers)
      return storedLimit.value
    }

    var half: Int { registrar.derived(self, \.half) { level / 2 } }

    var doubleLimit: Int {
      registrar.derived(self, \.doubleLimit) {
        computations.value += 1
        return limit * 2
      }
    }

    func change(to new: Int, before: () -> Void = {}, after: () -> Void = {}) {
      registrar._withMutation(of: self, keyPath: \.level, numbers: Self.numbers) {
        before()
        storedLevel.value = new
        after()
      }
    }
  }

  private let gauge = Gauge()

  @Test func valuesOfOtherPropertiesAreKept() {
    var matches: [Bool] = []
    let token = effect { event in
      matches.append(event.matches(\Gauge.doubleLimit))
      _ = gauge.level + gauge.doubleLimit
    }
    for level in 2...3 {
      gauge.change(to: level) {
        #expect(gauge.doubleLimit == 2)
      } after: {
        #expect(gauge.doubleLimit == 2)
      }
    }
    #expect(gauge.computations.value == 1)
    #expect(matches == [false, false, false])
    token.cancel()
  }

  @Test func whatAnImmediatePassHasComputedBeforeTheStoreIsComputedAgain() {
    let cell = Cell(1)
    let sum = DerivedValue { gauge.level + cell.x }
    var seen: [Int] = []
    let token = effect { _ in seen.append(sum.value) }
    gauge.change(to: 10) {
      cell.x = 2
    } after: {
      #expect(sum.value == 12)
    }
    #expect(seen == [2, 3, 12])
    token.cancel()
  }

  @Test func whatAnotherThreadHasComputedBeforeTheStoreIsComputedAgain() {
    #expect(gauge.half == 0)
    let gauge = gauge
    gauge.change(to: 10) {
      Thread.run { _ = gauge.half }
    } after: {
      #expect(gauge.half == 5)
    }
  }

  @Test(arguments: [false, true]) func chainIsComputedAtMostOnceForARead(isKnown: Bool) {
    var runs = 0
    var last = DerivedValue { gauge.level }
    for _ in 0..<15 {
      let before = last
      last = DerivedValue {
        runs += 1
        return before.value &+ before.value
      }
    }
    if isKnown { _ = last.value }
    runs = 0
    gauge.change(to: 2) {
    } after: {
      #expect(last.value == 2 << 15)
    }
    #expect(runs == 15)
  }
}
