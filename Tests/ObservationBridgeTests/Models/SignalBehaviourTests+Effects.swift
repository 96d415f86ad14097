import Observation
import TestSupport
import Testing

@testable import ObservationBridge

extension SignalBehaviourTests {
  // MARK: Effects

  @Test func effectsRunAtOnceWhenCreated() {
    var runs = 0
    let token = effect { _ in runs += 1 }
    #expect(runs == 1)
    token.cancel()
  }

  @Test func effectsRunInTheOrderOfCreationWhenOneChangeReachesSeveral() {
    var log: [Int] = []
    let derived = DerivedValue { a.x }
    let tokens = (0..<6).map { number in
      effect { _ in
        // By a derived value, directly, and some only later.
        if number % 3 == 0 { _ = derived.value } else if number % 3 == 1 || b.x > 1 { _ = a.x }
        _ = b.x
        log.append(number)
      }
    }
    log = []
    a.x = 2
    #expect(log == [0, 1, 3, 4])
    b.x = 2
    log = []
    a.x = 3
    #expect(log == [0, 1, 2, 3, 4, 5])
    log = []
    withObservationTransaction {
      b.x = 3
      a.x = 4
    }
    #expect(log == [0, 1, 2, 3, 4, 5])
    for token in tokens { token.cancel() }
  }

