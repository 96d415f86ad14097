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

  private static func haveThreadsTakeTurns() async {
    let (threadCount, count) = (8, Stress.rounds(brief: 20_000, full: 200_000))
    let domain = GraphDomain.pool.take()
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
    GraphDomain.pool.putBack(domain)
  }

  @Test func domainsTakeLinesOfTheirOwn() {
    let domains = (0..<10).map { _ in GraphDomain.pool.take() }
    #expect(domains.allSatisfy { $0.address % 64 == 0 })
    for domain in domains { GraphDomain.pool.putBack(domain) }
  }
}
