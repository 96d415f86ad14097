import Dispatch
import ObservationBridge
import TestSupport

/// A transaction on another thread, open until `end()` is called.
final class OpenTransaction: Sendable {
  private let (isInside, mayGoOn, isOver) = (
    DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
  )

  /// Returns when the transaction has run `begin`. Before it ends, it runs `finish`.
  init(_ begin: @escaping @Sendable () -> Void, finish: @escaping @Sendable () -> Void = {}) {
    Thread.start { [isInside, mayGoOn, isOver] in
      withObservationTransaction {
        begin()
        isInside.signal()
        mayGoOn.wait()
        finish()
      }
      isOver.signal()
    }
    isInside.wait()
  }

  /// Returns when the transaction has delivered its changes.
  func end() {
    mayGoOn.signal()
    isOver.wait()
  }
}
