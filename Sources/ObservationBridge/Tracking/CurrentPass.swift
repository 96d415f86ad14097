import CObservationRuntime

/// The innermost pass that the current thread is running. A pass never suspends, so it occupies its thread until it
/// returns. But another task may run on the thread meanwhile: a job of a nested run loop, or a `Task.immediate`.
enum CurrentPass {
  /// The maximum depth of passes, for the smallest thread stacks. A further immediate pass waits for its own turn.
  private static let maximumDepth = 64

  /// Whether the current code belongs to a pass of this observation, and not to a nested pass.
  static func belongs(to observation: AnyObject) -> Bool {
    let pass = threadContext.pass
    return pass.observation == UInt(bitPattern: ObjectIdentifier(observation)) && pass.task == ob_current_task()
  }

  /// Makes the following code of this thread part of a pass of the node's observation.
  @inline(__always)
  static func enter(_ node: GraphNode) {
    threadContext.pass.observation = node.ownerAddress
  }

  /// Whether another pass may begin inside the running ones.
  static var mayNest: Bool {
    threadContext.pass.depth < maximumDepth
  }

  /// Runs `body` as part of a pass of `observation`; nil if `body` enters passes itself, one after the other.
  @inline(__always)
  static func run<Result>(_ observation: AnyObject?, _ body: () -> Result) -> Result {
    #if OBSERVATION_BRIDGE_TESTING
      LockOrder.passBegins()
    #endif
    let outer = threadContext.pass
    let address = observation.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
    threadContext.pass = ob_pass(observation: address, task: ob_current_task(), depth: outer.depth + 1)
    defer { threadContext.pass = outer }
    if outer.observation != 0 { Tracking.registerReadsSoFar() }
    return body()
  }

  static func leave<Result>(_ body: () -> Result) -> Result {
    let pass = threadContext.pass
    threadContext.pass = ob_pass(observation: 0, task: 0, depth: pass.depth)
    defer { threadContext.pass = pass }
    return body()
  }
}
