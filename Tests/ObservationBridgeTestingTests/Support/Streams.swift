import ObservationBridge
import ObservationBridgeTesting
import TestSupport

/// The state of the input after each step, by an observation whose passes run on the run.
func values(of run: isolated TimelineRun) -> AsyncThrowingStream<Character, any Error> {
  let (stream, continuation) = AsyncThrowingStream.makeStream(of: Character.self)
  let token = withPortableContinuousObservation { event in
    run.assertIsolated()
    if let error = run.input.error { return continuation.finish(throwing: error) }
    if run.input.isFinished { return continuation.finish() }
    if let value = run.input.value { continuation.yield(value) }
  }
  continuation.onTermination = { _ in token.cancel() }
  return stream
}

/// Ends when its continuation is resumed, whatever happens to its task before.
struct Uncancellable: AsyncSequence, AsyncIteratorProtocol {
  let suspended: Log<CheckedContinuation<Int?, Never>>

  func makeAsyncIterator() -> Uncancellable { self }

  func next() async -> Int? {
    await withCheckedContinuation { suspended.append($0) }
  }
}

/// A sequence and elements that must stay on one isolation.
final class Letters: AsyncSequence, AsyncIteratorProtocol {
  final class Letter: CustomStringConvertible {
    var description: String

    init(_ description: String) {
      self.description = description
    }
  }

  private let run: TimelineRun
  private var rest = ["a", "b", "c"]

  init(_ run: TimelineRun) {
    self.run = run
  }

  func makeAsyncIterator() -> Letters { self }

  func next() async throws -> Letter? {
    guard !rest.isEmpty else { return nil }
    try await run.clock.sleep(for: .seconds(2))
    return Letter(rest.removeFirst())
  }
}
