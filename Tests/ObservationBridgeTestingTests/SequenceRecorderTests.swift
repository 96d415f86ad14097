import ObservationBridge
import ObservationBridgeTesting
import TestSupport
import Testing

@Suite @MainActor struct SequenceRecorderTests {
  private let pair = AsyncThrowingStream.makeStream(of: Int.self)
  private var stream: AsyncThrowingStream<Int, any Error> { pair.stream }
  private var source: AsyncThrowingStream<Int, any Error>.Continuation { pair.continuation }

  @Test func keepsAllValuesInOrder() async {
    let recorder = SequenceRecorder(stream)
    #expect(recorder.latestValue == nil)
    for value in [1, 2, 2, 3] { source.yield(value) }
    #expect(await recorder.waitUntilValue(3, timeout: .wholeSuite))
    #expect(recorder.snapshot() == [1, 2, 2, 3])
    #expect(recorder.latestValue == 3)
    #expect(recorder.isActive)
    source.finish()
  }

  @Test func recordedMatchReturnsAtOnce() async {
    let recorder = SequenceRecorder(stream)
    source.yield(1)
    #expect(await recorder.waitUntilValue(1, timeout: .wholeSuite))
    #expect(await recorder.waitUntilValue(1, timeout: .zero))
    #expect(await recorder.waitUntil(timeout: .zero) { $0 > 0 } == 1)
    source.finish()
    #expect(await recorder.waitUntilFinished(timeout: .wholeSuite))
    #expect(await recorder.waitUntilValue(1, timeout: .wholeSuite), "after the end, too")
  }

  @Test func waitingReturnsWhenTheTimeIsOver() async {
    let recorder = SequenceRecorder(stream)
    #expect(await !recorder.waitUntilValue(1, timeout: .zero))
    #expect(await recorder.waitUntil(timeout: .seconds(-1)) { $0 == 1 } == nil)
    #expect(await !recorder.waitUntilFinished(timeout: .zero))
    source.finish()
  }

  @Test func waitingReturnsWhenTheSequenceEnds() async {
    let recorder = SequenceRecorder(stream)
    async let found = recorder.waitUntilValue(99, timeout: .wholeSuite)
    source.yield(1)
    source.finish()
    #expect(await !found)
    #expect(await recorder.waitUntilFinished(timeout: .wholeSuite))
    #expect(!recorder.isActive)
    #expect(recorder.error == nil)
    #expect(recorder.snapshot() == [1])
  }

  @Test func waitingReturnsWhenItsTaskIsCancelled() async {
    let recorder = SequenceRecorder(stream)
    let waiting = Task { await recorder.waitUntilFinished(timeout: .wholeSuite) }
    waiting.cancel()
    #expect(await !waiting.value)
    source.finish()
  }

  @Test func keepsTheErrorOfTheSequence() async {
    struct Failure: Error {}
    let recorder = SequenceRecorder(stream)
    source.yield(1)
    source.finish(throwing: Failure())
    #expect(await recorder.waitUntilFinished(timeout: .wholeSuite))
    #expect(recorder.error is Failure)
    #expect(recorder.snapshot() == [1])
  }

  @Test func cancelEndsTheRecordingAndTheIteration() async {
    let recorder = SequenceRecorder(stream)
    source.yield(1)
    #expect(await recorder.waitUntilValue(1, timeout: .wholeSuite))
    await withCheckedContinuation { ended in
      source.onTermination = { _ in ended.resume() }
      recorder.cancel()
      #expect(!recorder.isActive)
    }
    recorder.cancel()
    #expect(recorder.error == nil)
    #expect(recorder.snapshot() == [1])
  }

  @Test func endsWithItsLastReference() async {
    var recorder: SequenceRecorder? = SequenceRecorder(stream)
    source.yield(1)
    #expect(await recorder?.waitUntilValue(1, timeout: .wholeSuite) == true)
    await withCheckedContinuation { ended in
      source.onTermination = { _ in ended.resume() }
      recorder = nil
    }
  }

  @Test func sequenceIsIteratedOnTheIsolationOfTheCaller() async {
    struct Isolated: AsyncSequence, AsyncIteratorProtocol {
      var count = 0

      func makeAsyncIterator() -> Isolated { self }

      mutating func next() async -> Int? {
        await next(isolation: nil)
      }

      mutating func next(isolation: isolated (any Actor)?) async -> Int? {
        MainActor.assertIsolated()
        count += 1
        await Task.yield()
        return count > 3 ? nil : count
      }
    }
    let recorder = SequenceRecorder(Isolated())
    #expect(await recorder.waitUntilFinished(timeout: .wholeSuite))
    #expect(recorder.snapshot() == [1, 2, 3])
  }
}
