import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// The turns of an actor in which a rate-limited stream runs its passes.
@Suite struct RateLimitedTurnsTests {
  private let executor = ManualExecutor()

  /// Returns a stream with passes on an actor of the executor.
  private func stream<Value: Sendable>(
    every interval: Duration = .zero,
    _ read: @escaping @Sendable () -> Value
  ) async -> ObservationBridge<Value> {
    let streams = Log<ObservationBridge<Value>>()
    await ManualActor(executor).perform { actor in
      streams.append(
        ObservationBridge(options: .rateLimit(.throttle(ObservationThrottle(interval: interval)))) {
          actor.assertIsolated()
          return read()
        }
      )
    }
    return streams.elements[0]
  }

  /// Runs turns until a condition holds.
  private func runTurns(until condition: () -> Bool) async {
    await eventually {
      executor.runTurn()
      return condition()
    }
  }

  /// The actor may be busy, or wait for the consumer.
  @Test func aReadyValueNeedsNoTurnOfTheActor() async {
    let counter = SharedCounter()
    let stream = await stream { counter.first }
    let values = Log<Int?>()
    let (isReady, hasSecond) = (DoneFlag(), DoneFlag())
    let consumer = Task {
      var iterator = stream.makeAsyncIterator()
      values.append(await iterator.next())
      while !isReady.isSet { await Task.yield() }
      values.append(await iterator.next())
      hasSecond.set()
    }
    await runTurns { values.elements.count == 1 }
    counter.first = 1
    executor.runAll()
    isReady.set()
    // No turn runs here.
    await eventually { hasSecond.isSet }
    #expect(values.elements == [0, 1])
    consumer.cancel()
  }

  /// Otherwise, a thread that makes changes without a break would keep the actor from other work.
  @Test func aChangeDuringAPassWaitsForATurnOfItsOwn() async {
    let (cell, reads, isWriting) = (SharedCell(), Log<Int>(), DoneFlag())
    let stream = await stream {
      let x = cell.x
      reads.append(x)
      if isWriting.isSet, x < 8 { Thread.run { cell.x = x + 1 } }
      return x
    }
    let hasFirst = DoneFlag()
    let consumer = Task { for await _ in stream { hasFirst.set() } }
    await runTurns { hasFirst.isSet }
    executor.runAll()
    let initialCount = reads.elements.count
    isWriting.set()
    cell.x = 1
    await eventually {
      let count = reads.elements.count
      executor.runTurn()
      #expect(reads.elements.count <= count + 1)
      return reads.elements.last == 8
    }
    #expect(reads.elements.dropFirst(initialCount) == [1, 2, 3, 4, 5, 6, 7, 8])
    consumer.cancel()
  }

  private final class Value: Sendable {
    private let whenFreed: @Sendable () -> Void

    init(whenFreed: @escaping @Sendable () -> Void) {
      self.whenFreed = whenFreed
    }

    deinit { whenFreed() }
  }

  /// The pass that stores the newer value releases the replaced one, so the pass isn't notified of a change by the
  /// release. It is notified of the next change, also behind the derived value that the release has changed.
  @Test func aChangeByTheReleaseOfAReplacedValueIsAPassesOwn() async {
    let (cell, reads, releases) = (SharedCell(), Log<Int>(), Log<Int>())
    let stream = await stream(every: .seconds(86_400)) {
      let sum = cell.sum
      reads.append(sum)
      return Value {
        releases.append(sum)
        cell.y += 1
      }
    }
    let hasFirst = DoneFlag()
    let consumer = Task {
      var iterator = stream.makeAsyncIterator()
      let first = await iterator.next()
      hasFirst.set()
      _ = await iterator.next()
      withExtendedLifetime(first) {}
    }
    await runTurns { hasFirst.isSet }
    executor.runAll()
    let initialCount = releases.elements.count
    for x in [10, 20, 30, 40] {
      let count = reads.elements.count
      cell.x = x
      await runTurns { reads.elements.count > count }
      for _ in 0..<10 { executor.runTurn() }
      #expect(reads.elements.count == count + 1)
    }
    // The first of these values replaces none, because the consumer has taken the initial value.
    #expect(releases.elements.count == initialCount + 3)
    consumer.cancel()
  }
}
