/// What serves an iterator of a stream with a rate limit: each pass samples a value in its turn, and the consumer gets
/// what the limit lets through.
///
/// Time passes only where somebody looks: a value that comes, or the consumer, who sleeps until the next deadline. No task
/// is left when the consumer is busy or gone.
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
