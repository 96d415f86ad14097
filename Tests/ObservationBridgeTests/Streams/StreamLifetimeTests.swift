import Observation
import ObservationBridgeTesting
import TestSupport
import Testing

@testable import ObservationBridge

/// The end of a stream: its causes, and the release of everything it held.
@Suite @MainActor struct StreamLifetimeTests {
  private let counter = SharedCounter()

  // MARK: Cancellation

  private nonisolated static let kinds: [ObservationStreamOptions] = [
    ObservationStreamOptions(),
    .publicBackend,
    .rateLimit(.debounce(ObservationDebounce(interval: .seconds(1_000_000)))),
    .rateLimit(.throttle(ObservationThrottle(interval: .seconds(1_000_000)))),
  ]

  @Test(arguments: kinds)
  func aConsumerCancelledBeforeItsFirstNextGetsNilAndReadsNothing(options: ObservationStreamOptions) async {
    let counter = counter
    let reads = Log<Void>()
    let consumer = Task {
      while !Task.isCancelled { await Task.yield() }
      let stream = ObservationBridge(options: options) { () -> Int in
        reads.append(())
        return counter.first
      }
      var values = stream.makeAsyncIterator()
      let first = await values.next()
      let second = await values.next()
      return [first, second]
    }
    consumer.cancel()
    #expect(await consumer.value == [nil, nil])
    #expect(reads.elements.isEmpty)
    #expect(counter.registrationCount == 0)
  }

  @Test func cancellingTheTaskEndsAWaitingIteration() async {
    let counter = counter
    let seen = Log<Int>()
    let consumer = Task {
      for await value in ObservationBridge({ counter.first }) { seen.append(value) }
    }
    await eventually { seen.elements == [0] }
    consumer.cancel()
    await consumer.value
    counter.first = 1
    #expect(seen.elements == [0])
    #expect(counter.registrationCount == 0)
  }

  @Test func anIteratorOfACancelledTaskHasEndedForAllTasks() async {
    let counter = counter
    let values = Confined(ObservationBridge { counter.first }.makeAsyncIterator())
    let consumer = Task {
      var values = values.value
      _ = await values.next()
      return await values.next()
    }
    await eventually { counter.registrationCount == 1 }
    consumer.cancel()
    #expect(await consumer.value == nil)
    var again = values.value
    #expect(await again.next() == nil)
  }

  @Test func theClosureIsFreedWhenTheTaskIsCancelledThoughTheIteratorLives() async {
    let counter = counter
    let alive = Canary.Witness()
    let values = Confined(makeStream(counter, Canary(alive)).makeAsyncIterator())
    let consumer = Task {
      var values = values.value
      while await values.next() != nil {}
    }
    await eventually { counter.registrationCount == 1 }
    #expect(alive.alive == 1)
    consumer.cancel()
    await consumer.value
    #expect(alive.alive == 0)
    withExtendedLifetime(values) {}
  }

  private func makeStream(_ counter: SharedCounter, _ canary: Canary) -> ObservationBridge<Int> {
    ObservationBridge { withExtendedLifetime(canary) { counter.first } }
  }

  @Test func droppingTheIteratorEndsTheObservation() async {
    let alive = Canary.Witness()
    do {
      var values = makeStream(counter, Canary(alive)).makeAsyncIterator()
      _ = await values.next()
      #expect(alive.alive == 1)
    }
    #expect(counter.registrationCount == 0)
    #expect(alive.alive == 0)
  }

  @Test func leavingTheLoopEndsTheObservation() async {
    var registrations = 0
    for await _ in ObservationBridge({ counter.first }) {
      registrations = counter.registrationCount
      break
    }
    #expect(registrations > 0)
    #expect(counter.registrationCount == 0)
  }

  @Test(arguments: [
    ObservationStreamOptions(), .rateLimit(.throttle(ObservationThrottle(interval: .zero))),
  ])
  func cancellationRacingAValueResumesOnce(options: ObservationStreamOptions) async {
    for round in 0..<Stress.rounds(brief: 50, full: 500) {
      let counter = SharedCounter()
      let seen = Log<Int>()
      let consumer = Task.detached {
        for await value in ObservationBridge(options: options, { counter.first }) { seen.append(value) }
      }
      await eventually { !seen.elements.isEmpty }
      let change = Task.detached { counter.first = 1 }
      let cancellation = Task.detached { consumer.cancel() }
      await change.value
      await cancellation.value
      await consumer.value
      // Each may come twice: read before the report of the change, or, with the public backend, after it and before the store.
      let values = seen.elements
      #expect(values.first == 0 && values == values.sorted(), "round \(round): \(values)")
      await eventually { counter.registrationCount == 0 }
    }
  }

  // MARK: Owners

  @Test(.reportsAfterStore) func aStreamThatCapturesItsModelWeaklyEndsWhenTheModelIsDeallocated() async {
    var profile: Profile? = Profile()
    weak let reference = profile
    let names = Log<String>()
    let consumer = Task {
      let stream = ObservationBridge<String>.untilFinished {
        guard let profile = reference else { return .finish }
        return .next(profile.name)
      }
      for await name in stream { names.append(name) }
    }
    await mainActorTurns()
    profile?.name = "Grace"
    await mainActorTurns()
    profile = nil
    await consumer.value
    #expect(names.elements == ["Ada", "Grace"])
  }

