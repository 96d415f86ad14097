import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// When mutation stops, a pass has begun that sees the final values.
///
/// A shorter run of what the benchmarks do with 20,000 bursts.
@Suite(.serialized) struct LostUpdateTests {
  enum Profile: String, CaseIterable, Sendable {
    case pauses, noPauses, singleChanges, slowStore

    var burst: ClosedRange<Int> { self == .singleChanges ? 1...1 : 1...20 }
  }

  enum Place: String, CaseIterable, Sendable {
    case nonisolated, actor, mainActor
  }

  private actor Home {
    func observe(_ options: ObservationOptions, _ pass: @escaping @Sendable () -> Void) -> PortableObservationToken {
      withPortableContinuousObservation(options: options) { _ in
        self.assertIsolated()
        pass()
      }
    }
  }

  @Test(.reportsAfterStore, arguments: Profile.allCases, Place.allCases)
  func noBurstEndsOnAStaleValue(profile: Profile, place: Place) async {
    #expect(await staleBursts(of: Stress.rounds(brief: 50, full: 1000), .didSet, profile, place) == 0)
  }

  @Test(arguments: Profile.allCases, Place.allCases)
  func noBurstEndsOnAStaleValueWithConfirming(profile: Profile, place: Place) async {
    #expect(await staleBursts(of: Stress.rounds(brief: 50, full: 300), [.didSet, .confirming], profile, place) == 0)
  }

  /// Without that option the public interface of the standard library can't promise it; what is left must be rare.
  @Test(.publicBackend, arguments: Profile.allCases, Place.allCases)
  func hardlyAnyBurstEndsOnAStaleValue(profile: Profile, place: Place) async {
    #expect(await staleBursts(of: Stress.rounds(brief: 100, full: 300), .didSet, profile, place) <= 3)
  }

  private func staleBursts(
    of count: Int,
    _ options: ObservationOptions,
    _ profile: Profile,
    _ place: Place
  ) async -> Int {
    let run = StressRun(profile)
    let token = await start(run, options, place)
    let stale = await run.staleBursts(of: count)
    #expect(!run.hasGoneBack, "an older value after a newer one")
    token.cancel()
    return stale
  }

  private func start(
    _ run: StressRun,
    _ options: ObservationOptions,
    _ place: Place
  ) async -> PortableObservationToken {
    switch place {
    case .nonisolated: withPortableContinuousObservation(options: options) { @Sendable _ in run.pass() }
    case .actor: await Home().observe(options) { run.pass() }
    case .mainActor:
      await MainActor.run { withPortableContinuousObservation(options: options) { @MainActor _ in run.pass() } }
    }
  }
}

/// Changes that other threads make while a pass runs.
@Suite struct RacingChangesTests {
  @Test(.exactBackend) func changeByAnotherThreadDuringAPassLeadsToAnother() async {
    let executor = ManualExecutor()
    let actor = ManualActor(executor)
    let counter = SharedCounter()
    let log = Log<Int>()
    let token = await actor.observing { _ in
      let value = counter.first
      log.append(value)
      // After the reading, before the pass ends; the registration of the pass before is still in place.
      if value == 1 { Thread.run { counter.first = 2 } }
    }
    counter.first = 1
    executor.runAll()
    #expect(log.elements == [0, 1, 2])
    token.cancel()
  }

  @Test func changeBetweenTheReportAndThePassIsSeenByThatPass() async {
    let executor = ManualExecutor()
    let actor = ManualActor(executor)
    let counter = SharedCounter()
    let log = Log<Int>()
    let token = await actor.observing { _ in
      log.append(counter.first)
    }
    counter.first = 1
    Thread.run { counter.first = 2 }
    executor.runTurn()
    #expect(log.elements == [0, 2])
    token.cancel()
  }

