extension ObservableObject {
  /// The messages from now on, as an asynchronous sequence.
  ///
  /// ```swift
  /// for await message in messenger.messages(bufferingPolicy: .bufferingNewest(10)) { print(message) }
  /// ```
  ///
  /// The sequence gets every message sent after this call, even before the iteration begins. It ends when the object is
  /// deallocated or ``stopBeingObserved()`` is called, and stops receiving when its consumer's task is cancelled or the
  /// sequence is released. Each call makes a new sequence, for one consumer.
  ///
  /// - Parameter bufferingPolicy: The treatment of messages that the consumer hasn't asked for yet. By default all of
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
  /// deallocated. Each access makes a new sequence, for one consumer. To receive every change, use `messages()`.
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
    // The stream can be ended safely on any thread.
    nonisolated(unsafe) weak let ended = connection
    continuation.onTermination = { _ in unsafe ended?.end() }
    return stream
  }
}

/// The end of a stream, held by a connection's handler: when the handler is freed, the stream ends.
private final class StreamInput<Element> {
  private let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }

  func yield(_ element: Element) {
    // The stream is in the region of the messenger: if its elements aren't `Sendable`, the stream can't leave the
    // region.
    nonisolated(unsafe) let element = element
    unsafe continuation.yield(element)
  }
}
