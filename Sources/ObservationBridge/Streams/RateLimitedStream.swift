/// The implementation of an iterator with a rate limit: each pass samples a value in its turn, and the consumer gets
/// the values that the limit permits.
///
/// The limit learns the time from each new value, and from the consumer, which sleeps until the next deadline. While the
/// consumer is busy, and after its end, no task is running.
@usableFromInline
final class RateLimitedStream<Value, Failure: Error> {
  private let values: RateLimitedValues<Value, Failure>
  private let observation: PushedStreamObservation
  private let isConfined: Bool
  private let use = StreamUse()

  @usableFromInline
  init(_ source: StreamSource<Value, Failure>, _ limit: StreamLimit) {
    isConfined = source.isConfined
    values = RateLimitedValues(limit)
    observation = values.observation(of: source)
  }

  deinit {
    observation.cancel()
  }

  @usableFromInline
  func next(isolation: isolated (any Actor)?) async throws(Failure) -> Value? {
    use.begin(observation, isConfined: isConfined)
    defer { use.end() }
    if observation.isNew, !Task.isCancelled { await observation.start(isolation: observation.actor ?? isolation) }
    return try await values.next(of: observation, isolation: isolation)
  }
}
