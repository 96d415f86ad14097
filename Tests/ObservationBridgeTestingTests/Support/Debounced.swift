import Observation
import ObservationBridgeTesting

/// The state of an input once it has not changed for a while: debounce, written with the standard library alone.
struct Debounced: AsyncSequence {
  private let input: TimelineInput
  private let interval: Duration
  private let clock: any Clock<Duration>

  init(_ input: TimelineInput, for interval: Duration, clock: any Clock<Duration>) {
    self.input = input
    self.interval = interval
    self.clock = clock
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(input: input, interval: interval, clock: clock)
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let input: TimelineInput
    fileprivate let interval: Duration
    fileprivate let clock: any Clock<Duration>
    private var last: Character?

    fileprivate init(input: TimelineInput, interval: Duration, clock: any Clock<Duration>) {
      self.input = input
      self.interval = interval
      self.clock = clock
    }

    mutating func next() async throws -> Character? {
      while !Task.isCancelled {
        if let error = input.error { throw error }
        if input.value != last {
          // With the last value comes the end.
          while !input.isFinished, try await changes(within: interval) {}
          last = input.value
          return last
        }
        if input.isFinished { return nil }
        await change(of: input)
      }
      return nil
    }

    private func changes(within interval: Duration) async throws -> Bool {
      try await withThrowingTaskGroup(of: Bool.self) { [clock, input] group in
        defer { group.cancelAll() }
        group.addTask {
          await change(of: input)
          try Task.checkCancellation()
          return true
        }
        group.addTask {
          try await clock.sleep(for: interval)
          return false
        }
        return try await group.next() ?? false
      }
    }
  }
}

/// Waits for the next change of the input, or for the task's cancellation.
func change(of input: TimelineInput) async {
  let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
  withObservationTracking {
    _ = (input.value, input.isFinished, input.error)
  } onChange: {
    continuation.yield()
  }
  for await _ in changes { return }
}
