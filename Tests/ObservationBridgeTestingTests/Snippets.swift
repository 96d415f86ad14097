import Observation
import ObservationBridge
import ObservationBridgeTesting
import Testing

/// The blocks of Swift in this product's documentation, compiled and run.
@Suite @MainActor struct SnippetTests {
  @Observable final class Model {
    var count = 0
  }

  @Test func timeline() async throws {
    let limit = ObservationStreamOptions.rateLimit(.debounce(ObservationDebounce(interval: .seconds(3))))
    let output = try await Timeline("ab-c---d|").run { run in
      ObservationBridge.untilFinished(options: limit, clock: run.clock) {
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
