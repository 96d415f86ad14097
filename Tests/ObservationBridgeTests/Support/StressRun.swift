import Synchronization
import TestSupport

@testable import ObservationBridge

/// A model, a thread that changes the model in bursts, and the values seen by an observer.
final class StressRun: Sendable {
  private let profile: LostUpdateTests.Profile
  private let counter = SharedCounter()
  private let seen = Atomic(0)
  private let backwards = Atomic(false)

  init(_ profile: LostUpdateTests.Profile) {
    self.profile = profile
  }

  /// Runs bursts one after the other. Returns the number of bursts whose final value wasn't observed.
  func staleBursts(of count: Int) async -> Int {
    var stale = 0
    for _ in 0..<count {
      let final = await burst()
      var patience = Patience(seconds: 2, leastTurns: 2000)
      while lastSeen != final {
        guard await patience.lasts() else {
          stale += 1
          break
        }
      }
    }
    return stale
  }

  var lastSeen: Int { seen.load(ordering: .acquiring) }
  var hasGoneBack: Bool { backwards.load(ordering: .acquiring) }

  var value: Int { counter.first }

  func pass() {
    see(counter.first)
  }

  func see(_ value: Int) {
    if seen.exchange(value, ordering: .acquiringAndReleasing) > value {
      backwards.store(true, ordering: .releasing)
    }
  }

  /// Makes one burst of changes on a new thread. Returns the final value of the burst.
  private func burst() async -> Int {
    await withCheckedContinuation { continuation in
      Thread.start { continuation.resume(returning: self.write()) }
    }
  }

  private func write() -> Int {
    var random = SystemRandomNumberGenerator()
    var value = counter.first
    for _ in 0..<Int.random(in: profile.burst, using: &random) {
      value += 1
      counter.setFirst(value) { if profile == .slowStore { spin(.nanoseconds(1000)) } }
      if profile == .pauses { spin(.nanoseconds(Int.random(in: 0...3000, using: &random))) }
    }
    return value
  }

  private func spin(_ duration: Duration) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {}
  }
}
