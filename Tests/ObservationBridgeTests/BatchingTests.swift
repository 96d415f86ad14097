import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// Observations on the same isolation share a scheduled job.
@Suite struct BatchingTests {
  @Test func tenThousandObserversOfOnePropertyTakeOneJob() async {
    let executor = ManualExecutor()
    let actor = ManualActor(executor)
    let counter = SharedCounter()
    let passes = Log<Int>()
    let tokens = Log<PortableObservationToken>()
    await actor.perform { actor in
      for index in 0..<10_000 {
        tokens.append(
          withPortableContinuousObservation { event in
            _ = actor
            _ = counter.first
            if event.kind != .initial { passes.append(index) }
          }
        )
      }
    }
    for turn in 1...3 {
      await actor.perform { actor in
        let before = actor.executor.enqueuedCount
        counter.first = turn
        #expect(actor.executor.enqueuedCount == before + 1)
      }
      executor.runAll()
      #expect(passes.elements.count == turn * 10_000)
    }
    for token in tokens.elements { token.cancel() }
    executor.runAll()
    #expect(counter.registrationCount == 0)
  }

  @Test func passesRunInTheOrderInWhichTheyFirstBecameDue() async {
    let executor = ManualExecutor()
    let actor = ManualActor(executor)
    let counters = (0..<5).map { _ in SharedCounter() }
    let log = Log<Int>()
    let tokens = Log<PortableObservationToken>()
    await actor.perform { actor in
      for (index, counter) in counters.enumerated() {
        tokens.append(
          withPortableContinuousObservation { event in
            _ = actor
            _ = counter.first
            if event.kind != .initial { log.append(index) }
          }
        )
      }
    }
    for index in [3, 1, 4, 1, 0, 3, 2] { counters[index].first += 1 }
    #expect(executor.runTurn() == 1)
    #expect(log.elements == [3, 1, 4, 0, 2])
    for token in tokens.elements { token.cancel() }
    executor.runAll()
  }

  @Test(.exactBackend) func passesMadeDueByOneChangeRunInTheOrderInWhichTheyWereStarted() async {
    let executor = ManualExecutor()
    let actor = ManualActor(executor)
    let (one, other) = (SharedCounter(), SharedCounter())
    let log = Log<Int>()
    let tokens = Log<PortableObservationToken>()
    await actor.perform { actor in
      for index in 0..<100 {
        tokens.append(
          withPortableContinuousObservation { event in
            _ = actor
            _ = index.isMultiple(of: 2) ? one.first : other.first
            if event.kind != .initial { log.append(index) }
          }
        )
      }
    }
    let (even, odd) = ((0..<50).map { 2 * $0 }, (0..<50).map { 2 * $0 + 1 })
    one.first += 1
    executor.runTurn()
    #expect(log.elements == even)
    // One property of two objects: the observers of the object that changed first run first.
    other.first += 1
    one.first += 1
    executor.runTurn()
    #expect(log.elements == even + odd + even)
    for token in tokens.elements { token.cancel() }
    executor.runAll()
  }

  @Test func whatBecomesDueInAPassWaitsForTheNextJob() async {
    let executor = ManualExecutor()
    let actor = ManualActor(executor)
    let (source, derived) = (SharedCounter(), SharedCounter())
    let log = Log<String>()
    let tokens = Log<PortableObservationToken>()
    await actor.perform { actor in
      tokens.append(
        withPortableContinuousObservation { _ in
          _ = actor
          derived.first = source.first * 2
          log.append("source \(source.first)")
        }
      )
      tokens.append(
        withPortableContinuousObservation { _ in
          _ = actor
          log.append("derived \(derived.first)")
        }
      )
    }
    source.first = 1
    executor.runTurn()
    #expect(log.elements == ["source 0", "derived 0", "source 1"])
    executor.runTurn()
    #expect(log.elements == ["source 0", "derived 0", "source 1", "derived 2"])
    for token in tokens.elements { token.cancel() }
    executor.runAll()
  }

  @Test func observationThatIsCancelledByAnEarlierPassOfItsJobDoesNotRun() async {
    let executor = ManualExecutor()
    let actor = ManualActor(executor)
    let counter = SharedCounter()
    let log = Log<Int>()
    let tokens = Log<PortableObservationToken>()
    await actor.perform { actor in
      for index in 0..<2 {
        tokens.append(
          withPortableContinuousObservation { event in
            _ = actor
            _ = counter.first
            if event.kind == .initial { return }
            log.append(index)
            for token in tokens.elements { token.cancel() }
          }
        )
      }
    }
    counter.first = 1
    executor.runAll()
    #expect(log.elements.count == 1)
  }

  @Test func queueGoesWithTheLastObservationOfItsActor() async {
    weak var executor: ManualExecutor?
    do {
      let actor = ManualActor(ManualExecutor())
      executor = actor.executor
      let tokens = Log<PortableObservationToken>()
      await actor.perform { actor in
        tokens.append(withPortableContinuousObservation { _ in _ = actor })
      }
      await actor.perform { actor in
        tokens.append(withPortableContinuousObservation { _ in _ = actor })
      }
      tokens.elements[0].cancel()
      actor.executor.runAll()
      #expect(PassQueues.exists(for: actor))
      tokens.elements[1].cancel()
      tokens.elements[1].cancel()
      actor.executor.runAll()
      #expect(!PassQueues.exists(for: actor))
    }
    await eventually { executor == nil }
  }
}
