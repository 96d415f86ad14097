import Observation
import ObservationBridgeTesting
import TestSupport
import Testing

@testable import ObservationBridge

/// Streams that end with a value: `.last`.
@Suite @MainActor struct LastValueTests {
  private let profile = Profile()

  nonisolated static let options: [ObservationStreamOptions] = [
    ObservationStreamOptions(), .publicBackend,
    .throttle(.seconds(1_000_000)), .throttle(.seconds(1_000_000), mode: .earliest), .throttle(.zero),
    .debounce(.seconds(1_000_000)), .debounce(.seconds(1_000_000), mode: .delayedFirst),
  ]

  /// The value and the condition change in one turn.
  private func finish(with age: Int) {
    profile.age = age
    profile.isShown = false
  }

  /// Collects what a stream delivers; the last value comes after the first, unless that waits.
  private func elements<Value, Failure>(
    of stream: ObservationStream<Value, Failure>,
    _ options: ObservationStreamOptions
  ) async throws -> [Value] where Value: Sendable {
    let log = Log<Value>()
    let consumer = Task { for try await value in stream { log.append(value) } }
    if options == .debounce(.seconds(1_000_000), mode: .delayedFirst) {
      await mainActorTurns()
    } else {
      await eventually { log.elements.count == 1 }
    }
    finish(with: 100)
    try await consumer.value
    return log.elements
  }

  private func expected(_ options: ObservationStreamOptions) -> [Int] {
    options == .debounce(.seconds(1_000_000), mode: .delayedFirst) ? [100] : [36, 100]
  }

  // MARK: Forms of closures

  @Test(arguments: options) func theLastValueIsDelivered(options: ObservationStreamOptions) async throws {
    let ages = ObservationBridge.untilFinished(options: options) {
      profile.isShown ? .next(profile.age) : .last(profile.age)
    }
    #expect(try await elements(of: ages, options) == expected(options))
  }

  @Test(arguments: options) func aClosureThatMayThrowDeliversItToo(options: ObservationStreamOptions) async throws {
    let ages = ObservationStream.untilFinished(options: options) { () throws(Refusal) in
      if profile.age < 0 { throw Refusal() }
      return profile.isShown ? .next(profile.age) : .last(profile.age)
    }
    #expect(try await elements(of: ages, options) == expected(options))
  }

  @Test(arguments: options) func aClosureOfAnActorDeliversItToo(options: ObservationStreamOptions) async {
    var seen: [Int] = []
    let ages = ObservationBridge<Int>.untilFinished(on: MainActor.shared, options: options) {
      profile.isShown ? .next(profile.age) : .last(profile.age)
    }
    finish(with: 100)
    for await age in ages { seen.append(age) }
    #expect(seen == [100])
  }

  @Test(arguments: options) func valuesConfinedToTheirActorAreDelivered(options: ObservationStreamOptions) async {
    let draft = Draft()
    let drafts = ObservationBridge<Draft>.untilFinished(options: options) {
      draft.text.isEmpty ? .next(draft) : .last(draft)
    }
    var texts: [String] = []
    draft.text = "done"
    for await draft in drafts { texts.append(draft.text) }
    #expect(texts == ["done"])
  }

  /// The closure belongs to nobody, and its condition is changed last by another thread.
  @Test(arguments: [ObservationStreamOptions(), .publicBackend, .throttle(.zero), .debounce(.zero)])
  nonisolated func anotherThreadsLastValueIsDelivered(options: ObservationStreamOptions) async {
    for _ in 0..<Stress.rounds(brief: 3, full: 30) {
      let counter = SharedCounter()
      let values = ObservationBridge.untilFinished(options: options) { @Sendable in
        counter.second == 1 ? .last(counter.first) : .next(counter.first)
      }
      let consumer = Task { () -> Int? in
        var last: Int?
        for await value in values { last = value }
        return last
      }
      Thread.run {
        for value in 1...20 { counter.first = value }
        counter.second = 1
      }
      #expect(await consumer.value == 20)
    }
  }

  // MARK: Consumers

