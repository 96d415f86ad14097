import Synchronization

/// Whether a task is using an iterator of a stream: one at a time may.
struct StreamUse: ~Copyable {
  private let isInUse = Atomic(false)

  /// A consumer asks for a value, and has it when it calls `end`.
  ///
  /// - Parameters:
  ///   - observation: That of the iterator.
  ///   - isConfined: Whether the consumer has to be where the values are, which must not leave their actor.
  func begin(_ observation: some StreamPassRunner, isConfined: Bool) {
    precondition(
      !isInUse.exchange(true, ordering: .acquiring),
      """
      Two tasks are using the same iterator of a stream. Give each task its own: `for await` makes one, or call \
      `makeAsyncIterator()` in each task.
      """
    )
    if !isConfined { return }
    precondition(
      observation.isOnIsolation || !observation.isActive,
      """
      A stream whose values aren't `Sendable` was iterated on another isolation. Iterate it on the actor that its \
      closure runs on, or give it `Sendable` values.
      """
    )
  }

  func end() {
    isInUse.store(false, ordering: .releasing)
  }
}
