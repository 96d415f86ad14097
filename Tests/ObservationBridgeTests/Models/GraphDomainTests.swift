import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

@Suite struct GraphDomainTests {
  @Test func lockIsHeldByOneThreadAtATimeAndWakesAllWhoWait() async {
    await Self.haveThreadsTakeTurns()
  }

  @Test func lockWakesAllWhoWaitWithoutTheFenceOfThoseWhoSleep() async {
    await #expect(processExitsWith: .success) {
      forgoFenceOfLocks()
      await Self.haveThreadsTakeTurns()
    }
  }

  /// In a process of its own: there are so many revocations to a process.
  @Test func lockThatOneThreadHasTakenAloneIsHeldByOneAtATimeOnceAnotherAsks() async {
    await #expect(processExitsWith: .success) {
      for round in 0..<200 { await Self.haveAnotherThreadJoin(after: round * 5, forgettingAt: nil) }
    }
  }

  @Test func lockThatWasGivenBackIsHeldByOneThreadAtATime() async {
    await #expect(processExitsWith: .success) {
      for round in 0..<100 { await Self.haveAnotherThreadJoin(after: round, forgettingAt: round % 7 + 1) }
    }
  }

  /// One thread takes a lock as often as another, which begins later: at some moment they meet.
  private static func haveAnotherThreadJoin(after first: Int, forgettingAt step: Int?) async {
    let count = 2_000
    let domain = GraphDomain.take()
    // Guarded by the domain's lock.
    nonisolated(unsafe) var (total, isHeld) = (0, false)
    let begun = Atomic<Int>(0)
    let done = Atomic<Int>(0)
    for thread in 0..<2 {
      Thread.start {
        while thread == 1, begun.load(ordering: .relaxed) < first {}
        for turn in 0..<count {
          domain.lock()
          unsafe precondition(!isHeld, "Two threads hold one lock.")
          unsafe isHeld = true
          unsafe total += 1
          if turn == first, thread == 0 { Thread.yield() }
          if let step, turn.isMultiple(of: step) {
            domain.retain()
            _ = domain.release()
          }
          unsafe isHeld = false
          domain.unlock()
          if thread == 0 { begun.store(turn, ordering: .relaxed) }
        }
        done.add(1, ordering: .sequentiallyConsistent)
      }
    }
    await eventually { done.load(ordering: .sequentiallyConsistent) == 2 }
    domain.lock()
    unsafe precondition(total == 2 * count, "A turn was lost.")
    domain.unlock()
    domain.putBack()
  }

  private static func haveThreadsTakeTurns() async {
    let (threadCount, count) = (8, Stress.rounds(brief: 20_000, full: 200_000))
    let domain = GraphDomain.take()
    // Guarded by the domain's lock.
    nonisolated(unsafe) var total = 0
    let done = Atomic<Int>(0)
    for _ in 0..<threadCount {
      Thread.start {
        for turn in 0..<count {
          domain.lock()
          unsafe total += 1
          // Long enough for others to go to sleep.
          if turn % 100 == 0 { Thread.yield() }
          domain.unlock()
        }
        done.add(1, ordering: .sequentiallyConsistent)
      }
    }
    await eventually { done.load(ordering: .sequentiallyConsistent) == threadCount }
    domain.lock()
    unsafe #expect(total == threadCount * count)
    domain.unlock()
    domain.putBack()
  }

  @Test func domainsTakeLinesOfTheirOwn() {
    let domains = (0..<10).map { _ in GraphDomain.take() }
    #expect(domains.allSatisfy { $0.address % 64 == 0 })
    for domain in domains { domain.putBack() }
  }
}
