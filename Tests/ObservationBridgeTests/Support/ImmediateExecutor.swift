@testable import ObservationBridge

/// An executor that runs each job where it is enqueued, before that call returns: a pass has run as soon as something has made it due.
///
/// Its jobs come one after the other as long as no two threads enqueue any.
final class ImmediateExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    unsafe UnownedJob(job).runSynchronously(on: asUnownedSerialExecutor())
  }
}

/// An actor on such an executor.
actor ImmediateActor {
  private let executor = ImmediateExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Starts an observation with passes on this actor.
  func observing(
    _ options: ObservationOptions,
    _ pass: @escaping @Sendable (borrowing ObservationEvent) -> Void
  ) -> PortableObservationToken {
    withPortableContinuousObservation(options: options) { event in
      self.assertIsolated()
      pass(event)
    }
  }
}
