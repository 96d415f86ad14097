import Synchronization

/// Serializes the calls of a closure without an actor: never two iterators of a stream at once.
@usableFromInline
final class StreamTurns: Sendable {
  private let isTaken = Atomic(false)

  @usableFromInline
  init() {}

  /// Waits for a turn. The caller ends the turn with `end()`.
  func begin() async {
    // Turns are short, and never suspend.
    while isTaken.exchange(true, ordering: .acquiring) { await Task.yield() }
  }

  func end() {
    isTaken.store(false, ordering: .releasing)
  }
}
