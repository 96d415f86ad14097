import Observation
import ObservationBridge
import ObservationBridgeTesting
import TestSupport
import Testing

@Suite struct TimelineTests {
  // MARK: What is drawn

  @Test(arguments: [
    ("ab-c---d|", "------c-[d|]"),
    ("a|", "-[a|]"),
    ("a", "---a"),
    ("a------|--", "---a---|--"),
    ("-ab--[cd]---ef|", "-----b--d--[f|]"),
    ("-ab--!", "-----[b!]"),
    ("ab-x-c-|", "---!----"),
  ])
  func debounce(_ input: String, _ expected: String) async throws {
    let output = try await Timeline(input).run { run in
      Debounced(run.input, for: .seconds(3), clock: run.clock)
    }
    #expect(output == expected)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func stateIsSeenWhenItSettles() async throws {
    let output = try await Timeline("ab-[cd]-ee|").run { run in
      Observations.untilFinished { run.input.isFinished ? .finish : .next(run.input.value) }
    }
    #expect(output == "ab-d-ee|")
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func stateBeforeTheFirstValueIsNil() async throws {
    let output = try await Timeline("--a|").run { run in
      Observations.untilFinished { run.input.isFinished ? .finish : .next(run.input.value) }
    }
    #expect(output == "'nil'-a|")
  }

  @Test func eachSymbolIsAChange() async throws {
    #expect(try await Timeline("-a[bc]-dd|").run { values(of: $0) } == "-ac-dd|")
  }

  @Test func failureIsDrawn() async throws {
    #expect(try await Timeline("-a[bc!]--").run { values(of: $0) } == "-a!--")
  }

  @Test func blanksAreIgnored() async throws {
    #expect(try await Timeline(" a b [c\nd] |").run { values(of: $0) } == "abd|")
  }

  @Test func outputHasTheLengthOfTheInputAtLeast() async throws {
    #expect(try await Timeline("a---").run { values(of: $0) } == "a---")
    #expect(try await Timeline("a|---").run { values(of: $0) } == "a|---")
  }

  @Test func outputAfterTheInputIsDrawnWithoutIdleSteps() async throws {
    let output = try await Timeline("-").run { run in
      AsyncStream<Int> { continuation in
        let task = Task {
          try? await run.clock.sleep(for: .seconds(3))
          continuation.yield(1)
          try? await run.clock.sleep(for: .seconds(5))
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
    #expect(output == "---1")
  }

  @Test func sequenceThatNeverEndsIsCancelledUndrawn() async throws {
    let ends = Log<Bool>()
    let output = try await Timeline("ab").run { run in
      AsyncThrowingStream<Int, any Error> { continuation in
        continuation.onTermination = { _ in ends.append(true) }
      }
    }
    #expect(output == "--")
    #expect(ends.elements == [true])
  }

  @Test func cancellationCancelsTheConsumer() async throws {
    #expect(try await Timeline("a-x-b|").run { values(of: $0) } == "a-|---")
    let cancelled = try await Timeline("ax").run { run in
      Debounced(run.input, for: .seconds(2), clock: run.clock)
    }
    #expect(cancelled == "-!", "the sleep throws")
  }

  @Test func cancellationInTheFirstStepComesBeforeTheSequenceIsMade() async throws {
    let output = try await Timeline("x").run { run in
      [Task.isCancelled ? "y" : "n"].asynchronous
    }
    #expect(output == "[y|]")
  }

  @Test func stepsHaveTheLengthThatIsAskedFor() async throws {
    let output = try await Timeline("a----|", step: .milliseconds(100)).run { run in
      Debounced(run.input, for: .milliseconds(250), clock: run.clock)
    }
    #expect(output == "--a--|", "a deadline within a step belongs to it")
  }

  @Test func dueWorkRunsBeforeTheSymbolOfItsStep() async throws {
    let output = try await Timeline("a-b|").run { run in
      Debounced(run.input, for: .seconds(2), clock: run.clock)
    }
    #expect(output == "--a[b|]")
  }

  @Test func elementsAreLettersOrQuoted() async throws {
    let output = try await Timeline("-").run { _ in
      ["a", "7", "x", "ab", "", "-", "it's", #"\"#].asynchronous
    }
    #expect(output == #"[a7'x''ab''''-''it\'s''\\'|]"#)
    let optionals = try await Timeline("-").run { _ in [1, nil, 12].asynchronous }
    #expect(optionals == "[1'nil''12'|]")
  }

  // MARK: Isolation

  @Test func closureIsIsolatedToTheRun() async throws {
    let output = try await Timeline("a|").run { run in
      run.assertIsolated()
      let passes = Log<String>()
      // The initial pass is synchronous on the closure's isolation only.
      let token = withPortableContinuousObservation { _ in
        run.assertIsolated()
        passes.append(run.input.value.map(String.init) ?? "-")
      }
      token.cancel()
      return passes.elements.asynchronous
    }
    #expect(output == "[a|]-")
  }

  @Test func sequencesAndElementsNeedNotBeSendable() async throws {
    let output = try await Timeline("-").run { Letters($0) }
    #expect(output == "--a-b-[c|]")
  }

  @Test func codeWithoutIsolationStaysInTheRun() async throws {
    let output = try await Timeline("a--b--|").run { run in
      Concurrent(base: Debounced(run.input, for: .seconds(1), clock: run.clock))
    }
    #expect(output == "-a--b-|")
  }

  @Test func isolatedTasksStayInTheRun() async throws {
    let output = try await Timeline("ab").run { run in
      AsyncStream<Int> { continuation in
        Task {
          run.assertIsolated()
          for number in 1...3 {
            try await run.clock.sleep(for: .seconds(number))
            continuation.yield(number)
          }
          continuation.finish()
        }
      }
    }
    #expect(output == "-1-2--[3|]")
  }

  @Test func recorderInARunIsIsolatedToIt() async throws {
    let output = try await Timeline("a-b--|").run { run in
      let recorder = SequenceRecorder(Debounced(run.input, for: .seconds(1), clock: run.clock))
      return AsyncStream<String> {
        guard recorder.isActive else { return nil }
        await change(of: run.input)
        return recorder.snapshot().map(String.init).joined()
      }
    }
    #expect(output == "--a--['ab'|]")
  }

  @Test func detachedTasksAndOtherActorsStayInTheRun() async throws {
    actor Counter {
      private var count = 0

      func next(on clock: ManualClock) async throws -> Int {
        try await clock.sleep(for: .seconds(1))
        count += 1
        return count
      }
    }
    let output = try await Timeline("-----x").run { run in
      AsyncThrowingStream<Int, any Error> { [clock = run.clock] continuation in
        let counter = Counter()
        let task = Task.detached { @concurrent in
          while true { continuation.yield(try await counter.next(on: clock)) }
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
    #expect(output == "-1234[5|]")
  }

  @Test @MainActor func mainActorCanRunTimelines() async throws {
    let output = try await Timeline("ab-c---d|").run { run in
      Debounced(run.input, for: .seconds(3), clock: run.clock)
    }
    #expect(output == "------c-[d|]")
  }

  @Test func runsAreIndependentAndAlwaysTheSame() async throws {
    let outputs = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<100 {
        group.addTask { @concurrent in
          try await Timeline("ab-c---d-e----f--|").run { run in
            Concurrent(base: Debounced(run.input, for: .seconds(3), clock: run.clock))
          }
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(outputs == ["------c-----e----[f|]"])
  }

  @Test func whatOutlivesARunGoesOnByItself() async throws {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let tasks = Log<Task<Bool, Never>>()
    let output = try await Timeline("-").run { run in
      tasks.append(
        Task {
          for await _ in gate {}
          run.assertIsolated()
          return true
        }
      )
      return [Int]().asynchronous
    }
    #expect(output == "|")
    opener.finish()
    #expect(await tasks.elements[0].value)
  }

  // MARK: Improper ends

  @Test func sleepersLeftBehindAreReported() async throws {
    let tasks = Log<Task<Void, any Error>>()
    let error = try await #require(throws: Timeline.RunError.self) {
      try await Timeline("a|").run { run in
        tasks.append(Task { try await run.clock.sleep(for: .seconds(50)) })
        return values(of: run)
      }
    }
    for task in tasks.elements {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    guard case .notIdle(let idle) = error.reason else { throw error }
    #expect(idle.deadlines.map(\.offset) == [.seconds(50)])
    #expect(error.output == "a|")
    #expect(error.description.contains("1 task is still sleeping"))
  }

  @Test func sequenceThatIgnoresCancellationIsReported() async throws {
    let suspended = Log<CheckedContinuation<Int?, Never>>()
    let error = try await #require(throws: Timeline.RunError.self) {
      try await Timeline("--").run { _ in Uncancellable(suspended: suspended) }
    }
    for continuation in suspended.elements { continuation.resume(returning: nil) }
    #expect(error.reason == .notEnded)
    #expect(error.output == "--")
  }

  @Test func sequenceThatGoesOnAndOnIsReported() async throws {
    let error = try await #require(throws: Timeline.RunError.self) {
      try await Timeline("a").run { run in Ticks(clock: run.clock, interval: .seconds(400)) }
    }
    #expect(error.reason == .endless)
    #expect(error.output.count == 801)
    let output = try await Timeline("----x").run { run in Ticks(clock: run.clock, interval: .seconds(1)) }
    #expect(output == "-ttt[t|]")
  }

  @Test func pollingIsReported() async throws {
    let error = try await #require(throws: Timeline.RunError.self) {
      try await Timeline("a|").run { run in
        while !Task.isCancelled, run.input.value == "a" { await Task.yield() }
        return [1].asynchronous
      }
    }
    #expect(error.reason == .restless)
  }

  @Test func errorOfTheClosureIsThrown() async throws {
    struct Refusal: Error {}
    await #expect(throws: Refusal.self) {
      try await Timeline("a|").run { _ -> AsyncStream<Int> in throw Refusal() }
    }
  }
}
