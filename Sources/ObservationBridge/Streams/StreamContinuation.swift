import CObservationRuntime

/// A consumer that is suspended, to be resumed exactly once.
///
/// A checked continuation would allocate for each value. `StreamConsumer` gives each of these out once.
// Safe: `suspend` resumes it itself, or whoever takes it out of the state does; nobody keeps a copy.
@safe
struct StreamContinuation: Sendable {
  private let continuation: UnsafeContinuation<Void, Never>

  /// Suspends; `keep` stores the continuation, or says by false that there is nothing to wait for.
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
