import CObservationRuntime

/// A consumer that is suspended, to be resumed exactly once.
///
/// A checked continuation would allocate memory for each value. `StreamConsumer` returns each continuation once.
// Safe: the continuation is resumed by `suspend`, or by the code that takes it out of the state. No copy is kept.
@safe
struct StreamContinuation: Sendable {
  private let continuation: UnsafeContinuation<Void, Never>

  /// Suspends the task. `keep` stores the continuation, or returns false if there is nothing to wait for.
  @inline(__always)
  static func suspend(isolation: isolated (any Actor)?, _ keep: (StreamContinuation) -> Bool) async {
    await unsafe withUnsafeContinuation(isolation: isolation) { continuation in
      let waiting = unsafe StreamContinuation(continuation: continuation)
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
