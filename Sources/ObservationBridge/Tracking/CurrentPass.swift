import CObservationRuntime

/// The innermost pass that the current thread is running.
///
/// A pass never suspends, so its thread is its own until it returns. But another task may run on that thread meanwhile: a job
/// of a nested run loop, or a `Task.immediate`.
enum CurrentPass {
  /// How many passes may be on a thread's stack before an immediate one has to wait for a turn of its own: few enough for
  /// the smallest stacks of threads.
  private static let maximumDepth = 64

  /// Whether the code that runs now belongs to a pass of this observation, and not to one nested in it.
  static func belongs(to observation: AnyObject) -> Bool {
    let pass = unsafe ob_pass_current()
    // Only compared, never followed.
    let own = unsafe UnsafeRawPointer(Unmanaged.passUnretained(observation).toOpaque())
    return unsafe pass.observation == own && pass.task == ob_current_task()
  }

  /// From now on, the code that this thread runs belongs to a pass of the observation that owns this node.
  @inline(__always)
  static func enter(_ node: GraphNode) {
    unsafe ob_pass_set_observation(node.owner?.toOpaque())
  }

  /// Whether a pass may begin here inside those that are running.
  static var mayNest: Bool {
    unsafe ob_pass_current().depth < maximumDepth
  }

  /// Runs `body` as part of a pass of `observation`.
  static func run<Result>(_ observation: AnyObject, _ body: () -> Result) -> Result {
    let outer = unsafe ob_pass_current()
    unsafe ob_pass_set(
      ob_pass(
        observation: Unmanaged.passUnretained(observation).toOpaque(),
        task: ob_current_task(),
        depth: outer.depth + 1
      )
    )
    defer { unsafe ob_pass_set(outer) }
    if unsafe outer.observation != nil { Tracking.registerReadsSoFar() }
    return body()
  }

  /// Runs `body` as code of no pass.
  static func leave<Result>(_ body: () -> Result) -> Result {
    let pass = unsafe ob_pass_current()
    unsafe ob_pass_set(ob_pass(observation: nil, task: nil, depth: pass.depth))
    defer { unsafe ob_pass_set(pass) }
    return body()
  }
}