  /// A pass that begins between the report and the store of another thread's change reads the old value; the new one
  /// makes another pass due. With models of our own none is due before the store.
  @Test(.reportsAfterStore) func changeStoredAfterThePassHasReadLeadsToAnother() async {
    let executor = ManualExecutor()
    let actor = ManualActor(executor)
    let counter = SharedCounter()
    let log = Log<Int>()
    let token = await actor.observing([.willSet, .didSet]) { _ in
      log.append(counter.first)
    }
    Thread.run {
      counter.setFirst(1) { executor.runAll() }
    }
    executor.runAll()
    #expect(log.elements == (modelsAreOwn ? [0, 1] : [0, 0, 1]))
    token.cancel()
  }

  @Test(.publicBackend) func changeStoredAfterThePassHasReadIsReportedAgain() async {
    let executor = ManualExecutor()
    let actor = ManualActor(executor)
    let counter = SharedCounter()
    let log = Log<Int>()
    let token = await actor.observing { _ in
      log.append(counter.first)
    }
    Thread.run {
      counter.setFirst(1) { executor.runAll() }
    }
    await eventually {
      executor.runAll()
      return log.elements.last == 1
    }
    token.cancel()
  }

  /// The change comes after the reading and before the registration; see "The first reading" in the documentation.
  @Test(arguments: [ObservationOptions.didSet, .willSet, [.didSet, .immediate]])
  func changeDuringTheFirstReadingIsSeenWithConfirming(options: ObservationOptions) async {
    let counter = SharedCounter()
    let log = Log<Int>()
    let token = withPortableContinuousObservation(options: options.union(.confirming)) { @Sendable event in
      let value = counter.first
      log.append(value)
      if event.kind == .initial {
        let matches = event.matches(\SharedCounter.first)
        #expect(!matches)
        Thread.run { counter.first = 1 }
      } else {
        let matches = event.matches(\SharedCounter.first)
        #expect(matches)
      }
    }
    await eventually { log.elements.last == 1 }
    token.cancel()
  }

  @Test(.reportsAfterStore) func changeDuringTheFirstReadingOfALaterPassIsSeenWithConfirming() async {
    let counter = SharedCounter()
    let log = Log<Int>()
    let token = withPortableContinuousObservation(options: [.didSet, .confirming]) { @Sendable _ in
      if counter.first == 0 { return }
      let value = counter.second
      log.append(value)
      if value == 0 { Thread.run { counter.second = 1 } }
    }
    counter.first = 1
    await eventually { log.elements == [0, 1] }
    token.cancel()
  }

  @Test @MainActor func confirmingAddsOnePassWhereNothingWasMissed() async {
    let profile = Profile()
    var ages: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .confirming]) { _ in ages.append(profile.age) }
    await mainActorTurns()
    // The public backend goes on reading, with longer and longer pauses.
    let confirmed = modelsAreOwn ? [36] : [36, 36]
    #expect(Tracking.isExact ? ages == confirmed : ages.count >= 2)
    profile.age = 37
    await mainActorTurns()
    #expect(Tracking.isExact ? ages == confirmed + [37] : ages.last == 37)
    token.cancel()
  }

  /// Every key path that changed matches in a pass that follows the change, though two threads change two properties of
  /// one model at once.
  @Test func noKeyPathIsMissedThoughTwoThreadsChangeTwoProperties() async {
    struct Seen {
      var first = 0
      var second = 0
      var matched = (first: 0, second: 0)
    }
    let counter = SharedCounter()
    let seen = LockedState(Seen())
    let token = withPortableContinuousObservation { @Sendable event in
      let matches = (event.matches(\SharedCounter.first), event.matches(\SharedCounter.second))
      let values = (counter.first, counter.second)
      seen.withLock {
        ($0.first, $0.second) = values
        if matches.0 { $0.matched.first = values.0 }
        if matches.1 { $0.matched.second = values.1 }
      }
    }
    await withTaskGroup { group in
      group.addTask { @concurrent in for value in 1...20_000 { counter.first = value } }
      group.addTask { @concurrent in for value in 1...20_000 { counter.second = value } }
    }
    await eventually { seen.withLock { $0.matched.first == 20_000 && $0.matched.second == 20_000 } }
    token.cancel()
  }
}
