import Synchronization
import TestSupport
import Testing

#if canImport(Dispatch)
  import Dispatch
#endif

@testable import ObservationBridge

/// `.immediate`, and the moments of ``ObservationOptions``.
@Suite @MainActor struct ImmediateTests {
  private let profile = Profile()

  @Test(.reportsAfterStore) func didSetPassRunsInsideTheMutationAndReadsTheNewValue() {
    var seen: [String] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { event in
      seen.append("\(event.kind) \(profile.age)")
    }
    profile.age = 37
    #expect(seen == ["initial 36", "didSet 37"])
    token.cancel()
  }

  @Test func willSetPassRunsInsideTheMutationAndReadsTheOldValue() {
    var seen: [String] = []
    let token = withPortableContinuousObservation(options: [.willSet, .immediate]) { event in
      seen.append("\(event.kind) \(profile.age)")
    }
    profile.age = 37
    profile.age = 38
    #expect(seen == ["initial 36", "willSet 36", "willSet 37"])
    token.cancel()
  }

  @Test(.reportsAfterStore) func willSetPassComesBeforeDidSetPass() {
    var seen: [String] = []
    let token = withPortableContinuousObservation(options: [.willSet, .didSet, .immediate]) { event in
      seen.append("\(event.kind) \(profile.age)")
    }
    profile.age = 37
    profile.age = 38
    #expect(seen == ["initial 36", "willSet 36", "didSet 37", "willSet 37", "didSet 38"])
    token.cancel()
  }

  @Test(.reportsAfterStore) func everyChangeIsDeliveredInOrder() {
    var ages: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in ages.append(profile.age) }
    for age in 37...1036 { profile.age = age }
    #expect(ages == Array(36...1036))
    token.cancel()
  }

  @Test(.reportsAfterStore) func keepsTwoModelsInStep() {
    let copy = Profile()
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in copy.name = profile.name }
    profile.name = "Grace"
    #expect(copy.name == "Grace")
    token.cancel()
  }

  @Test(.reportsAfterStore) func matchesOnlyWhatChanged() {
    var matches: [[Bool]] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { event in
      _ = (profile.name, profile.age)
      matches.append([event.matches(\Profile.name), event.matches(\Profile.age)])
    }
    profile.name = "Grace"
    profile.age = 40
    #expect(matches == [[false, false], [true, false], [false, true]])
    token.cancel()
  }

  /// Two immediate observations that change what the other reads.
  @Test(.exactBackend) func doesNotRecurse() async {
    let (one, other) = (Profile(), Profile())
    var depth = 0
    var deepest = 0
    func pass(_ body: () -> Void) {
      depth += 1
      deepest = max(deepest, depth)
      body()
      depth -= 1
    }
    let first = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      pass { if one.age < 100 { other.age = one.age + 1 } }
    }
    let second = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      pass { one.age = other.age + 1 }
    }
    one.age = 50
    await eventually { one.age >= 100 }
    #expect(deepest == 2, "each at most once on the stack")
    first.cancel()
    second.cancel()
  }

  /// One observation is told of a change first, and changes what the other reads as well.
  @Test(.reportsAfterStore, arguments: 0..<8) func matchesAChangeThatIsStillBeingReported(round: Int) {
    var matches: [[Bool]] = []
    func start(_ isFollower: Bool) -> PortableObservationToken {
      if isFollower {
        return withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in profile.score = profile.age }
      }
      return withPortableContinuousObservation(options: [.didSet, .immediate]) { event in
        _ = (profile.age, profile.score)
        matches.append([event.matches(\Profile.age), event.matches(\Profile.score)])
      }
    }
    // Which one is told first depends on how the registrar's table happens to be seeded.
    let tokens = [start(round.isMultiple(of: 2)), start(!round.isMultiple(of: 2))]
    matches = []
    profile.age = 40
    #expect(matches.first?[0] == true, "the first pass reads the new age: \(matches)")
    #expect(matches.contains { $0[1] })
    for token in tokens { token.cancel() }
  }

  /// Each changes what the next one reads: the stack of a thread must hold it.
  @Test(.reportsAfterStore) func aLongChainDoesNotOverflowTheStack() async {
    let counters = (0...13_000).map { _ in SharedCounter() }
    let tokens = zip(counters, counters.dropFirst()).map { one, next in
      withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in next.first = one.first }
    }
    counters[0].first = 1
    #expect(counters[64].first == 1, "the first 64 passes run inside the mutation")
    #expect(counters[65].first == 0, "the next one waits for a turn of its own")
    await eventually { counters[13_000].first == 1 }
    for token in tokens { token.cancel() }
  }

  #if canImport(Dispatch)
    /// A program whose main function is asynchronous serves the main queue on whatever thread.
    @Test(.reportsAfterStore) func changeInABlockOfTheMainQueueIsImmediate() async {
      var ages: [Int] = []
      let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in ages.append(profile.age) }
      let seen = await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          MainActor.assumeIsolated {
            profile.age = 37
            continuation.resume(returning: ages)
          }
        }
      }
      #expect(seen == [36, 37])
      token.cancel()
    }
  #endif

  @Test func changeFromAnotherIsolationIsCoalesced() async {
    let counter = SharedCounter()
    var values: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      MainActor.assertIsolated()
      values.append(counter.first)
    }
    let ran = await Task.detached { @concurrent in
      for value in 1...1000 { counter.first = value }
      return true
    }.value
    #expect(ran)
    await eventually { values.last == 1000 }
    #expect(values.count < 1000)
    #expect(values == values.sorted())
    token.cancel()
  }

  @Test(.reportsAfterStore) func withoutIsolationRunsOnTheThreadThatMakesTheChange() {
    let counter = SharedCounter()
    let log = Log<Int>()
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { @Sendable _ in
      log.append(counter.first)
    }
    counter.first = 1
    counter.first = 2
    #expect(log.elements == [0, 1, 2])
    token.cancel()
  }

  @Test(.reportsAfterStore) func cancelInsideTheMutationEndsIt() {
    var passes = 0
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { event in
      passes += 1
      if profile.age == 37 { event.cancel() }
    }
    profile.age = 37
    profile.age = 38
    #expect(passes == 2)
    #expect(!token.isActive)
  }
}

