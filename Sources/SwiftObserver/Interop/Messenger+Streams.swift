extension ObservableObject {
  /// The messages from now on, as an asynchronous sequence.
  ///
  /// ```swift
  /// for await message in messenger.messages(bufferingPolicy: .bufferingNewest(10)) { print(message) }
  /// ```
  ///
  /// It gets every message that is sent after this call, even before it's iterated. It ends when the object is
  /// deallocated or when ``stopBeingObserved()`` is called, and it stops receiving when its consumer's task is
  /// cancelled or when it's released. It's for one consumer: each call makes a new sequence.
  ///
  /// - Parameter bufferingPolicy: What happens to messages that the consumer hasn't asked for yet. By default all of
  ///   them are kept.
  /// - Returns: The sequence.
  public func messages(
    bufferingPolicy: AsyncStream<Message>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Message> {
    messenger.stream(bufferingPolicy, first: nil) { $0 }
  }
}

extension Variable {
  /// The current value, then the newest value after each change, as an asynchronous sequence.
  ///
  /// A slow consumer misses values in between, but never the last one. The sequence ends when the variable is
  /// deallocated. It's for one consumer: each access makes a new sequence. To receive every change, use `messages()`.
  public var values: AsyncStream<Value> {
    stream(.bufferingNewest(1), first: storedValue) { $0.new }
  }
}

extension Messenger {
  fileprivate final func stream<Element>(
    _ bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy,
    first: Element?,
    _ element: @escaping (Message) -> Element
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: bufferingPolicy)
    let input = StreamInput(continuation)
    if let first { input.yield(first) }
    let connection = connect(nil, .message { input.yield(element($0)) })
    // Ending it is safe on any thread.
    nonisolated(unsafe) weak let ended = connection
    continuation.onTermination = { _ in unsafe ended?.end() }
    return stream
  }
}

/// The end of a stream that a connection's handler holds: when that is freed, the stream ends.
private final class StreamInput<Element> {
  private let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }

  func yield(_ element: Element) {
    // The stream is in the region of the messenger: if its elements are not `Sendable`, it cannot leave that either.
    nonisolated(unsafe) let element = element
    unsafe continuation.yield(element)
  }
}
