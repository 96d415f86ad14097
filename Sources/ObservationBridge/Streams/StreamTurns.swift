import Synchronization

/// Whose turn it is to call a closure that has no actor: never two iterators of a stream at once.
@usableFromInline
final class StreamTurns: Sendable {
  private let isTaken = Atomic(false)

  @usableFromInline
  init() {}

  /// Waits for a turn, which `end()` ends.
  func begin() async {
    // Turns are short, and whoever has one doesn't suspend.
    while isTaken.exchange(true, ordering: .acquiring) { await Task.yield() }
  }

  func end() {
    isTaken.store(false, ordering: .releasing)
  }
}
