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
  @Test(.reportsAfterStore) func noFinalValueIsLostWhileABindingIsStartedAgain() async {
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

  /// Runs on the main actor, though it has no isolation of its own.
  final class MainFollower: Sendable {
    let counter: SharedCounter
    let counts = LockedState<[Int]>([])

    init(_ counter: SharedCounter) {
      self.counter = counter
    }

    @ObservationTracking func bind() { keep(counter.count) }

    private func keep(_ count: Int) {
      MainActor.assertIsolated()
      counts.withLock { $0.append(count) }
    }
  }

  /// Nothing is confirmed there: see the guide.
  @Test @MainActor func aBindingThatEndsUpOnTheMainActorRunsOnceAtFirst() async {
    let follower = MainFollower(SharedCounter())
    follower.bind()
    await mainActorTurns(5)
    #expect(follower.counts.withLock { $0 } == [0])
    let other = MainFollower(SharedCounter())
    await Task.detached { other.bind() }.value
    await mainActorTurns(5)
    #expect(other.counts.withLock { $0 } == [0])
    other.counter.count = 1
    await mainActorTurns(5)
    #expect(other.counts.withLock { $0 } == [0, 1])
  }
}
