/// Tries all schedules with at most so many preemptions: depth first, without what would lead to a state that is known.
///
/// A *preemption* takes a thread off that could go on. Where the thread that ran before can't, all others are tried; where it can,
/// only if what it does next conflicts with what another thread does later, in any run that has been made from there. Otherwise its step
/// can as well be made first.
///
/// It is a value without effects. Whoever uses it makes the run that begins with the choices that ``next()`` returns and goes on
/// without a preemption, stops it where ``knows(_:)`` says so, and reports it with ``record(_:)``.
package struct PreemptionSearch {
  /// A choice on the way to the current run.
  private struct Node {
    let enabled: UInt64
    let previous: Int
    let signature: UInt64
    /// How many preemptions came before.
    let cost: Int
    var thread: Int
    var tried: UInt64
    /// Whether what was tried here conflicts with something later.
    var conflicts = false
    /// What has happened from here on in all runs.
    var later = AccessSet()

    var isForced: Bool { enabled >> UInt64(previous) & 1 == 0 }

    func costs(_ thread: Int) -> Int {
      cost + (isForced || thread == previous ? 0 : 1)
    }
  }

  private struct Explored {
    /// How many preemptions were left.
    let rest: Int
    let later: AccessSet
  }

  package let bound: Int
  /// Whether everything is tried, however needless.
  private let isPlain: Bool
  private var nodes: [Node] = []
  private var isStarted = false
  private var explored: [UInt64: Explored] = [:]
  private var table = AccessTable()
  private var costOfRun = 0
  private var newlyKnown: [(signature: UInt64, rest: Int)] = []

  /// How many runs were made, and how many of them ended in a state that was known.
  package private(set) var runCount = 0
  package private(set) var stoppedCount = 0
  /// The most choices in a run.
  package private(set) var longest = 0
  /// Whether a run took another course than before: something in it isn't determined by the schedule.
  package private(set) var isInconsistent = false

  package init(bound: Int, isPlain: Bool = false) {
    self.bound = bound
    self.isPlain = isPlain
  }

  /// What has become known since the search was asked last.
  package mutating func takeNewlyKnown() -> [(signature: UInt64, rest: Int)] {
    defer { newlyKnown = [] }
    return newlyKnown
  }

  /// How many preemptions are left after the first choices of the current run.
  package var restOfRun: Int { bound - costOfRun }

  /// How many states are known.
  package var stateCount: Int { explored.count }

  /// The first choices of the next run; nil if there is none.
  package mutating func next() -> [Int]? {
    guard isStarted else {
      isStarted = true
      return []
    }
    while let node = nodes.last {
      if let thread = nextAlternative(at: node) {
        nodes[nodes.count - 1].thread = thread
        nodes[nodes.count - 1].tried |= 1 << UInt64(thread)
        costOfRun = node.costs(thread)
        return nodes.map(\.thread)
      }
      if node.enabled.nonzeroBitCount > 1, !isPlain { remember(node) }
      nodes.removeLast()
    }
    return nil
  }

  private func nextAlternative(at node: Node) -> Int? {
    guard node.isForced || node.conflicts || isPlain else { return nil }
    var left = node.enabled & ~node.tried
    while left != 0 {
      let thread = left.trailingZeroBitCount
      left &= left - 1
      if node.costs(thread) <= bound { return thread }
    }
    return nil
  }

  private mutating func remember(_ node: Node) {
    let rest = bound - node.cost
    if let known = explored[node.signature], known.rest >= rest { return }
    explored[node.signature] = Explored(rest: rest, later: node.later)
    newlyKnown.append((node.signature, rest))
  }

  /// Whether all that can follow a state, within the bound, is known. Asked in the current run, after its first choices.
  package func knows(_ signature: UInt64) -> Bool {
    !isPlain && (explored[signature]?.rest ?? -1) >= restOfRun
  }

  package mutating func record(_ run: ExploredRun) {
    runCount += 1
    if run.stoppedAt != nil { stoppedCount += 1 }
    longest = max(longest, run.steps.count)
    var later = AccessSet()
    if let signature = run.stoppedAt, let known = explored[signature] { later = known.later }
    for access in run.pending { later.insert(table.number(of: access)) }
    isInconsistent = isInconsistent || run.steps.count < nodes.count
    for (index, step) in run.steps.enumerated() {
      if index < nodes.count {
        let node = nodes[index]
        if node.enabled != step.enabled || node.signature != step.signature { isInconsistent = true }
      } else {
        let cost = nodes.last.map { $0.costs($0.thread) } ?? 0
        nodes.append(
          Node(
            enabled: step.enabled,
            previous: step.previous,
            signature: step.signature,
            cost: cost,
            thread: step.thread,
            tried: 1 << UInt64(step.thread)
          )
        )
      }
    }
    for index in run.steps.indices.reversed() {
      let numbers = run.steps[index].accesses.map { table.number(of: $0) }
      if numbers.contains(where: { table.conflict($0, with: later) }) { nodes[index].conflicts = true }
      for number in numbers.reversed() { table.attribute(&later, toStarterBy: number) }
      for number in numbers { later.insert(number) }
      nodes[index].later.formUnion(later)
    }
  }
}
