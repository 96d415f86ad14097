import CObservationRuntime

/// The innermost pass that the current thread is running.
///
/// A pass never suspends, so it occupies its thread until it returns. But another task may run on the thread meanwhile:
/// a job of a nested run loop, or a `Task.immediate`.
enum CurrentPass {
  /// The maximum number of passes on a thread's stack; a further immediate pass has to wait for a turn of its own.
  /// Small enough for the smallest thread stacks.
  private static let maximumDepth = 64

  /// Whether the current code belongs to a pass of this observation, and not to a nested pass.
  static func belongs(to observation: AnyObject) -> Bool {
    let pass = unsafe ob_this_thread().pointee.pass
    // The pointer is only compared, never dereferenced.
    let own = unsafe UnsafeRawPointer(Unmanaged.passUnretained(observation).toOpaque())
    return unsafe pass.observation == own && pass.task == ob_current_task()
  }

  /// Makes the following code of this thread part of a pass of the node's observation.
  @inline(__always)
  static func enter(_ node: GraphNode) {
    unsafe ob_this_thread().pointee.pass.observation = node.owner.map { unsafe UnsafeRawPointer($0.toOpaque()) }
  }

  /// Whether another pass may begin inside the running ones.
  static var mayNest: Bool {
    unsafe ob_this_thread().pointee.pass.depth < maximumDepth
  }

  /// Runs `body` as part of a pass of `observation`.
  static func run<Result>(_ observation: AnyObject, _ body: () -> Result) -> Result {
    #if OBSERVATION_BRIDGE_TESTING
      LockOrder.passBegins()
    #endif
    let outer = unsafe ob_this_thread().pointee.pass
    unsafe ob_this_thread().pointee.pass = ob_pass(
      observation: Unmanaged.passUnretained(observation).toOpaque(),
      task: ob_current_task(),
      depth: outer.depth + 1
    )
    defer { unsafe ob_this_thread().pointee.pass = outer }
    if unsafe outer.observation != nil { Tracking.registerReadsSoFar() }
    return body()
  }

  /// Runs `body` as code outside any pass.
  static func leave<Result>(_ body: () -> Result) -> Result {
    let pass = unsafe ob_this_thread().pointee.pass
    unsafe ob_this_thread().pointee.pass = ob_pass(observation: nil, task: nil, depth: pass.depth)
    defer { unsafe ob_this_thread().pointee.pass = pass }
    return body()
  }
}
