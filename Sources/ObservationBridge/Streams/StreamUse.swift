import Synchronization

/// Detects two tasks that use one iterator of a stream at the same time.
struct StreamUse: ~Copyable {
  private let isInUse = Atomic(false)

  /// Begins a use of the iterator, when a consumer asks for a value. The consumer ends the use with `end()`.
  ///
  /// - Parameters:
  ///   - observation: The observation of the iterator.
  ///   - isConfined: Whether the consumer has to be on the actor of the values, since they mustn't leave it.
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
