/// A suspended function, to be resumed exactly once.
///
/// A checked continuation would allocate in every cycle that is measured.
// Safe: `suspend` resumes it, or somebody takes it out of where it is kept and does; nobody keeps a copy.
@safe
struct Waiter: Sendable {
  private let continuation: UnsafeContinuation<Void, Never>

  /// Suspends; `keep` stores the waiter, or says by false that there is nothing to wait for.
  static func suspend(isolation: isolated (any Actor)? = #isolation, _ keep: (Waiter) -> Bool) async {
    await unsafe withUnsafeContinuation { continuation in
      let waiter = unsafe Waiter(continuation: continuation)
      if !keep(waiter) { waiter.resume() }
    }
  }

  func resume() {
    unsafe continuation.resume()
  }
}
