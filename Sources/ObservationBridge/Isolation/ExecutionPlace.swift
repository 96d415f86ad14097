import CObservationRuntime

/// Where code runs, as far as the runtime knows.
///
/// For objects that belong to one isolation but may be freed anywhere, as those of a global actor's classes are: to tell
/// whether what they leave can be touched.
package enum ExecutionPlace: Equatable, Sendable {
  case mainThread
  case executor(UInt)
  case unknown

  package static var current: ExecutionPlace {
    let executor = ob_current_executor_identity()
    if executor == 0 { return ob_is_main_thread() ? .mainThread : .unknown }
    return executor == mainExecutor ? .mainThread : .executor(executor)
  }

  /// Whether the current code is known not to run in this place, and so may run beside other code there.
  package var isElsewhere: Bool {
    self != .unknown && self != .current
  }

  private static let mainExecutor = ExecutorIdentity(of: MainActor.shared).word
}
