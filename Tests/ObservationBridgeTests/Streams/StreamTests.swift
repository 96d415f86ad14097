import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// The values delivered by a stream.
@Suite @MainActor struct StreamTests {
  private let profile = Profile()

  @Test func theCurrentValueComesFirst() async {
    var values = ObservationBridge { profile.name }.makeAsyncIterator()
    #expect(await values.next() == "Ada")
  }

  @Test func aFunctionMakesTheSame() async {
    var values = makeObservationBridgeStream { profile.age }.makeAsyncIterator()
    #expect(await values.next() == 36)
    profile.age = 37
    #expect(await values.next() == 37)
  }

  @Test func changesInOneTurnMakeOneValue() async {
    let ages = Log<Int>()
    let consumer = Task {
      for await age in ObservationBridge({ profile.age }) { ages.append(age) }
    }
    await mainActorTurns()
    for age in 37...50 { profile.age = age }
    await mainActorTurns()
    profile.age = 60
    await mainActorTurns()
    consumer.cancel()
    await consumer.value
    #expect(ages.elements == [36, 50, 60])
  }

  @Test func anEqualAssignmentMakesNoValue() async {
    let ages = Log<Int>()
    let consumer = Task {
      for await age in ObservationBridge({ profile.age }) { ages.append(age) }
    }
    await mainActorTurns()
    profile.age = 36
    await mainActorTurns()
    profile.age = 37
    await mainActorTurns()
    consumer.cancel()
    await consumer.value
    #expect(ages.elements == [36, 37])
  }

  /// Nothing is kept for a slow consumer but the newest.
  @Test func aSlowConsumerGetsTheNewestValue() async {
    var ages = ObservationBridge { profile.age }.makeAsyncIterator()
    #expect(await ages.next() == 36)
    for age in 100...10_000 {
      profile.age = age
      if age.isMultiple(of: 1000) { await mainActorTurns(1) }
    }
    #expect(await ages.next() == 10_000)
    profile.age = 1
    #expect(await ages.next() == 1)
  }

  /// Replay, then live.
  @Test func subscribingAndChangingAtOnceLosesNothingAndDoublesNothing() async {
    let ages = Log<Int>()
    let consumer = Task {
      for await age in ObservationBridge({ profile.age }) {
        ages.append(age)
        if age < 60 { profile.age += 1 }
      }
    }
    await eventually { ages.elements.last == 60 }
    profile.age = 70
    await mainActorTurns()
    consumer.cancel()
    await consumer.value
    #expect(ages.elements == Array(36...60) + [70])
  }

  @Test func readPropertiesMayDifferFromValueToValue() async {
    var names = ObservationBridge { profile.isShown ? profile.name : "hidden" }.makeAsyncIterator()
    #expect(await names.next() == "Ada")
    profile.isShown = false
    #expect(await names.next() == "hidden")
    profile.name = "Grace"
    profile.isShown = true
    #expect(await names.next() == "Grace")
    profile.name = "Joan"
    #expect(await names.next() == "Joan")
  }

  @Test func severalModelsMakeOneStream() async {
    let other = Profile()
    var ages = ObservationBridge { [profile.age, other.age] }.makeAsyncIterator()
    #expect(await ages.next() == [36, 36])
    other.age = 1
    #expect(await ages.next() == [36, 1])
    profile.age = 2
    other.age = 3
    #expect(await ages.next() == [2, 3])
  }

  @Test func optionalValuesAreDelivered() async {
    var names = ObservationBridge { profile.nickname }.makeAsyncIterator()
    #expect(await names.next() == .some(nil))
    profile.nickname = "Countess"
    #expect(await names.next() == .some("Countess"))
    profile.nickname = nil
    #expect(await names.next() == .some(nil))
  }

  @Test(.knowsWhatIsRead) func aGenericModelIsReadOncePerChange() async {
    let box = Box(0)
    let reads = Log<Int>()
    var values = ObservationBridge(on: MainActor.shared) { () -> Int in
      reads.append(box.value)
      return box.value
    }.makeAsyncIterator()
    #expect(await values.next() == 0)
    let confirmed = modelsAreOwn ? [0] : [0, 0]
    #expect(reads.elements == confirmed)
    box.value = 1
    #expect(await values.next() == 1)
    #expect(reads.elements == confirmed + [1])
  }

  // MARK: Composition

  @Test func operatorsOfTheStandardLibraryWorkOnIt() async {
    let profile = profile
    let texts = ObservationBridge { profile.age }.filter { $0.isMultiple(of: 2) }.map { "\($0)" }.dropFirst().prefix(2)
    let seen = Log<String>()
    let consumer = Task {
      for await text in texts { seen.append(text) }
    }
    await mainActorTurns()
    for age in 37...45 {
      profile.age = age
      await mainActorTurns()
    }
    await consumer.value
    #expect(seen.elements == ["38", "40"])
  }

