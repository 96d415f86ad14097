import Synchronization
import TestSupport

@testable import ObservationBridge

/// An executor that runs its jobs on demand: a test decides when a turn begins, and counts the jobs.
final class ManualExecutor: SerialExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var enqueuedCount = 0
  }

  private let state = LockedState(State())

  var enqueuedCount: Int { state.withLock { $0.enqueuedCount } }
  var waitingCount: Int { state.withLock { $0.jobs.count } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { state in
      state.jobs.append(job)
      state.enqueuedCount += 1
    }
  }

  /// Runs the jobs that are enqueued now, but not the jobs they enqueue.
  @discardableResult
  func runTurn() -> Int {
    let jobs = state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    return jobs.count
  }

  /// Runs jobs until none waits.
  func runAll() {
    while runTurn() > 0 {}
  }
}

/// An actor on an executor of the test's.
actor ManualActor {
  let executor: ManualExecutor

  init(_ executor: ManualExecutor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Runs `body` on this actor, in a turn of its own, before it returns.
  nonisolated func perform(_ body: @escaping @Sendable (isolated ManualActor) -> Void) async {
    let done = DoneFlag()
    Task {
      await self.run(body)
      done.set()
    }
    while !done.isSet {
      executor.runTurn()
      await Task.yield()
    }
  }

  /// Starts an observation with passes on this actor.
  nonisolated func observing(
    _ options: ObservationOptions = .didSet,
    _ pass: @escaping @Sendable (borrowing ObservationEvent) -> Void
  ) async -> PortableObservationToken {
    let tokens = Log<PortableObservationToken>()
    await perform { actor in
      tokens.append(
        withPortableContinuousObservation(options: options) { event in
          actor.assertIsolated()
          pass(event)
        }
      )
    }
    return tokens.elements[0]
  }

  private func run(_ body: @Sendable (isolated ManualActor) -> Void) {
    body(self)
  }
}

final class DoneFlag: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .acquiring) }
  func set() { flag.store(true, ordering: .releasing) }
}
