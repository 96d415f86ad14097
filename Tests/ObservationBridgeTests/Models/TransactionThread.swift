import Dispatch
import TestSupport

@testable import ObservationBridge

/// A thread with an open transaction, in which it does one thing after the other.
final class TransactionThread: Sendable {
  private let next = LockedState<(@Sendable () -> Void)?>(nil)
  private let (isAsked, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  /// Returns when the transaction is open.
  init() {
    Thread.start { [self] in
      withObservationTransaction {
        isDone.signal()
        isAsked.wait()
        while let body = next.withLock({ $0.take() }) {
          body()
          isDone.signal()
          isAsked.wait()
        }
      }
      isDone.signal()
    }
    isDone.wait()
  }

  /// Returns when it has been done.
  func run(_ body: @escaping @Sendable () -> Void) {
    next.withLock { $0 = body }
    isAsked.signal()
    isDone.wait()
  }

  /// Returns when the transaction has delivered its changes.
  func end() {
    isAsked.signal()
    isDone.wait()
  }
}
