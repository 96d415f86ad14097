extension ObservationStream: AsyncSequence {
  /// The values of the stream.
  public typealias Element = Value

  /// Creates an iterator, which observes independently, starting with its first `next()`.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(StreamPipeline(source, isDuplicate))
  }

  /// Delivers the values of a stream to one consumer.
  ///
  /// When it's released, its observation ends.
  public struct Iterator: AsyncIteratorProtocol {
    // One object for everything: each word of the iterator, in the consumer's frame, counts for every waiting task.
    @usableFromInline let pipeline: StreamPipeline<Value, Failure>

    @inlinable
    init(_ pipeline: StreamPipeline<Value, Failure>) {
      self.pipeline = pipeline
    }

    /// Waits for the next value.
    ///
    /// - Parameter isolation: The caller's isolation. Leave it out.
    /// - Returns: The value; nil if the stream has finished, or the task is cancelled.
    /// - Throws: The error thrown by the closure; after that the stream has ended.
    @inlinable
    public mutating func next(isolation: isolated (any Actor)? = #isolation) async throws(Failure) -> Value? {
      while true {
        let value = try await pipeline.next(isolation: isolation)
        if let filter = pipeline.filter, let value, filter.leavesOut(value) { continue }
        return value
      }
    }
  }
}

/// The implementation of an iterator.
@usableFromInline
final class StreamPipeline<Value, Failure: Error> {
  @usableFromInline let observation: StreamObservation
  /// Samples each value when the consumer asks for it, unless there is a rate limit.
  @usableFromInline let slot: StreamSlot<Value, Failure>
  /// With a rate limit, each pass samples a value in its turn, and the consumer gets the values that the limit permits.
  @usableFromInline let limited: RateLimitedValues<Value, Failure>?
  @usableFromInline let filter: DuplicateFilter<Value>?
  @usableFromInline let isConfined: Bool

  @inlinable
  init(_ source: StreamSource<Value, Failure>, _ isDuplicate: (@Sendable (Value, Value) -> Bool)?) {
    slot = StreamSlot(source)
    limited = source.limit.map { RateLimitedValues($0) }
    observation = StreamObservation(
      slot,
      on: source.actor,
      source.turns,
      isEquatable: Value.self is any Equatable.Type,
      usesPublicBackend: source.usesPublicBackend,
      receiver: limited?.receiver(of: slot)
    )
    filter = isDuplicate.map { DuplicateFilter($0) }
    isConfined = source.isConfined
  }

  @inlinable
  deinit {
    observation.cancel()
  }

  @inlinable
  @inline(__always)
  func next(isolation: isolated (any Actor)?) async throws(Failure) -> Value? {
    observation.beginUse(isConfined: isConfined)
    defer { observation.endUse() }
    if let limited { return try await limited.next(of: observation, isolation: isolation) }
    if await observation.next(isolation: observation.actor ?? isolation) { return slot.value.take() }
    if let failure = slot.failure.take() { throw failure }
    return nil
  }
}
