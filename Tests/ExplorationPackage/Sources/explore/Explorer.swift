import CExploration
import Exploration

/// Tries schedules of a scenario, each in a process of its own, so that all state starts afresh.
// Safe: the memory of a run is never given back.
@safe
struct Explorer {
  struct Violation {
    let message: String
    let schedule: String
    let drawing: String
  }

  struct Result {
    var summary: String
    /// Of a schedule that is replayed, and fine.
    var drawing: String?
    var violation: Violation?
  }

  private let scenario: Scenario
  private let setting: Scenario.Setting
  private let run: UnsafeMutablePointer<ce_run>

  init(_ scenario: Scenario, _ setting: Scenario.Setting) {
    self.scenario = scenario
    self.setting = setting
    guard let run = unsafe ce_run_make() else { fatalError("There is no memory for a run.") }
    unsafe self.run = run
  }

  // MARK: Searches

  /// Tries all schedules up to a bound, those with fewer preemptions first.
  func tryAll(bound: Int, limit: Int) -> Result {
    var result = Result(summary: "")
    for bound in 0...bound {
      result = tryAll(withBound: bound, limit: limit)
      if result.violation != nil { break }
    }
    return result
  }

  private func tryAll(withBound bound: Int, limit: Int) -> Result {
    begin()
    defer { ce_end() }
    var search = PreemptionSearch(bound: bound)
    while search.runCount < limit, let prefix = search.next() {
      for known in search.takeNewlyKnown() { ce_known_set(known.signature, Int32(known.rest)) }
      plan(prefix, rest: search.restOfRun)
      if let violation = tryOnce() {
        return Result(
          summary: "violated at schedule \(search.runCount + 1) with up to \(bound) preemptions",
          violation: violation
        )
      }
      search.record(recorded)
      if search.isInconsistent {
        let schedule = ReplayText(recorded.steps).description
        return Result(
          summary: "violated at schedule \(search.runCount) with up to \(bound) preemptions",
          violation: Violation(message: "Two runs of one schedule differ.", schedule: schedule, drawing: "")
        )
      }
    }
    let isAll = search.next() == nil
    return Result(
      summary: """
        \(search.runCount) schedules with up to \(bound) preemptions\(isAll ? ", which are all" : ", and there are more") \
        (\(search.stoppedCount) ended in a known state, \(search.stateCount) states, up to \(search.longest) steps)
        """
    )
  }

  func tryRandom(_ count: Int, seed: UInt64) -> Result {
    begin()
    defer { ce_end() }
    var longest = 0
    for index in 0..<count {
      plan([], rest: -1)
      // The first one shows how long a run is.
      unsafe run.pointee.plan.changes = index == 0 ? 0 : 3
      unsafe run.pointee.plan.seed = seed &+ UInt64(index)
      unsafe run.pointee.plan.length = UInt32(longest)
      if let violation = tryOnce() {
        return Result(summary: "violated at random schedule \(index + 1)", violation: violation)
      }
      longest = max(longest, unsafe Int(run.pointee.step_count))
    }
    return Result(summary: "\(count) random schedules")
  }

  func replay(_ text: ReplayText) -> Result {
    begin()
    defer { ce_end() }
    plan(text.threads, rest: -1)
    if let violation = tryOnce() { return Result(summary: "replayed, and violated", violation: violation) }
    plan(text.threads, rest: -1)
    unsafe run.pointee.plan.writes_text = true
    ce_make_run()
    return Result(summary: "replayed, and fine", drawing: drawing)
  }

  private func begin() {
    unsafe Running.current = (scenario, setting, run)
    unsafe ce_begin(run, Running.choose, Running.run)
  }

  /// Says how the next run begins, and how many preemptions are left then; a negative number where all of it is to be run.
  private func plan(_ threads: [Int?], rest: Int) {
    let forced = unsafe ce_run_forced(run)
    for (index, thread) in threads.enumerated() { unsafe forced[index] = Int8(thread ?? -1) }
    unsafe run.pointee.plan.forced_count = UInt32(threads.count)
    unsafe run.pointee.plan.rest = Int32(rest)
    unsafe run.pointee.plan.changes = 0
    unsafe run.pointee.plan.writes_text = false
  }

  // MARK: One run

