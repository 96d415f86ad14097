import Synchronization
import TestSupport

@testable import ObservationBridge

/// A model, a thread that changes it in bursts, and what an observer has seen of it.
final class StressRun: Sendable {
  private let profile: LostUpdateTests.Profile
  private let counter = SharedCounter()
  private let seen = Atomic(0)
  private let backwards = Atomic(false)
  // Counters of bursts: asked for, and done.
  private let asked = Atomic(0)
  private let done = Atomic(0)
  private let final = Atomic(0)

  init(_ profile: LostUpdateTests.Profile) {
    self.profile = profile
  }

  /// Runs bursts one after the other; the result is how many ended without the final value being seen.
  func staleBursts(of count: Int) async -> Int {
    startWriter(bursts: count)
    var stale = 0
    for _ in 0..<count {
      // The writer is idle until it is told to go on.
      let final = await nextBurst()
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

  /// Lets the writer make one burst of changes; the result is the value it ended with.
  private func nextBurst() async -> Int {
    let burst = asked.add(1, ordering: .acquiringAndReleasing).newValue
    while done.load(ordering: .acquiring) < burst { await Task.yield() }
    return final.load(ordering: .acquiring)
  }

  private func startWriter(bursts: Int) {
    Thread.start { self.write(bursts) }
  }

  private func write(_ bursts: Int) {
    var random = SystemRandomNumberGenerator()
    var value = 0
    for burst in 1...bursts {
      while asked.load(ordering: .acquiring) < burst { Thread.pause() }
      for _ in 0..<Int.random(in: profile.burst, using: &random) {
        value += 1
        counter.setFirst(value) { if profile == .slowStore { spin(.nanoseconds(1000)) } }
        if profile == .pauses { spin(.nanoseconds(Int.random(in: 0...3000, using: &random))) }
      }
      final.store(value, ordering: .releasing)
      done.store(burst, ordering: .releasing)
    }
  }

  private func spin(_ duration: Duration) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {}
  }
}
