import CObservationRuntime

/// A task that is suspended, to be resumed exactly once. A checked continuation would allocate memory each time.
// Safe: the continuation is resumed by `suspend`, or by the code that takes it out of the state. No copy is kept.
@safe
struct SuspendedTask: Sendable {
  private let continuation: UnsafeContinuation<Void, Never>

  /// Suspends the current task. `keep` stores it, or returns false if there is nothing to wait for.
  @inline(__always)
  static func suspend(isolation: isolated (any Actor)?, _ keep: (SuspendedTask) -> Bool) async {
    await unsafe withUnsafeContinuation(isolation: isolation) { continuation in
      let waiting = unsafe SuspendedTask(continuation: continuation)
      if !keep(waiting) { waiting.resume() }
    }
  }

  func resume() {
    #if OBSERVATION_BRIDGE_TESTING && os(Linux)
      // A continuation is one word.
      unsafe ob_continuation_resume(unsafeBitCast(continuation, to: UnsafeMutableRawPointer.self))
    #else
      unsafe continuation.resume()
    #endif
  }
}
