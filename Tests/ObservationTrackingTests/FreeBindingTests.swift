import ObservationTracking
import TestSupport
import Testing

@testable import ObservationBridge

/// Bindings of objects without isolation.
@Suite struct FreeBindingTests {
  /// Bindings without an isolation that they share with what they read.
  final class Follower: Sendable {
    let counter: SharedCounter
    let last = LockedState(-1)
    let lastAtOnce = LockedState(-1)

    init(_ counter: SharedCounter) {
      self.counter = counter
    }

    @ObservationTracking(isolation: .task) func bind() { keep(counter.count) }
    @ObservationTracking(isolation: .synchronous) func bindAtOnce() { keepAtOnce(counter.count) }

    private func keep(_ count: Int) { last.withLock { $0 = count } }
    private func keepAtOnce(_ count: Int) { lastAtOnce.withLock { $0 = count } }
  }

  /// What is read for the first time may be changed before it is registered.
  @Test(.exactBackend) func noFinalValueIsLostWhileABindingIsStartedAgain() async {
    for burst in 1...400 {
      let counter = SharedCounter()
      let follower = Follower(counter)
      follower.bind()
      follower.bindAtOnce()
      await withTaskGroup { group in
        for _ in 0..<3 {
          group.addTask { for step in 1...4 { counter.count = burst * 10 + step } }
        }
        group.addTask {
          follower.bind()
          follower.bindAtOnce()
        }
      }
      await eventually { follower.last.withLock(\.self) == counter.count }
      await eventually { follower.lastAtOnce.withLock(\.self) == counter.count }
    }
  }
}
