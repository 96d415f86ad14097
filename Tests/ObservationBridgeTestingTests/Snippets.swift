import Observation
import ObservationBridge
import ObservationBridgeTesting
import TestSupport
import Testing

/// The blocks of Swift in this product's documentation, compiled and run.
@Suite @MainActor struct SnippetTests {
  @Observable final class Model {
    var count = 0
  }

  @Test func timeline() async throws {
    let output = try await Timeline("ab-c---d|").run { run in
      ObservationBridge.untilFinished(options: .debounce(.seconds(3)), clock: run.clock) {
        run.input.isFinished ? .finish : .next(run.input.value)
      }
    }
    #expect(output == "a-----c-[d|]")
  }

  @Test func manualClock() async throws {
    let clock = ManualClock()
    let tea = Task { try await clock.sleep(for: .seconds(180)) }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(180))
    try await tea.value
    try clock.checkIdle()
  }

  @Test func sequenceRecorder() async {
    let model = Model()
    let counts = SequenceRecorder(ObservationBridge { model.count })
    #expect(await counts.waitUntilValue(0))
    model.count = 3
    #expect(await counts.waitUntilValue(3))
    #expect(counts.snapshot() == [0, 3])
  }
}

/// The blocks of Swift in the guide to schedules, compiled and run.
struct ScheduleSnippetTests {
  @Test func handWrittenLoop() async throws {
    let failure = await #expect(throws: Schedules.Failure.self) {
      try await Schedules.explore {
        let (model, screen) = (await Model(), Screen())
        let showing = Task { await keepShowing(model, on: screen) }
        await model.set(to: 1)
        // Nothing else is left to run when this returns; no time passes.
        try await Task.sleep(for: .seconds(1))
        showing.cancel()
        let shown = await screen.shown
        Schedules.mark("the screen shows \(shown)")
        guard shown == 1 else { throw Stale() }
        // Lets the loop see that it was cancelled.
        await model.set(to: 2)
      }
    }
    #expect(
      failure?.description == """
        Schedule 6 failed: Stale()
         1  ●    task 1, on no actor
         2  ●    task 1, MainActor
         3  ●    task 1, on no actor
         4  │ ●  task 2, on no actor
         5  │ ●  task 2, MainActor
         6  ● │  task 1, MainActor
         7  │ ●  task 2, Screen
         8  ● │  task 1, on no actor
         9  │ ●  task 2, MainActor
        10  ●    task 1, on no actor
        11  ●    task 1, Screen
        12  ●    task 1, on no actor: the screen shows 0
        Replay it with Schedules.explore(try .replaying("1:1")).
        """
    )
  }

  @Test func stream() async throws {
    let exploration = try await Schedules.explore(.delaying(atMost: 2)) {
      let (model, screen) = (await Model(), Screen())
      let showing = Task { @MainActor in
        for await value in ObservationBridge({ model.value }) { await screen.show(value) }
      }
      await model.set(to: 1)
      try await Task.sleep(for: .seconds(1))
      showing.cancel()
      guard await screen.shown == 1 else { throw Stale() }
    }
    #expect(exploration.isComplete)
  }

  @Test func counter() async throws {
    try await Schedules.explore {
      let counter = Counter()
      async let first: Void = counter.increment()
      async let second: Void = counter.increment()
      _ = await (first, second)
      try #require(await counter.value == 2)
    }
  }
}

@MainActor
private func keepShowing(_ model: Model, on screen: Screen) async {
  while !Task.isCancelled {
    await screen.show(model.value)
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = model.value
      } onChange: {
        continuation.resume()
      }
    }
  }
}

@MainActor @Observable
private final class Model {
  private(set) var value = 0

  func set(to newValue: Int) {
    value = newValue
  }
}

private actor Screen {
  private(set) var shown = 0

  func show(_ value: Int) {
    shown = value
  }
}

private actor Counter {
  private(set) var value = 0

  func increment() {
    value += 1
  }
}

private struct Stale: Error {}