  @Test(.reportsAfterStore) func aStreamOfAModelEndsWithIt() async {
    var profile: Profile? = Profile()
    let names = Log<String>()
    let stream = ObservationBridge(of: profile!) { $0.name }
    let consumer = Task {
      for await name in stream { names.append(name) }
    }
    await mainActorTurns()
    profile = nil
    await consumer.value
    #expect(names.elements == ["Ada"])
  }

  @Test(.reportsAfterStore) func aStreamOfAModelEndsThoughOthersThatItReadLive() async {
    var profile: Profile? = Profile()
    let other = Profile()
    let stream = ObservationBridge(of: profile!) { $0.name + other.name }
    var names = stream.makeAsyncIterator()
    #expect(await names.next() == "AdaAda")
    profile = nil
    #expect(await names.next() == nil)
    #expect(await names.next() == nil)
  }

  @Test func aStreamOfADeallocatedModelEndsAtOnce() async {
    var profile: Profile? = Profile()
    let stream = ObservationBridge(of: profile!) { $0.name }
    profile = nil
    var names = stream.makeAsyncIterator()
    #expect(await names.next() == nil)
  }

  @Test(.reportsAfterStore) func withARateLimitItEndsWithItsModel() async {
    var profile: Profile? = Profile()
    let options = ObservationStreamOptions.rateLimit(.debounce(ObservationDebounce(interval: .seconds(1_000_000))))
    let stream = ObservationBridge(of: profile!, options: options) { $0.name }
    let names = Log<String>()
    let consumer = Task {
      for await name in stream { names.append(name) }
    }
    await mainActorTurns()
    profile?.name = "Grace"
    await mainActorTurns()
    profile = nil
    await consumer.value
    #expect(names.elements == ["Ada", "Grace"], "what was held back comes before the end")
  }

  @Test(.reportsAfterStore) func anOwnerThatIsNotReadEndsNothing() async {
    var profile: Profile? = Profile()
    let other = Profile()
    var ages = ObservationBridge(of: profile!) { _ in other.age }.makeAsyncIterator()
    #expect(await ages.next() == 36)
    profile = nil
    other.age = 37
    #expect(await ages.next() == nil, "at the next change it is found gone")
  }

  // MARK: Nothing is left

  private actor Home {
    /// Creates streams of this actor and drops them: some unused, some after a value, some while a task waits.
    func createAndDrop(_ options: ObservationStreamOptions, _ clock: ManualClock, _ alive: Canary.Witness) async {
      let counter = SharedCounter()
      for round in 0..<1000 {
        let canary = Canary(alive)
        let stream = ObservationBridge(options: options, clock: clock) {
          self.assertIsolated()
          return withExtendedLifetime(canary) { counter.first }
        }
        var values = stream.makeAsyncIterator()
        if round.isMultiple(of: 2) { _ = await values.next() }
        if round.isMultiple(of: 3) {
          let held = Confined(values)
          let seen = Log<Int>()
          let consumer = Task {
            var values = held.value
            while let value = await values.next() { seen.append(value) }
          }
          if round.isMultiple(of: 5), !round.isMultiple(of: 2) {
            await eventually { !seen.elements.isEmpty }
            counter.first += 1
            // The task is cancelled during a sleep.
            if options.rateLimit != nil { await clock.waitForSleepers() }
          }
          await Task.yield()
          consumer.cancel()
          await consumer.value
        }
      }
      #expect(counter.registrationCount == 0)
    }
  }

  @Test(arguments: kinds) func aThousandStreamsCreatedAndDroppedLeaveNothing(options: ObservationStreamOptions)
    async throws
  {
    let alive = Canary.Witness()
    let clock = ManualClock()
    weak var home: Home?
    do {
      let actor = Home()
      home = actor
      await actor.createAndDrop(options, clock, alive)
      await eventually { alive.alive == 0 }
      // What is let go of elsewhere waits for a turn of the actor.
      await eventually { !PassQueues.exists(for: actor) }
    }
    try clock.checkIdle()
    await eventually { home == nil }
  }

  /// Values, timers, ends and cancellations of many streams at once.
  @Test(
    .exactBackend,
    arguments: [
      ObservationRateLimit.debounce(ObservationDebounce(interval: .microseconds(200))),
      .debounce(ObservationDebounce(interval: .microseconds(200), mode: .delayedFirst)),
      .throttle(ObservationThrottle(interval: .microseconds(200))),
      .throttle(ObservationThrottle(interval: .microseconds(200), mode: .earliest)),
    ]
  )
  func timersRacingValuesAndCancellationLoseNothing(limit: ObservationRateLimit) async {
    for round in 0..<Stress.rounds(brief: 30, full: 200) {
      let counter = SharedCounter()
      let seen = Log<Int>()
      let consumer = Task.detached {
        let stream = ObservationBridge<Int>.untilFinished(options: .rateLimit(limit)) {
          counter.second == 0 ? .next(counter.first) : .finish
        }
        for await value in stream { seen.append(value) }
      }
      Thread.run {
        for value in 1...20 {
          counter.first = value
          if value.isMultiple(of: 5) { Thread.yield() }
        }
      }
      if round.isMultiple(of: 5) {
        consumer.cancel()
      } else {
        await eventually { seen.elements.last == 20 }
        counter.second = 1
      }
      await consumer.value
      #expect(seen.elements == seen.elements.sorted())
      // A pass that was running on another thread ends first.
      await eventually { counter.registrationCount == 0 }
    }
  }
}