  @Test func cleanupRunsBeforeTheNextRunAndAtTheEnd() {
    var log: [String] = []
    let token = effect { event in
      let x = a.x
      event.cleanup { log.append("cleanup \(x) first") }
      event.cleanup { log.append("cleanup \(x) second") }
      log.append("run \(x)")
    }
    a.x = 2
    token.cancel()
    a.x = 3
    #expect(
      log == [
        "run 1", "cleanup 1 second", "cleanup 1 first", "run 2", "cleanup 2 second", "cleanup 2 first",
      ]
    )
  }

  @Test func disposingInsideItsOwnRunWorks() {
    var log: [String] = []
    let token = effect { event in
      log.append("run \(a.x)")
      event.cleanup { log.append("cleanup") }
      if a.x == 2 { event.cancel() }
      _ = b.x
    }
    a.x = 2
    a.x = 3
    b.x = 2
    #expect(log == ["run 1", "cleanup", "run 2", "cleanup"])
    #expect(!token.isActive)
    #expect(registrationCountOf(a.registrar) == 0)
    #expect(registrationCountOf(b.registrar) == 0)
  }

  @Test func innerEffectEndsWhenTheOuterOneRunsAgainOrEnds() {
    var log: [String] = []
    let token = effect { event in
      let outer = a.x
      log.append("outer \(outer)")
      event.scope.observe(options: [.didSet, .immediate]) { event in
        let middle = b.x
        log.append("inner \(outer) \(middle)")
        event.scope.observe(options: [.didSet, .immediate]) { _ in log.append("innermost \(outer) \(middle) \(b.y)") }
      }
    }
    log = []
    b.y = 1
    #expect(log == ["innermost 1 1 1"])
    log = []
    b.x = 2
    #expect(log == ["inner 1 2", "innermost 1 2 1"])
    log = []
    a.x = 2
    #expect(log == ["outer 2", "inner 2 2", "innermost 2 2 1"])
    log = []
    b.y = 2
    #expect(log == ["innermost 2 2 2"])
    token.cancel()
    log = []
    b.x = 3
    b.y = 3
    a.x = 3
    #expect(log == [])
  }

  // MARK: Writes inside

  @Test func effectThatWritesWhatOthersReadMakesThemRun() {
    var seen: [Int] = []
    let tokens = [effect { _ in b.x = a.x * 2 }, effect { _ in seen.append(b.x) }]
    a.x = 3
    #expect(seen == [2, 6])
    for token in tokens { token.cancel() }
  }

  @Test func bindingThatWritesWhatItReadsRunsAgainUntilItSettles() async {
    var runs = 0
    let binding = makeBinding {
      runs += 1
      if a.x < 5 { a.x += 1 }
    }
    #expect(runs == 1)
    await eventually { a.x == 5 }
    await mainActorTurns(5)
    #expect(runs == 5)
    a.x = 3
    await mainActorTurns(8)
    #expect(a.x == 5)
    #expect(runs == 8)
    binding.cancel()
  }

  @Test(arguments: [false, true])
  func bindingThatWritesWhatItReadsInATransactionSettlesToo(isTransactionOfItsOwn: Bool) async {
    // Used on the main actor alone.
    nonisolated(unsafe) let cell = a
    let seen = Log<Int>()
    let binding = BindingObservation(
      .didSet,
      on: MainActor.shared,
      SourcePlace(file: "Behaviour.swift", line: 1, method: "bind")
    ) { binding in
      binding.track {
        let x = unsafe cell.x
        seen.append(x)
        if x >= 4 { return }
        if isTransactionOfItsOwn { withObservationTransaction { unsafe cell.x = x + 1 } } else { unsafe cell.x = x + 1 }
      }
      return true
    }
    if isTransactionOfItsOwn {
      binding.start(from: MainActor.shared)
    } else {
      withObservationTransaction { binding.start(from: MainActor.shared) }
    }
    await eventually { seen.elements.last == 4 }
    #expect(seen.elements == [1, 2, 3, 4])
    binding.cancel()
  }

  @Test func bindingThatNeverSettlesStopsAtALimit() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await Task { @MainActor in
        let cell = Cell(1)
        var runs = 0
        let binding = Self.makeBinding(reading: cell) {
          runs += 1
          cell.x += 1
        }
        await eventually { runs == 101 }
        await mainActorTurns(10)
        #expect(runs == 101)
        binding.cancel()
      }.value
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("Behaviour.swift:1: warning: the binding bind doesn't settle"))
  }

  private func makeBinding(_ assign: @escaping @MainActor () -> Void) -> BindingObservation {
    Self.makeBinding(reading: a, assign)
  }

  private static func makeBinding(reading cell: Cell, _ assign: @escaping @MainActor () -> Void) -> BindingObservation {
    // Used on the main actor alone.
    nonisolated(unsafe) let cell = cell
    let binding = BindingObservation(
      .didSet,
      on: MainActor.shared,
      SourcePlace(file: "Behaviour.swift", line: 1, method: "bind")
    ) { binding in
      MainActor.assumeIsolated {
        binding.track { _ = unsafe cell.x }
        assign()
      }
      return true
    }
    binding.start(from: MainActor.shared)
    return binding
  }

  /// What nobody has read yet can be set: a model that was made there.
  @Test func modelMayBeMadeInsideADerivedValue() {
    let value = DerivedValue {
      let cell = Cell(1)
      cell.x = a.x
      return cell.x
    }
    #expect(value.value == 1)
    a.x = 5
    #expect(value.value == 5)
  }

  @Test func writeOfAnUnreadModelInsideADerivedValueIsReported() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Task { @MainActor in
        let cell = Cell(1)
        let value = DerivedValue {
          let x = cell.x
          cell.x = x + 1
          return x
        }
        _ = value.value
      }.value
    }
    expectNamesTheValueThatWrites(result.standardErrorContent)
  }

  @Test func writeInsideADerivedValueIsReported() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Task { @MainActor in
        let (cell, other) = (Cell(1), Cell(1))
        let token = effect { _ in _ = other.y }
        defer { token.cancel() }
        let value = DerivedValue {
          other.x = cell.x
          return 0
        }
        _ = value.value
      }.value
    }
    expectNamesTheValueThatWrites(result.standardErrorContent)
  }

  /// So is a write to a model of the standard library that somebody observes.
  @Test func writeToAStandardModelInsideADerivedValueIsReported() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Task { @MainActor in
        let (cell, profile) = (Cell(1), Profile())
        let token = effect { _ in _ = profile.age }
        defer { token.cancel() }
        let value = DerivedValue {
          profile.age = cell.x
          return 0
        }
        _ = value.value
      }.value
    }
    expectNamesTheValueThatWrites(result.standardErrorContent)
  }

  private func expectNamesTheValueThatWrites(_ output: [UInt8]) {
    let message = String(decoding: output, as: UTF8.self)
    #expect(message.contains("SignalBehaviourTests+Effects.swift"))
    #expect(message.contains("changes a model while it's computed"))
  }
}
