import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// What the conformance suites of signal libraries agree on. An effect is an immediate observation; bindings, which run again for what
/// they change themselves, have a suite of their own.
@Suite @MainActor struct SignalBehaviourTests {
  let a = Cell(1)
  let b = Cell(1)

  // MARK: Propagation

  @Test func eachEffectRunsOncePerChangeHoweverManyWaysLeadToIt() {
    // A diamond with legs of different lengths, and two tails.
    let short = DerivedValue { a.x + 1 }
    let long = DerivedValue { a.x * 2 }
    let longer = DerivedValue { long.value + 1 }
    let joined = DerivedValue { short.value + longer.value + a.x }
    var (sums, tails, direct): ([Int], [Int], [Int]) = ([], [], [])
    let tokens = [
      effect { _ in sums.append(joined.value) },
      effect { _ in tails.append(joined.value + longer.value + short.value) },
      effect { _ in direct.append(a.x + joined.value) },
    ]
    a.x = 2
    a.x = 3
    #expect(sums == [6, 10, 14])
    #expect(tails == [11, 18, 25])
    #expect(direct == [7, 12, 17])
    for token in tokens { token.cancel() }
  }

  @Test func noEffectSeesAMixOfOldAndNew() {
    let double = DerivedValue { a.x * 2 }
    let quadruple = DerivedValue { double.value * 2 }
    var seen: [[Int]] = []
    let tokens = [
      effect { _ in seen.append([quadruple.value, a.x, double.value]) },
      effect { _ in seen.append([quadruple.value, withoutObservation { a.x }, withoutObservation { double.value }]) },
    ]
    for value in 2...5 { a.x = value }
    #expect(seen.count == 10)
    #expect(seen.allSatisfy { $0[0] == 4 * $0[1] && $0[2] == 2 * $0[1] })
    for token in tokens { token.cancel() }
  }

  @Test func equalResultStopsPropagation() {
    var runs = (middle: 0, effect: 0)
    let parity = DerivedValue { a.x % 2 }
    let middle = DerivedValue {
      runs.middle += 1
      return parity.value
    }
    let token = effect { _ in
      runs.effect += 1
      _ = middle.value
    }
    for value in stride(from: 3, through: 11, by: 2) { a.x = value }
    #expect(runs == (1, 1))
    withObservationTransaction {
      a.x = 2
      a.x = 4
      a.x = 5
    }
    #expect(runs == (1, 1), "also when the source changes several times")
    a.x = 6
    #expect(runs == (2, 2))
    token.cancel()
  }

  @Test func oneOfSeveralWaysThatDiffersIsEnough() {
    let same = DerivedValue { a.x * 0 }
    let other = DerivedValue { a.x + 1 }
    var seen: [Int] = []
    let joined = DerivedValue { same.value + other.value }
    let token = effect { _ in seen.append(joined.value) }
    a.x = 2
    #expect(seen == [2, 3])
    token.cancel()
  }

  // MARK: Dependencies are what the last run read

  @Test func branchThatIsNotTakenUnsubscribes() {
    var runs = 0
    let token = effect { _ in
      runs += 1
      _ = a.x > 0 ? b.x : 0
    }
    b.x = 2
    #expect(runs == 2)
    a.x = 0
    b.x = 3
    b.x = 4
    #expect(runs == 3)
    #expect(registrationCountOf(b.registrar) == 0)
    a.x = 1
    b.x = 5
    #expect(runs == 5)
    token.cancel()
  }

  @Test func newBranchIsUpToDateBeforeItsFirstReaderRuns() {
    let late = DerivedValue { b.x * 10 }
    #expect(late.value == 10)
    var seen: [Int] = []
    let chosen = DerivedValue { a.x > 1 ? late.value : 0 }
    let token = effect { _ in seen.append(chosen.value) }
    b.x = 2
    withObservationTransaction {
      b.x = 3
      a.x = 2
    }
    #expect(seen == [0, 30])
    token.cancel()
  }

