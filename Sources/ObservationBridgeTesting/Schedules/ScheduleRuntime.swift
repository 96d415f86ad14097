import CTestingRuntime

/// The Swift runtime whose tasks are taken over, as far as their layout matters.
///
/// The places of its records in memory aren't an interface. So the records are compared with the expected ones before
/// any takeover, and then a scenario with a known course is run. A differing runtime is left alone.
enum ScheduleRuntime {
  /// Why this program can't explore schedules, and the remedy; nil if exploring is possible.
  static let problem: String? = problem(expecting: course)

  /// Compares the current task, and then how a scenario runs.
  static func problem(expecting course: String) -> String? {
    // The current task is one word, the address of the task's record.
    let record = unsafe withUnsafeCurrentTask { unsafe unsafeBitCast($0, to: UnsafeRawPointer?.self) }
    if let record = unsafe record, let problem = unsafe problem(of: record, numbered: ct_task_id(record)) {
      return problem
    }
    let run = ScheduleRun(.following(Schedule(), count: nil))
    switch run.drive(scenario) {
    case nil:
      let found = "\(run.drawing.text)\nchoices: \(run.choices.map(\.count))"
      return found == course ? nil : "jobs of tasks and of actors can't be told apart. \(advice)"
    case .unsupported(let problem): return problem
    case let reason?: return "a scenario that always succeeds has failed: \(reason.text) \(advice)"
    }
  }

  /// Compares the record of a numbered task.
  static func problem(of record: UnsafeRawPointer, numbered number: UInt64) -> String? {
    switch unsafe ct_runtime_difference(record, number) {
    case .as_expected: nil
    case .lacks_function: tasksAreUnseen
    case .other_layout: "its Swift runtime keeps the kind of a task elsewhere than expected. \(advice)"
    }
  }

  static let tasksAreUnseen = """
    its calls to create a task can't be seen. Link the Swift runtime dynamically, which is the default, and link ObservationBridgeTesting \
    into the image that has the test.
    """

  private static let advice = "Run the test with the runtime of Swift 6.3, or skip it here."

  // MARK: A scenario

  private actor Starter {
    private var count = 0

    /// The first two tasks wait for this actor.
    func start() -> [Task<Void, Never>] {
      ["first", "second"].map { name in Task(name: name) { count += 1 } } + [Task.detached(name: "third") {}]
    }
  }

  /// Tasks with names wait for an actor together, while another could run. Then one hops to the main actor.
  private static let scenario: @Sendable () async throws -> Void = {
    for task in await Starter().start() { await task.value }
    await MainActor.run { Schedules.mark("seen") }
  }

  /// The course of a run in order, and the number of jobs to choose from.
  private static let course = """
    1  ●        task 1, on no actor
    2  ●        task 1, Starter
    3  │     ●  third, on no actor
    4  ●        task 1, on no actor
    5  ●        task 1, MainActor: seen
    6  ●        task 1, on no actor
    choices: [3, 2]
    """
}
