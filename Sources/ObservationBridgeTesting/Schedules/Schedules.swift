/// Explores the orders in which the jobs of a piece of concurrent code can run.
///
/// ```swift
/// try await Schedules.explore {
///   let counter = Counter()
///   async let first: Void = counter.increment()
///   async let second: Void = counter.increment()
///   _ = await (first, second)
///   try #require(await counter.value == 2)
/// }
/// ```
///
/// A *job* is the code between two suspensions: tasks, actors and the main actor run job by job. If several jobs could
/// be next, the system chooses their order, and a test sees one of many. `explore` runs the scenario once for each
/// order found, the simplest first, and stops at the first failure.
public enum Schedules {
  /// How many jobs may run before a schedule is taken for endless.
  static let jobLimit = 100_000

  /// Runs `scenario` under one schedule after another, until all have been tried, the search's limit is reached, or one fails.
  ///
  /// Everything started by the scenario runs on the calling thread, one job at a time: the main actor, actors without
  /// an executor of their own, child tasks, unstructured and detached tasks. A call of an actor involves two choices:
  /// when the task asks for the actor, and when it continues afterwards. Jobs of one actor, the main actor included,
  /// run in the order of their requests. `Task.sleep` takes no time: when no other job is left, sleeping tasks wake in
  /// the order of their deadlines.
  ///
  /// Code between two suspensions is never interrupted. Other threads, Dispatch queues and the scenario's own executors
  /// aren't part of a schedule: a scenario waiting for one of them fails as ``Failure/Reason/stalled``. Global state
  /// survives from one schedule to the next, so create new objects in each.
  ///
  /// Exploring takes over the tasks of the Swift runtime. So the runtime is first compared with the known ones; if it
  /// differs, `explore` fails as ``Failure/Reason/unsupported(_:)`` before running anything.
  ///
  /// - Parameters:
  ///   - search: The schedules to try.
  ///   - scenario: The code to run under each schedule. A thrown error is a failure; a test's `#require` throws,
  ///     `#expect` doesn't.
  /// - Returns: The number of schedules tried, and whether they were all.
  /// - Throws: ``Failure`` with the failing schedule, drawn and as a text to replay; `CancellationError` if the calling
  ///   task is cancelled between two schedules.
  /// - Complexity: The number of schedules grows exponentially with the number of simultaneously ready jobs. Each
  ///   schedule takes as long as its jobs; no time is spent waiting.
  @discardableResult
  public static func explore(_ search: Search = .all(), _ scenario: @escaping @Sendable () async throws -> Void)
    async throws
    -> Exploration
  {
    if let problem = ScheduleRuntime.problem {
      throw Failure(reason: .unsupported(problem), schedule: Schedule().description, number: 0, timeline: "")
    }
    var search = ScheduleSearch(search)
    while let chooser = search.next() {
      try Task.checkCancellation()
      let run = ScheduleRun(chooser)
      let reason = run.drive(scenario)
      let choices = run.choices
      if let reason {
        throw Failure(
          reason: reason,
          schedule: Schedule(choices).description,
          number: search.count,
          timeline: run.drawing.text
        )
      }
      search.record(choices)
    }
    return Exploration(count: search.count, isComplete: search.isComplete)
  }

  /// Notes an action of the current job in the drawing of a failing schedule. Outside a scenario this does nothing.
  public static func mark(_ text: @autoclosure () -> String) {
    ScheduleRun.queueOfThread?.drawing.mark(text())
  }
}
