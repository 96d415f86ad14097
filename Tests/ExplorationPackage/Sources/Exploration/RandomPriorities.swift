/// Priorities of threads, which change at random places (Burckhardt, Kothari, Musuvathi, Nagarakatte: *A Randomized Scheduler with
/// Probabilistic Guarantees of Finding Bugs*, 2010).
package struct RandomPriorities {
  private var generator: SplitMix
  private var priorities: [Int: UInt64] = [:]
  private var changes: Set<Int> = []
  private var lowest: UInt64

  /// Priorities for a run of about so many choices, with so many changes.
  package init(seed: UInt64, choices: Int, changes count: Int) {
    generator = SplitMix(state: seed)
    lowest = UInt64(count)
    for _ in 0..<count { changes.insert(Int.random(in: 0..<max(choices, 1), using: &generator)) }
  }

  /// The thread that goes on at a choice.
  package mutating func thread(atChoice index: Int, enabled: UInt64) -> Int {
    if changes.contains(index) {
      lowest -= 1
      priorities[highest(of: enabled)] = lowest
    }
    return highest(of: enabled)
  }

  private mutating func highest(of enabled: UInt64) -> Int {
    var best: (thread: Int, priority: UInt64)?
    var left = enabled
    while left != 0 {
      let thread = left.trailingZeroBitCount
      left &= left - 1
      let priority = priority(of: thread)
      if priority > best?.priority ?? 0 || best == nil { best = (thread, priority) }
    }
    return best?.thread ?? 0
  }

  private mutating func priority(of thread: Int) -> UInt64 {
    if let priority = priorities[thread] { return priority }
    let priority = UInt64.random(in: 1 << 32...UInt64.max, using: &generator)
    priorities[thread] = priority
    return priority
  }
}

/// Random numbers that are the same in every process (Steele, Lea, Flood: *Fast Splittable Pseudorandom Number Generators*, 2014).
package struct SplitMix: RandomNumberGenerator {
  package var state: UInt64

  package init(state: UInt64) {
    self.state = state
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
