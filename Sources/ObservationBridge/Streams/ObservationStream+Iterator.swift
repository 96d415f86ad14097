extension ObservationStream: AsyncSequence {
  /// The values of the stream.
  public typealias Element = Value

  /// Creates an iterator, which observes independently, starting with its first `next()`.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(source)
  }

  /// Delivers the values of a stream to one consumer.
  ///
  /// When it's released, its observation ends.
  public struct Iterator: AsyncIteratorProtocol {
    // One object for everything: the iterator lives in the consumer's frame, where each word counts for every waiting
    // task.
    @usableFromInline
    enum Pipeline {
      case plain(PlainStream<Value, Failure>)
      case rateLimited(RateLimitedStream<Value, Failure>)
    }

    @usableFromInline let pipeline: Pipeline
    @usableFromInline let filter: DuplicateFilter<Value>?

    @inlinable
    init(_ source: StreamSource<Value, Failure>) {
      pipeline = source.limit.map { .rateLimited(RateLimitedStream(source, $0)) } ?? .plain(PlainStream(source))
      filter = source.duplicates.map { DuplicateFilter($0) }
    }

    /// Waits for the next value.
    ///
    /// - Parameter isolation: The caller's isolation. Leave it out.
    /// - Returns: The value; nil if the stream has finished, or the task is cancelled.
    /// - Throws: The error thrown by the closure; after that the stream has ended.
    @inlinable
    public mutating func next(isolation: isolated (any Actor)? = #isolation) async throws(Failure) -> Value? {
      while true {
        let value =
          switch pipeline {
          case .plain(let stream): try await stream.next(isolation: isolation)
          case .rateLimited(let stream): try await stream.next(isolation: isolation)
          }
        if let filter, let value, filter.leavesOut(value) { continue }
        return value
      }
    }
  }
}
