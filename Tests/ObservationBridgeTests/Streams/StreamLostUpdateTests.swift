import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Streams lose no update, whichever thread makes it.
///
/// A shorter run of what the benchmarks do with 20,000 bursts.
@Suite(.serialized) struct StreamLostUpdateTests {
  enum Place: String, CaseIterable, Sendable {
    /// Read and consumed without isolation.
    case nonisolated
    /// Read and consumed on one actor.
    case actor
    /// Read on one actor, consumed elsewhere.
    case fromActor
    case mainActor
    /// Read in passes of its own.
    case throttled
  }

  private actor Home {
    func stream(_ run: StressRun) -> ObservationBridge<Int> {
      ObservationBridge {
        self.assertIsolated()
        return run.value
      }
    }

    func consume(_ run: StressRun) async {
      for await value in stream(run) { run.see(value) }
    }
  }

  @Test(arguments: LostUpdateTests.Profile.allCases, Place.allCases)
  func noBurstEndsOnAStaleValue(profile: LostUpdateTests.Profile, place: Place) async {
    #expect(await staleBursts(of: Stress.rounds(brief: 30, full: 1000), profile, place) == 0)
  }

  private func staleBursts(of count: Int, _ profile: LostUpdateTests.Profile, _ place: Place) async -> Int {
    let run = StressRun(profile)
    let consumer = Task.detached { await self.consume(run, place) }
    let stale = await run.staleBursts(of: count)
    #expect(!run.hasGoneBack, "an older value after a newer one")
    consumer.cancel()
    await consumer.value
    return stale
  }

  /// A change that another thread makes while the first value is read is not missed.
  @Test func theFirstReadingMissesNothing() async {
    for _ in 0..<Stress.rounds(brief: 200, full: 2000) {
      let counter = SharedCounter()
      let consumer = Task.detached {
        for await value in ObservationBridge({ counter.first }) where value == 1 { return true }
        return false
      }
      Thread.start { counter.first = 1 }
      #expect(await consumer.value)
    }
  }

  /// Two tasks that answer each other, each through a stream.
  @Test(.reportsAfterStore) func roundTripsBetweenTwoTasksNeverStall() async {
    let last = Stress.rounds(brief: 2000, full: 20_000)
    let counter = SharedCounter()
    let answering = Task.detached {
      for await ping in ObservationBridge({ counter.first }) {
        counter.second = ping
        if ping == last { break }
      }
    }
    var answers = ObservationBridge { @Sendable in counter.second }.makeAsyncIterator()
    for number in 1...last {
      counter.first = number
      while let answer = await answers.next(), answer != number {}
    }
    await answering.value
    #expect(counter.second == last)
  }

  private func consume(_ run: StressRun, _ place: Place) async {
    switch place {
    case .nonisolated:
      for await value in ObservationBridge({ run.value }) { run.see(value) }
    case .actor:
      await Home().consume(run)
    case .fromActor:
      for await value in await Home().stream(run) { run.see(value) }
    case .mainActor:
      await consumeOnMainActor(run)
    case .throttled:
      let options = ObservationStreamOptions.rateLimit(.throttle(ObservationThrottle(interval: .zero)))
      for await value in ObservationBridge(options: options, { run.value }) { run.see(value) }
    }
  }

  @MainActor private func consumeOnMainActor(_ run: StressRun) async {
    for await value in ObservationBridge({ run.value }) { run.see(value) }
  }
}
