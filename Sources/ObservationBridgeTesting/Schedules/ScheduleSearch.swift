/// Gives the next schedule to try, learning from previous runs.
struct ScheduleSearch {
  /// A schedule to try: the run under `parent`, which has been made, with one more deviating choice.
  private struct Candidate {
    let schedule: Schedule
    /// How many options there were at the last deviation.
    let count: Int
  }

  private let search: Schedules.Search
  /// The schedules to try, by the number of delays.
  private var candidates: [[Candidate]] = [[Candidate(schedule: Schedule(), count: 0)]]
  private var waiting = 1
  private var current: Candidate?
  private var longest = 32
  private var hasLeftOut = false
  /// The number of schedules tried, including the current one.
  private(set) var count = 0

  init(_ search: Schedules.Search) {
    self.search = search
  }

  /// Whether all schedules have been tried.
  var isComplete: Bool {
    switch search.plan {
    case .delays: waiting == 0 && !hasLeftOut
    case .random, .replay: false
    }
  }

  /// Chooses for the next run; nil if there is none.
  mutating func next() -> ScheduleChooser? {
    guard count < search.limit else { return nil }
    switch search.plan {
    case .replay(let schedule):
      count += 1
      return .following(schedule, count: nil)
    case .random(let seed):
      count += 1
      return .random(RandomPriorities(seed: seed &+ UInt64(count), choices: longest))
    case .delays:
      guard let delays = candidates.firstIndex(where: { !$0.isEmpty }) else { return nil }
      let candidate = candidates[delays].removeLast()
      waiting -= 1
      count += 1
      current = candidate
      return .following(candidate.schedule, count: candidate.count)
    }
  }

  /// Learns the possible choices from a run.
  mutating func record(_ choices: [ScheduleChoice]) {
    longest = max(longest, choices.count)
    guard case .delays(let bound) = search.plan, let current else { return }
    let schedule = current.schedule
    let first = schedule.deviations.last.map { $0.choice + 1 } ?? 0
    guard first < choices.count else { return }
    // The last is tried first: short ways back keep runs alike.
    for index in first..<choices.count {
      for option in 1..<max(choices[index].count, 1) {
        let deviation = Schedule.Deviation(choice: index, option: option)
        let next = Schedule(schedule.deviations + [deviation])
        let delays = next.delays
        if delays > bound { continue }
        while candidates.count <= delays { candidates.append([]) }
        candidates[delays].append(Candidate(schedule: next, count: choices[index].count))
        waiting += 1
      }
    }
    forget()
  }

  /// The schedules with the most delays that the limit no longer permits.
  private mutating func forget() {
    let reachable = search.limit - count
    while waiting > reachable, let last = candidates.indices.last {
      let excess = min(waiting - reachable, candidates[last].count)
      candidates[last].removeFirst(excess)
      waiting -= excess
      if excess > 0 { hasLeftOut = true }
      if candidates[last].isEmpty { candidates.removeLast() }
    }
  }
}
