import CObservationRuntime
import Synchronization

/// The thread on which a messenger is delivering.
///
/// Observers and messengers may be freed by any thread, if an object of a global actor owns them. The freeing thread
/// asks here whether a handler may be running elsewhere. It first closes the connection, and the delivering thread
/// first announces the delivery: so either the delivering thread finds the connection closed, or the freeing thread
/// finds the delivery.
@usableFromInline
final class DeliveringThread: Sendable {
  /// 0 where no message is being delivered. The identities of threads are even.
  private let thread = Atomic<UInt>(0)
  private static let hasHandlersToRelease: UInt = 1

  @usableFromInline
  init() {}

  @usableFromInline
  func begin() {
    thread.store(ob_thread_identity(), ordering: .sequentiallyConsistent)
  }

  /// - Returns: Whether handlers were left for this thread to free.
  @usableFromInline
  func end() -> Bool {
    thread.exchange(0, ordering: .acquiringAndReleasing) & Self.hasHandlersToRelease != 0
  }

  /// Leaves a handler of a closed connection to another thread that delivers messages.
  ///
  /// - Returns: False if no thread delivers: the handler can be freed here.
  func leaveHandler() -> Bool {
    var thread = thread.load(ordering: .sequentiallyConsistent)
    while thread != 0, thread & ~Self.hasHandlersToRelease != ob_thread_identity() {
      let (isExchanged, present) = self.thread.compareExchange(
        expected: thread,
        desired: thread | Self.hasHandlersToRelease,
        ordering: .sequentiallyConsistent
      )
      if isExchanged { return true }
      thread = present
    }
    return false
  }
}