  @Test func readingAValueThirtyTimesIsOneDependency() {
    let thirty = DerivedValue { (0..<30).reduce(0) { sum, _ in sum + a.x } }
    var runs = 0
    let token = effect { _ in
      runs += 1
      for _ in 0..<30 { _ = (thirty.value, a.x, b.x) }
    }
    #expect(registrationCountOf(a.registrar) == 2)
    #expect(registrationCountOf(b.registrar) == 1)
    a.x = 2
    #expect(runs == 2)
    #expect(registrationCountOf(a.registrar) == 2)
    token.cancel()
  }

  // MARK: Derived values

  @Test func derivedValuesAreComputedWhenFirstReadOncePerChange() {
    var runs = 0
    let value = DerivedValue {
      runs += 1
      return a.x
    }
    #expect(runs == 0)
    _ = (value.value, value.value)
    #expect(runs == 1)
    let tokens = (0..<3).map { _ in effect { _ in _ = value.value } }
    #expect(runs == 1)
    a.x = 2
    #expect(runs == 2)
    for token in tokens { token.cancel() }
  }

  @Test func unobservedValuesAreComputedAgainOnlyWhenReadAfterAChange() {
    var runs = 0
    let value = DerivedValue {
      runs += 1
      return a.x
    }
    _ = value.value
    for number in 2...9 { a.x = number }
    #expect(runs == 1)
    #expect(value.value == 9)
    #expect(value.value == 9)
    #expect(runs == 2)
    b.x = 7
    #expect(value.value == 9)
    #expect(runs == 2)
  }

  @Test func whatTheyReadDoesNotRetainThem() {
    weak var witness: Canary?
    let count = Canary.Witness()
    do {
      let canary = Canary(count)
      witness = canary
      let value = DerivedValue {
        _ = canary
        return a.x
      }
      let reader = DerivedValue { value.value }
      #expect(reader.value == 1)
    }
    #expect(witness == nil)
    #expect(registrationCountOf(a.registrar) == 0)
  }

  @Test func chainOfTenThousandTakesOneComputationEach() {
    var runs = 0
    var chain: [DerivedValue<Int, Never>] = [DerivedValue { a.x }]
    for _ in 1..<10_000 {
      let previous = chain[chain.count - 1]
      chain.append(
        DerivedValue {
          runs += 1
          return previous.value + 1
        }
      )
      _ = chain[chain.count - 1].value
    }
    #expect(runs == 9999)
    var seen: [Int] = []
    let token = effect { _ in seen.append(chain[9999].value) }
    for value in 2...5 { a.x = value }
    #expect(seen == [10_000, 10_001, 10_002, 10_003, 10_004])
    #expect(runs == 5 * 9999)
    token.cancel()
  }

  // MARK: Cycles and errors

