import Dispatch
import Synchronization
import TestSupport

/// Holds up a thread that reads the first property of a cell, such as one that computes what is derived from it.
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

  /// Runs `body` on another thread; returns when it is held up.
  func holdUp(_ body: @escaping @Sendable () -> Void) {
    isClosed.store(true, ordering: .releasing)
    Thread.start {
      body()
      self.passed.signal()
    }
    arrived.wait()
  }

  /// Lets the thread go on; returns when it is done.
  func open() {
    opened.signal()
    passed.wait()
  }
}