@Suite @MainActor struct OptionsTests {
  private let profile = Profile()

  @Test func willSetPassIsCoalescedAndReadsTheNewValue() async {
    var seen: [String] = []
    let token = withPortableContinuousObservation(options: .willSet) { event in
      seen.append("\(event.kind) \(profile.age)")
    }
    profile.age = 37
    profile.age = 38
    await mainActorTurns()
    #expect(seen == ["initial 36", "willSet 38"])
    token.cancel()
  }

  @Test func willSetAndDidSetMakeOnePassAndDidSetWins() async {
    var seen: [String] = []
    let token = withPortableContinuousObservation(options: [.willSet, .didSet]) { event in
      seen.append("\(event.kind) \(profile.age)")
    }
    profile.age = 37
    await mainActorTurns()
    #expect(seen == ["initial 36", "didSet 37"])
    token.cancel()
  }

  @Test(.publicBackend) func deinitAloneEndsWithTheInitialPassWhereNothingReportsIt() {
    let token = withPortableContinuousObservation(options: .deinit) { _ in _ = profile.age }
    #expect(!token.isActive)
  }

  /// The pass that `.willSet` made due begins before the store; the final value must be seen all the same. With models of our own it isn't due
  /// before.
  @Test(.reportsAfterStore) func willSetAloneSeesAValueThatIsStoredAfterThePassHasBegun() async {
    let executor = ManualExecutor()
    let actor = ManualActor(executor)
    let counter = SharedCounter()
    let log = Log<Int>()
    let token = await actor.observing(.willSet) { _ in
      log.append(counter.first)
    }
    counter.setFirst(1) { executor.runAll() }
    executor.runAll()
    #expect(log.elements == (modelsAreOwn ? [0, 1] : [0, 0, 1]))
    token.cancel()
  }
}