  @Test(arguments: options) func eachConsumerGetsTheLastValue(options: ObservationStreamOptions) async throws {
    let ages = ObservationBridge.untilFinished(options: options) {
      profile.isShown ? .next(profile.age) : .last(profile.age)
    }
    let consumers = (0..<3).map { _ in
      Task { () -> Int? in
        var last: Int?
        for await age in ages { last = age }
        return last
      }
    }
    await mainActorTurns()
    finish(with: 100)
    for consumer in consumers { #expect(await consumer.value == 100) }
  }

  /// Without waiting for the interval.
  @Test(arguments: options) func aSlowConsumerGetsTheLastValueInPlaceOfAnOlderOne(
    options: ObservationStreamOptions
  ) async {
    var ages = ObservationBridge.untilFinished(options: options) {
      profile.isShown ? .next(profile.age) : .last(profile.age)
    }.makeAsyncIterator()
    if options != .debounce(.seconds(1_000_000), mode: .delayedFirst) { #expect(await ages.next() == 36) }
    profile.age = 37
    await mainActorTurns()
    finish(with: 100)
    await mainActorTurns()
    #expect(await ages.next() == 100)
    #expect(await ages.next() == nil)
    #expect(await ages.next() == nil)
  }

  @Test(arguments: options) func theFirstValueMayBeTheLast(options: ObservationStreamOptions) async {
    var ages = ObservationBridge<Int>.untilFinished(options: options) { .last(profile.age) }.makeAsyncIterator()
    #expect(await ages.next() == 36)
    profile.age = 37
    #expect(await ages.next() == nil)
  }

  /// It is a value like any other, though the stream ends with it.
  @Test(arguments: [false, true]) func aLastValueThatEqualsTheOneBeforeIsADuplicate(removesDuplicates: Bool)
    async throws
  {
    let ages = ObservationBridge.untilFinished { profile.isShown ? .next(profile.age) : .last(profile.age) }
    let log = Log<Int>()
    let consumer = Task {
      for await age in removesDuplicates ? ages.removeDuplicates() : ages { log.append(age) }
    }
    await eventually { log.elements == [36] }
    profile.isShown = false
    await consumer.value
    #expect(log.elements == (removesDuplicates ? [36] : [36, 36]))
  }

  // MARK: The end

  @Test(arguments: options) func afterTheLastValueNothingIsReadOrKept(options: ObservationStreamOptions) async {
    let witness = Canary.Witness()
    let reads = Log<Void>()
    do {
      var ages = stream(options, Canary(witness), reads).makeAsyncIterator()
      profile.isShown = false
      #expect(await ages.next() == 36)
      let count = reads.elements.count
      profile.age = 37
      await mainActorTurns()
      #expect(await ages.next() == nil)
      #expect(reads.elements.count == count)
    }
    await eventually { witness.alive == 0 }
  }

  private func stream(
    _ options: ObservationStreamOptions,
    _ canary: Canary,
    _ reads: Log<Void>
  ) -> ObservationBridge<Int> {
    ObservationBridge.untilFinished(options: options) {
      withExtendedLifetime(canary) {}
      reads.append(())
      return profile.isShown ? .next(profile.age) : .last(profile.age)
    }
  }

  @Test(arguments: options) func aModelThatIsHeldWeaklyMayHaveALastValue(options: ObservationStreamOptions) async {
    var model: Profile? = Profile()
    let ages = ObservationBridge<Int>.untilFinished(options: options) { [weak model] in
      guard let model else { return .finish }
      return model.isShown ? .next(model.age) : .last(model.age)
    }
    let log = Log<Int>()
    let consumer = Task { for await age in ages { log.append(age) } }
    await mainActorTurns()
    model?.age = 100
    model?.isShown = false
    await consumer.value
    #expect(log.elements.last == 100)
    weak let reference = model
    model = nil
    #expect(reference == nil)
  }

  @Test func aCancelledTaskGetsNoLastValue() async {
    let ages = ObservationBridge.untilFinished { profile.isShown ? .next(profile.age) : .last(profile.age) }
    let log = Log<Int>()
    let consumer = Task { for await age in ages { log.append(age) } }
    await eventually { log.elements == [36] }
    consumer.cancel()
    finish(with: 100)
    await consumer.value
    #expect(log.elements == [36])
  }

  // MARK: Over time

  @Test(
    arguments: [
      ("abcd|", nil, "abcd[d|]"),
      ("abcd|", .throttle(.seconds(3)), "a--c[d|]"),
      ("abcd----e-f|", .throttle(.seconds(3)), "a--c--d--e-[f|]"),
      ("ab-c---d|", .debounce(.seconds(3)), "a-----c-[d|]"),
      ("ab-c---d|", .debounce(.seconds(3), mode: .delayedFirst), "------c-[d|]"),
      ("abc-d|", .throttle(.seconds(3), mode: .earliest), "a--b-[d|]"),
    ] as [(String, ObservationStreamOptions?, String)]
  )
  nonisolated func aLimitDeliversItAtOnce(
    input: String,
    options: ObservationStreamOptions?,
    expected: String
  ) async throws {
    let output = try await Timeline(input).run { run in
      ObservationBridge.untilFinished(options: options ?? ObservationStreamOptions(), clock: run.clock) {
        run.input.isFinished ? .last(run.input.value) : .next(run.input.value)
      }
    }
    #expect(output == expected)
  }

  @Test(
    arguments: [
      (ObservationStreamOptions.throttle(.seconds(3)), .throttle(ObservationThrottle(interval: .seconds(3)))),
      (.throttle(.seconds(3), mode: .earliest), .throttle(ObservationThrottle(interval: .seconds(3), mode: .earliest))),
      (.debounce(.seconds(3)), .debounce(ObservationDebounce(interval: .seconds(3)))),
      (
        .debounce(.seconds(3), tolerance: .seconds(1), mode: .delayedFirst),
        .debounce(ObservationDebounce(interval: .seconds(3), tolerance: .seconds(1), mode: .delayedFirst))
      ),
    ] as [(ObservationStreamOptions, ObservationRateLimit)]
  )
  nonisolated func aRateLimitHasAShortForm(options: ObservationStreamOptions, limit: ObservationRateLimit) {
    #expect(options == .rateLimit(limit))
    #expect(options.backend == .automatic)
  }
}

private struct Refusal: Error {}
