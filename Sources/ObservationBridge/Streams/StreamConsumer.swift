/// The consumer of a stream: whether it's waiting, and its continuation.
///
/// The caller of `wake` resumes the continuation, once, without the lock.
struct StreamConsumer<Continuation: Sendable>: Sendable {
  private var waiting: Continuation?

  mutating func wait(_ continuation: Continuation) {
    precondition(waiting == nil, "A stream has one consumer at a time.")
    waiting = continuation
  }

  /// The continuation to resume, if the consumer waits.
  mutating func wake() -> Continuation? {
    waiting.take()
  }
}
