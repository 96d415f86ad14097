import CObservationRuntime

/// The innermost pass that the current thread is running.
///
/// A pass never suspends, so its thread is its own until it returns.
enum CurrentPass {
  /// Whether the code that runs now belongs to a pass of this observation, and not to one nested in it.
  static func belongs(to observation: AnyObject) -> Bool {
    unsafe ob_pass_current() == UnsafeRawPointer(Unmanaged.passUnretained(observation).toOpaque())
  }

  /// Runs `body` as part of a pass of `observation`.
  static func run<Result>(_ observation: AnyObject, _ body: () -> Result) -> Result {
    // Only compared, never followed.
    let outer = unsafe ob_pass_exchange(Unmanaged.passUnretained(observation).toOpaque())
    defer { _ = unsafe ob_pass_exchange(outer) }
    if unsafe outer != nil { Tracking.registerReadsSoFar() }
    return body()
  }
}
