import ObservationBridge
import ObservationBridgeTesting
import Testing

/// Streams over time: inputs and outputs, a second for each symbol.
@Suite struct StreamTimelineTests {
  /// The output of a stream for the drawn state. The run proves that nothing sleeps at its end.
  private func output(
    of input: String,
    _ limit: ObservationRateLimit?,
    backend: ObservationStreamOptions.Backend = .automatic
  ) async throws -> String {
    try await Timeline(input).run { run in
      values(of: run, ObservationStreamOptions(rateLimit: limit, backend: backend))
    }
  }

  @Test(arguments: [
    ("ab--c-[de]-f|", "ab--c-e-f|"),
    ("a|", "a|"),
    ("a---", "a---"),
    ("ab!", "ab!"),
    ("ab-x-c", "ab-|--"),
    ("x", "|"),
  ])
  func withoutALimit(_ input: String, _ expected: String) async throws {
    #expect(try await output(of: input, nil) == expected)
    #expect(try await output(of: input, nil, backend: .public) == expected)
  }

  @Test(arguments: [
    ("ab-c---d|", "a-----c-[d|]"),
    ("a------", "a------"),
    ("abcdefgh------", "a---------h---"),
    ("a-b-c-d----e", "a--------d----e"),
    ("a[bc]---d", "a---c---d"),
    ("ab!", "a-[b!]"),
    ("a!", "a!"),
    ("ab-x--", "a--|--"),
    ("x", "|"),
  ])
  func debounce(_ input: String, _ expected: String) async throws {
    #expect(try await output(of: input, debouncing()) == expected)
    #expect(try await output(of: input, debouncing(), backend: .public) == expected)
  }

  @Test(arguments: [
    ("ab-c---d|", "------c-[d|]"),
    ("a------", "---a---"),
    ("a", "---a"),
    ("abcdefgh------", "----------h---"),
    ("a|", "-[a|]"),
    ("ab!", "--[b!]"),
    ("a-x--", "--|--"),
  ])
  func debounceOfTheFirstValueToo(_ input: String, _ expected: String) async throws {
    #expect(try await output(of: input, debouncing(3, .delayedFirst)) == expected)
  }

  @Test(arguments: [
    ("abcd----e-f|", "a--c--d--e-[f|]"),
    ("ab------", "a--b----"),
    ("a---b---c", "a---b---c"),
    ("abcdefghij", "a--c--f--i--j"),
    ("a[bc]d!", "a--[d!]"),
    ("abx---", "a-|---"),
    ("x", "|"),
  ])
  func throttle(_ input: String, _ expected: String) async throws {
    #expect(try await output(of: input, throttling()) == expected)
    #expect(try await output(of: input, throttling(), backend: .public) == expected)
  }

  @Test(arguments: [
    ("abcd----e-f|", "a--b--d--e-[f|]"),
    ("ab------", "a--b----"),
    ("abc-------", "a--b--c---"),
    ("abcdefghij", "a--b--d--g--j"),
    ("abc|", "a--[bc|]"),
    ("abc-d|", "a--b-[d|]"),
  ])
  func throttleThatKeepsTheEarliest(_ input: String, _ expected: String) async throws {
    #expect(try await output(of: input, throttling(3, .earliest)) == expected)
  }

  @Test(arguments: [debouncing(0), debouncing(0, .delayedFirst), throttling(0), throttling(0, .earliest)])
  func anIntervalOfZeroIsNoLimit(limit: ObservationRateLimit) async throws {
    #expect(try await output(of: "abc--d|", limit) == "abc--d|")
  }

  /// A second apart each, on steps of a tenth.
  @Test func intervalsNeedNotBeWholeSteps() async throws {
    let output = try await Timeline("abcd------|", step: .milliseconds(100)).run { run in
      values(of: run, .rateLimit(.throttle(ObservationThrottle(interval: .milliseconds(250)))))
    }
    // Due at 250 ms, within the step that began at 200 ms.
    #expect(output == "a-c--d----|")
  }

  @Test func duplicatesAreLeftOutAfterTheLimit() async throws {
    #expect(
      try await Timeline("aab---b---a|").run { run in
        values(of: run, .rateLimit(debouncing())).removeDuplicates()
      } == "a----b-----[a|]"
    )
  }

  @Test func withoutDuplicatesEachSymbolIsAChange() async throws {
    #expect(try await output(of: "aabb|", nil) == "aabb|")
    #expect(try await Timeline("aabb|").run { run in values(of: run).removeDuplicates() } == "a-b-|")
  }

  @Test func aClosureWithoutIsolationIsLimitedToo() async throws {
    let output = try await Timeline("abc----d|").run { run in
      let input = run.input
      return ObservationBridge.untilFinished(options: .rateLimit(throttling()), clock: run.clock) { @Sendable in
        input.isFinished ? .finish : .next(input.value)
      }
    }
    #expect(output == "a--c---d|")
  }

  @Test func aSlowConsumerOfALimitedStreamGetsTheNewest() async throws {
    let output = try await Timeline("abcdefghijkl-----|").run { run in
      let values = values(of: run, .rateLimit(throttling(2)))
      return Slow(values: values, pause: .seconds(5), clock: run.clock)
    }
    // It asks at 5, 10 and 15 seconds; the throttle has let through b and d, f, h and j, and l by then.
    #expect(output == "a----d----j----l----|")
  }

  @Test func eachIteratorHasALimitOfItsOwn() async throws {
    let output = try await Timeline("ab-----c|").run { run in
      let values = values(of: run, .rateLimit(debouncing()))
      return AsyncStream<Character?> { continuation in
        let tasks = (0..<2).map { _ in
          Task {
            for try await value in values { continuation.yield(value) }
          }
        }
        Task {
          for task in tasks { try await task.value }
          continuation.finish()
        }
      }
    }
    #expect(output == "[aa]---[bb]---[cc|]")
  }
}

private func debouncing(
  _ seconds: Int = 3,
  _ mode: ObservationDebounce.Mode = .immediateFirst
) -> ObservationRateLimit {
  .debounce(ObservationDebounce(interval: .seconds(seconds), mode: mode))
}

private func throttling(_ seconds: Int = 3, _ mode: ObservationThrottle.Mode = .latest) -> ObservationRateLimit {
  .throttle(ObservationThrottle(interval: .seconds(seconds), mode: mode))
}

/// The drawn state as a stream, isolated to the run.
private func values(
  of run: isolated TimelineRun,
  _ options: ObservationStreamOptions = ObservationStreamOptions()
) -> ObservationStream<Character?, Timeline.Failure> {
  ObservationStream.untilFinished(options: options, clock: run.clock) { () throws(Timeline.Failure) in
    run.assertIsolated()
    if let error = run.input.error { throw error }
    return run.input.isFinished ? .finish : .next(run.input.value)
  }
}

/// A consumer that pauses after each value.
private struct Slow<Values: AsyncSequence, C: Clock>: AsyncSequence where C.Duration == Duration {
  let values: Values
  let pause: Duration
  let clock: C

  func makeAsyncIterator() -> Iterator {
    Iterator(values: values.makeAsyncIterator(), pause: pause, clock: clock)
  }

  struct Iterator: AsyncIteratorProtocol {
    var values: Values.AsyncIterator
    let pause: Duration
    let clock: C
    var isFirst = true

    mutating func next(isolation: isolated (any Actor)? = #isolation) async throws -> Values.Element? {
      if !isFirst { try await clock.sleep(for: pause) }
      isFirst = false
      return try await values.next(isolation: isolation)
    }
  }
}