  /// What the run that has been made last has shown.
  private var recorded: ExploredRun {
    let count = unsafe Int(run.pointee.step_count)
    let steps = unsafe ce_run_steps(run)
    let accesses = unsafe ce_run_accesses(run)
    let recorded = (0..<count).map { index in
      let step = unsafe steps[index]
      let range = Int(step.first_access)..<Int(step.first_access + step.access_count)
      return ExploredRun.Step(
        enabled: step.enabled,
        previous: Int(step.previous),
        thread: Int(step.thread),
        signature: step.signature,
        accesses: range.map { unsafe Self.access(accesses[$0], by: step.name) }
      )
    }
    return ExploredRun(
      steps: recorded,
      stoppedAt: unsafe Int(run.pointee.outcome) == ce_stopped ? run.pointee.stopped_at : nil
    )
  }

  private static func access(_ access: ce_access, by thread: UInt64) -> ExploredRun.Access {
    let locks = access.locks
    let mode: ExploredRun.Access.Mode =
      switch Int(access.mode) {
      case ce_reads: .reads
      case ce_starts: .starts
      case ce_holds: .holds
      default: .changes
      }
    return ExploredRun.Access(
      thread: thread,
      object: access.object,
      mode: mode,
      locks: [locks.0, locks.1, locks.2, locks.3].filter { $0 != 0 }
    )
  }

  private func tryOnce() -> Violation? {
    ce_make_run()
    guard let message else { return nil }
    let text = ReplayText(recorded.steps)
    // Once more, with a drawing: that the run takes the same course shows that the text is enough.
    plan(text.threads, rest: -1)
    unsafe run.pointee.plan.writes_text = true
    ce_make_run()
    let again = self.message ?? "That was fine."
    return Violation(
      message: again == message ? message : "\(message) But when it was replayed: \(again)",
      schedule: text.description,
      drawing: drawing
    )
  }

  /// What went wrong; nil for nothing.
  private var message: String? {
    let message = unsafe String(cString: ce_run_message(run))
    return switch unsafe Int(run.pointee.outcome) {
    case ce_passed, ce_stopped: nil
    case ce_deadlocked: "Nobody can go on. \(message)"
    default: message
    }
  }

  private var drawing: String {
    let length = unsafe Int(run.pointee.text_length)
    let text = unsafe UnsafeRawBufferPointer(start: ce_run_text(run), count: length)
    return unsafe StepDrawing(String(decoding: text, as: UTF8.self), describing: Self.described).text
  }

  private static func described(_ places: String) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
      guard let start = text.baseAddress else { return "" }
      unsafe ce_describe_places(places, start, text.count)
      return unsafe String(cString: start)
    }
  }
}

/// What runs in a process of its own.
private enum Running {
  // Set before the process is made.
  nonisolated(unsafe) static var current: (Scenario, Scenario.Setting, UnsafeMutablePointer<ce_run>)?

  static let run: @convention(c) () -> Void = {
    guard let (scenario, setting, _) = unsafe current else { return }
    play(scenario, setting)
    ce_settle()
    Stage.expect(unsafe Counted.alive == 0, "\(unsafe Counted.alive) objects are never freed.")
  }

  /// Lets go of everything that the scenario has used.
  @inline(never)
  private static func play(_ scenario: Scenario, _ setting: Scenario.Setting) {
    let finish = MainActor.assumeIsolated { Handed(scenario.start(setting)) }
    ce_run_all()
    finish.value()
  }

  // Unchecked: handed from the main actor to the main thread.
  private struct Handed: @unchecked Sendable {
    let value: Scenario.Finish

    init(_ value: @escaping Scenario.Finish) {
      self.value = value
    }
  }

  // MARK: Who goes on

  nonisolated(unsafe) private static var index = 0
  nonisolated(unsafe) private static var priorities: RandomPriorities?

  static let choose: @convention(c) (UInt64, Int32, UInt64) -> Int32 = { enabled, previous, signature in
    guard let run = unsafe current?.2 else { return -1 }
    let plan = unsafe ce_run_plan(run)
    let index = unsafe Running.index
    unsafe Running.index += 1
    if unsafe index < Int(plan.pointee.forced_count), unsafe plan.pointee.changes == 0 {
      let thread = unsafe ce_run_forced(run)[index]
      if thread >= 0 { return Int32(thread) }
    } else if unsafe plan.pointee.rest >= 0, enabled.nonzeroBitCount > 1,
      unsafe ce_known(signature) >= plan.pointee.rest
    {
      return -1
    }
    if unsafe plan.pointee.changes > 0 {
      if unsafe priorities == nil {
        unsafe priorities = RandomPriorities(
          seed: plan.pointee.seed,
          choices: Int(plan.pointee.length),
          changes: Int(plan.pointee.changes)
        )
      }
      return Int32(unsafe priorities?.thread(atChoice: index, enabled: enabled) ?? 0)
    }
    return Int32(ReplayText.thread(after: Int(previous), enabled: enabled))
  }
}