  @Test func readingThroughAnObjectSwitchesToTheLatest() async {
    let (first, second) = (Profile(), Profile())
    profile.friend = first
    let names = Log<String?>()
    let consumer = Task {
      for await name in ObservationBridge({ profile.friend?.name }) { names.append(name) }
    }
    await mainActorTurns()
    first.name = "Grace"
    await mainActorTurns()
    profile.friend = second
    await mainActorTurns()
    first.name = "not observed any more"
    await mainActorTurns()
    second.name = "Joan"
    await mainActorTurns()
    profile.friend = nil
    await mainActorTurns()
    consumer.cancel()
    await consumer.value
    #expect(names.elements == ["Ada", "Grace", "Ada", "Joan", nil])
  }

  // MARK: Iterators

  /// The standard library's sequence gives `[1, 2, 2]` here.
  @Test func iteratingTwiceStartsAgainWithoutDuplicates() async {
    let ages = ObservationBridge { profile.age }
    var seen: [Int] = []
    for await age in ages {
      seen.append(age)
      if age == 37 { break }
      profile.age = 37
    }
    for await age in ages {
      seen.append(age)
      if age == 38 { break }
      profile.age = 38
    }
    #expect(seen == [36, 37, 37, 38])
  }

  @Test func iteratorsAtTheSameTimeEachGetEveryValue() async {
    let ages = ObservationBridge { profile.age }
    let logs = (0..<3).map { _ in Log<Int>() }
    let consumers = logs.map { log in
      Task {
        for await age in ages { log.append(age) }
      }
    }
    await mainActorTurns()
    for age in [37, 38, 39] {
      profile.age = age
      await mainActorTurns()
    }
    for consumer in consumers {
      consumer.cancel()
      await consumer.value
    }
    for log in logs { #expect(log.elements == [36, 37, 38, 39]) }
  }

  @Test func anIteratorMayOutliveItsSequence() async {
    var sequence: ObservationBridge<Int>? = ObservationBridge { profile.age }
    var ages = sequence!.makeAsyncIterator()
    sequence = nil
    #expect(await ages.next() == 36)
    profile.age = 37
    #expect(await ages.next() == 37)
  }

  @Test func anIteratorThatWasNotAskedObservesNothing() async {
    let reads = Log<Void>()
    let ages = ObservationBridge {
      reads.append(())
      return profile.age
    }
    var iterator = ages.makeAsyncIterator()
    await mainActorTurns()
    #expect(reads.elements.isEmpty)
    _ = await iterator.next()
    #expect(!reads.elements.isEmpty)
  }

  // MARK: Duplicates

  @Test func equalValuesInARowAreLeftOut() async {
    let parities = Log<Bool>()
    let consumer = Task {
      for await isEven in ObservationBridge({ profile.age.isMultiple(of: 2) }).removeDuplicates() {
        parities.append(isEven)
      }
    }
    await mainActorTurns()
    for age in [38, 39, 41, 42] {
      profile.age = age
      await mainActorTurns()
    }
    consumer.cancel()
    await consumer.value
    #expect(parities.elements == [true, false, true])
  }

  @Test func aPredicateComparesWithWhatWasDeliveredLast() async {
    let ages = Log<Int>()
    let consumer = Task {
      let stream = ObservationBridge { profile.age }.removeDuplicates { abs($0 - $1) < 3 }
      for await age in stream { ages.append(age) }
    }
    await mainActorTurns()
    for age in [37, 38, 39, 40] {
      profile.age = age
      await mainActorTurns()
    }
    consumer.cancel()
    await consumer.value
    #expect(ages.elements == [36, 39])
  }

  @Test func twoPredicatesLeaveOutWhatEitherDoes() async {
    let ages = Log<Int>()
    let stream = ObservationBridge { profile.age }.removeDuplicates { $0 / 10 == $1 / 10 }.removeDuplicates {
      $0 % 10 == $1 % 10
    }
    let consumer = Task {
      for await age in stream { ages.append(age) }
    }
    for age in [36, 37, 46, 47, 58] {
      profile.age = age
      await mainActorTurns()
    }
    consumer.cancel()
    await consumer.value
    #expect(ages.elements == [36, 47, 58])
  }

  // MARK: Ends

  private struct Refusal: Error, Equatable {
    let age: Int
  }

  @Test func aThrowingClosureEndsTheStreamWithItsError() async {
    let ages = ObservationStream { () throws(Refusal) in
      if profile.age > 40 { throw Refusal(age: profile.age) }
      return profile.age
    }
    var seen: [Int] = []
    do throws(Refusal) {
      for try await age in ages {
        seen.append(age)
        profile.age += 3
      }
      Issue.record("No error")
    } catch {
      #expect(error == Refusal(age: 42))
    }
    #expect(seen == [36, 39])
  }

  @Test func afterTheErrorTheStreamHasEnded() async throws {
    var ages = ObservationStream { () throws(Refusal) -> Int in throw Refusal(age: 1) }.makeAsyncIterator()
    await #expect(throws: Refusal(age: 1)) { try await ages.next() }
    #expect(try await ages.next() == nil)
    #expect(try await ages.next() == nil)
  }

  @Test func aStreamEndsWhenItsClosureSaysSo() async {
    let ages = ObservationBridge<Int>.untilFinished {
      profile.age < 39 ? .next(profile.age) : .finish
    }
    var seen: [Int] = []
    for await age in ages {
      seen.append(age)
      profile.age += 1
    }
    #expect(seen == [36, 37, 38])
  }

  /// A first reading is repeated before it is delivered; what counts is what the second says.
  @Test(
    .plainModels("what is read of models of our own needs no confirmation"),
    arguments: [ObservationStreamOptions(), .rateLimit(.throttle(ObservationThrottle(interval: .zero)))]
  )
  func anEndFoundWhileTheFirstReadingIsConfirmedCounts(options: ObservationStreamOptions) async {
    let reads = Log<Void>()
    let ages = ObservationBridge<Int>.untilFinished(options: options) {
      reads.append(())
      return reads.elements.count == 1 ? .next(profile.age) : .finish
    }
    var iterator = ages.makeAsyncIterator()
    #expect(await iterator.next() == nil)
    #expect(reads.elements.count == 2)
  }

  /// Reads an object that no pass before has read, each time, and is disturbed while it does.
  @Test(
    .exactBackend,
    arguments: [ObservationStreamOptions(), .rateLimit(.throttle(ObservationThrottle(interval: .zero)))]
  )
  func valuesAreDeliveredThoughTheClosureReadsSomethingNewEachTime(options: ObservationStreamOptions) async {
    for disturbed in 1...12 {
      let counter = SharedCounter()
      let reads = Log<Void>()
      let values = Log<Int>()
      let consumer = Task { @MainActor in
        let stream = ObservationBridge(options: options) { () -> Int in
          reads.append(())
          _ = SharedCounter().first
          let value = counter.first
          if reads.elements.count == disturbed { Thread.run { counter.first += 1 } }
          return value
        }
        for await value in stream { values.append(value) }
      }
      await eventually { !values.elements.isEmpty }
      counter.first = 100
      await eventually { values.elements.last == counter.first }
      consumer.cancel()
      await consumer.value
    }
  }

  @Test func anIntervalWithoutEndTrapsNothing() async {
    for limit in [
      ObservationRateLimit.debounce(ObservationDebounce(interval: .seconds(Int64.max))),
      .throttle(ObservationThrottle(interval: .seconds(Int64.max))),
    ] {
      let ages = Log<Int>()
      let consumer = Task {
        for await age in ObservationBridge(options: .rateLimit(limit), { profile.age }) { ages.append(age) }
      }
      await mainActorTurns()
      profile.age += 1
      await mainActorTurns()
      consumer.cancel()
      await consumer.value
      #expect(ages.elements.count == 1)
    }
  }

  /// A clock whose sleeps end too early, or fail.
  private struct HastyClock: Clock {
    let fails: Bool
    let base = ContinuousClock()
    var now: ContinuousClock.Instant { base.now }
    var minimumResolution: Duration { .zero }

    struct Failure: Error {}

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      if fails { throw Failure() }
    }
  }

