import Foundation

/// A writer on a thread of its own makes bursts of changes, and waits after each until the observer shows the last one.
struct BurstStress {
  struct Result: Encodable, Sendable {
    var tried = 0
    var stuck = 0
    /// The longest wait that ended well.
    var longestWait = 0.0
    /// Whether the observer showed nothing of further changes, either.
    var isDead = false
  }

  let profile: StressProfile
  let model: LockedCounter
  let shown: Shown
  let bursts: Int
  let stuckLimit: Int
  let timeout: Duration
  let length: Duration

  func run() async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: write()) }
    }
  }

  private func write() -> Result {
    var result = Result()
    var random = SystemRandomNumberGenerator()
    var value = 0
    let end = ContinuousClock.now + length
    while result.tried < bursts, result.stuck < stuckLimit, !result.isDead, ContinuousClock.now < end {
      for _ in 0..<Int.random(in: profile.changes, using: &random) {
        value += 1
        model.value = value
        if profile.pause.upperBound > 0 {
          spin(for: .nanoseconds(Int.random(in: profile.pause, using: &random)))
        }
      }
      result.tried += 1
      if let wait = wait(for: value) {
        result.longestWait = max(result.longestWait, wait)
      } else {
        result.stuck += 1
        result.isDead = !reactsToFurtherChange(&value)
      }
    }
    return result
  }

  /// Makes another change, after which the observer may well be one behind again.
  private func reactsToFurtherChange(_ value: inout Int) -> Bool {
    let stuckAt = shown.last
    value += 1
    model.value = value
    return wait { $0 != stuckAt } != nil
  }

  private func wait(for value: Int) -> Double? {
    wait { $0 == value }
  }

  /// - Returns: How many microseconds passed until the observer showed what is awaited; nil if it did not in time.
  private func wait(until isAwaited: (Int) -> Bool) -> Double? {
    let start = ContinuousClock.now
    while !isAwaited(shown.last) {
      let passed = ContinuousClock.now - start
      if passed > timeout { return nil }
      // At first without a pause, so that the next burst comes as soon as it can.
      if passed > .milliseconds(1) { usleep(50) }
    }
    return (ContinuousClock.now - start) / .microseconds(1)
  }
}