  @Test func cyclesAreFoundAndNamed() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Task { @MainActor in
        final class Box { var value: DerivedValue<Int, Never>? }
        let box = Box()
        let first = DerivedValue { box.value.map(\.value) ?? 0 }
        let second = DerivedValue { first.value + 1 }
        box.value = second
        _ = second.value
      }.value
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("SignalBehaviourTests.swift"))
    #expect(message.contains("depends on itself"))
  }

  @Test func cycleThatAChangeMakesIsFoundAndNamed() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Task { @MainActor in
        final class Box { var value: DerivedValue<Int, Never>? }
        let (cell, box) = (Cell(0), Box())
        let first = DerivedValue { cell.x > 0 ? box.value.map(\.value) ?? 0 : 0 }
        let second = DerivedValue { first.value + 1 }
        box.value = second
        _ = second.value
        cell.x = 1
        _ = second.value
      }.value
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("depends on itself"))
  }

  @Test func errorsReachTheReadersAndTheNextChangeRecovers() {
    struct Negative: Error, Equatable { let value: Int }
    let root = DerivedValue { () throws(Negative) in
      if a.x < 0 { throw Negative(value: a.x) }
      return a.x
    }
    let next = DerivedValue { () throws(Negative) in try root.value + 1 }
    let untouched = DerivedValue { a.x + b.x }
    var seen: [String] = []
    var others: [Int] = []
    let tokens = [
      effect { _ in
        do throws(Negative) { seen.append("\(try next.value)") } catch { seen.append("error \(error.value)") }
      },
      effect { _ in others.append(untouched.value) },
    ]
    a.x = -1
    a.x = -2
    a.x = 5
    #expect(seen == ["2", "error -1", "error -2", "6"])
    #expect(others == [2, 0, -1, 6], "others aren't affected")
    for token in tokens { token.cancel() }
  }

  // MARK: Batches

  @Test func writesAreReadableInsideATransaction() {
    let sum = DerivedValue { a.x + b.x }
    #expect(sum.value == 2)
    let result = withObservationTransaction {
      a.x = 5
      #expect(sum.value == 6)
      b.x = 5
      return sum.value
    }
    #expect(result == 10)
  }

  @Test func effectsRunOnceAtTheOutermostEndAlsoWhenTheClosureThrows() {
    struct Failure: Error {}
    var seen: [String] = []
    let sum = DerivedValue { a.x + b.x }
    let tokens = [
      effect { _ in seen.append("\(a.x) \(a.y) \(b.x)") },
      effect { _ in seen.append("sum \(sum.value)") },
    ]
    seen = []
    try? withObservationTransaction {
      a.x = 2
      withObservationTransaction {
        a.y = 3
        b.x = 4
      }
      #expect(seen == [])
      throw Failure()
    }
    #expect(seen == ["2 3 4", "sum 6"])
    for token in tokens { token.cancel() }
  }

  @Test func backToTheOldValueNothingRuns() {
    var runs = 0
    let model = Sheet()
    let tokens = [
      effect { _ in
        runs += 1
        _ = (a.x, a.y, model.title)
      }
    ]
    withObservationTransaction {
      (a.x, a.y) = (7, 7)
      (a.x, a.y) = (1, 0)
      model.title = "a"
      model.title = nil
    }
    #expect(runs == 1)
    model.title = "b"
    #expect(runs == 2)
    withObservationTransaction { model.title = nil }
    #expect(runs == 3)
    for token in tokens { token.cancel() }
  }

  @Test func untrackedReadsMakeNoDependencyAndAreUpToDate() {
    let double = DerivedValue { b.x * 2 }
    var seen: [Int] = []
    let token = effect { _ in seen.append(a.x + withoutObservation { double.value }) }
    b.x = 5
    #expect(seen == [3])
    a.x = 2
    #expect(seen == [3, 12])
    #expect(registrationCountOf(b.registrar) == 1, "that of the derived value")
    token.cancel()
  }

  // MARK: Memory

  @Test func whenTheLastReaderGoesTheLinksGo() {
    let value = DerivedValue { a.x }
    let tokens = (0..<3).map { _ in effect { _ in _ = (value.value, b.x) } }
    #expect(registrationCountOf(b.registrar) == 3)
    for token in tokens { token.cancel() }
    #expect(registrationCountOf(b.registrar) == 0)
    #expect(registrationCountOf(a.registrar) == 1)
  }

  @Test func nothingKeepsAnUnheldDerivedValueAlive() {
    let count = Canary.Witness()
    let outer = effect { _ in _ = a.x }
    do {
      let canary = Canary(count)
      let value = DerivedValue {
        _ = canary
        return a.x
      }
      let token = effect { _ in _ = value.value }
      a.x = 2
      token.cancel()
      #expect(count.alive == 1)
    }
    #expect(count.alive == 0)
    #expect(registrationCountOf(a.registrar) == 1)
    outer.cancel()
  }

  /// With an optional that can be compared.
  private final class Sheet: Observable {
    private let registrar = ModelRegistrar()
    private var stored: String?

    var title: String? {
      get {
        registrar.access(self, keyPath: \.title)
        return stored
      }
      set { registrar.withMutation(of: self, keyPath: \.title) { stored = newValue } }
    }
  }
}