  @Test(arguments: [false, true]) func aClockThatWakesEarlyOrFailsHoldsNothingBack(fails: Bool) async {
    let limit = ObservationStreamOptions.rateLimit(.debounce(ObservationDebounce(interval: .seconds(1_000_000))))
    var ages = ObservationBridge(options: limit, clock: HastyClock(fails: fails)) { profile.age }.makeAsyncIterator()
    #expect(await ages.next() == 36)
    profile.age = 37
    #expect(await ages.next() == 37)
  }

  @Test func aFinishedIteratorStaysFinished() async {
    var ages = ObservationBridge<Int>.untilFinished { .finish }.makeAsyncIterator()
    #expect(await ages.next() == nil)
    profile.age += 1
    #expect(await ages.next() == nil)
  }

  // MARK: Options

  @Test func thePublicBackendDeliversTheSame() async {
    let ages = Log<Int>()
    let consumer = Task {
      for await age in ObservationBridge(options: .publicBackend, { profile.age }) { ages.append(age) }
    }
    await mainActorTurns()
    for age in [37, 38, 39] {
      profile.age = age
      await mainActorTurns()
    }
    consumer.cancel()
    await consumer.value
    #expect(ages.elements == [36, 37, 38, 39])
  }

  @Test func optionsAreValues() {
    let debounce = ObservationDebounce(interval: .nanoseconds(1), tolerance: .nanoseconds(3), mode: .delayedFirst)
    let options = ObservationStreamOptions(rateLimit: .debounce(debounce), backend: .public)
    #expect(options.rateLimit == .debounce(debounce))
    #expect(options != .rateLimit(.debounce(debounce)))
    #expect(ObservationStreamOptions.rateLimit(.debounce(debounce)).backend == .automatic)
    #expect(ObservationStreamOptions.publicBackend == ObservationStreamOptions(rateLimit: nil, backend: .public))
    #expect(ObservationDebounce(interval: .seconds(1)).mode == .immediateFirst)
    #expect(ObservationThrottle(interval: .seconds(1)).mode == .latest)
    #expect(debounce.interval == .nanoseconds(1))
  }
}
