/// The consumer of a stream: whether it waits, and how to wake it.
///
/// Whoever takes the continuation out resumes it, once, outside the lock.
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
