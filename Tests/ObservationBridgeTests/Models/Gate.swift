import Dispatch
import Synchronization
import TestSupport

/// Blocks a thread at its first read of a cell, for example during the computation of a derived value.
final class Gate: Sendable {
  private let place: SharedCell.Place
  private let isClosed = Atomic(false)
  private let (arrived, opened, passed) = (
    DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
  )

  init(_ place: SharedCell.Place) {
    self.place = place
  }

  func visit(_ cell: SharedCell, _ place: SharedCell.Place) {
    guard place == self.place, isClosed.exchange(false, ordering: .acquiringAndReleasing) else { return }
    arrived.signal()
    opened.wait()
  }

  /// Runs `body` on another thread, and returns once the thread is blocked.
  func holdUp(_ body: @escaping @Sendable () -> Void) {
    isClosed.store(true, ordering: .releasing)
    Thread.start {
      body()
      self.passed.signal()
    }
    arrived.wait()
  }

  /// Unblocks the thread, and returns when `body` has finished.
  func open() {
    opened.signal()
    passed.wait()
  }
}
