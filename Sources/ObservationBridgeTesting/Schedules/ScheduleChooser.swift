/// Chooses the next job in one run.
enum ScheduleChooser {
  /// Follows a schedule. `count` is the number of options at its last deviation, if known.
  case following(Schedule, count: Int?)
  case random(RandomPriorities)

  /// The option to take among the next possible tasks, in the order in which they became ready; nil if the run takes
  /// another course than the schedule's original run.
  mutating func option(ofChoice index: Int, among options: [Int]) -> Int? {
    switch self {
    case .following(let schedule, let count):
      guard let place = schedule.deviations.firstIndex(where: { $0.choice == index }) else { return 0 }
      let isLast = place == schedule.deviations.count - 1
      if isLast, let count, count != options.count { return nil }
      return schedule.deviations[place].option < options.count ? schedule.deviations[place].option : nil
    case .random(var priorities):
      defer { self = .random(priorities) }
      return priorities.option(ofChoice: index, among: options)
    }
  }
}

/// Priorities of tasks, which change at random places.
struct RandomPriorities {
  private static let changes = 3

  private var generator: SplitMix
  private var priorities: [Int: UInt64] = [:]
  private var changes: Set<Int> = []
  private var lowest = UInt64(RandomPriorities.changes)

  /// Priorities for a run of about so many choices.
  init(seed: UInt64, choices: Int) {
    generator = SplitMix(seed: seed)
    for _ in 0..<Self.changes { changes.insert(Int.random(in: 0..<choices, using: &generator)) }
  }

  mutating func option(ofChoice index: Int, among options: [Int]) -> Int {
    if changes.contains(index) {
      lowest -= 1
      priorities[options[highest(of: options)]] = lowest
    }
    return highest(of: options)
  }

  private mutating func highest(of options: [Int]) -> Int {
    var best = 0
    for index in options.indices where priority(of: options[index]) > priority(of: options[best]) { best = index }
    return best
  }

  private mutating func priority(of task: Int) -> UInt64 {
    if let priority = priorities[task] { return priority }
    let priority = UInt64.random(in: UInt64(Self.changes)...UInt64.max, using: &generator)
    priorities[task] = priority
    return priority
  }
}

/// Random numbers that are the same in every process (Steele, Lea, Flood: *Fast Splittable Pseudorandom Number Generators*, 2014).
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
