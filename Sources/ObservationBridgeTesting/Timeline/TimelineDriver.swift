/// Leads a run through its steps, on the thread of the caller.
struct TimelineDriver {
  private let timeline: Timeline
  private let queue = TimelineQueue()
  private let taskExecutor: TimelineTaskExecutor
  private let run: TimelineRun
  private let drawing = TimelineDrawing()

  init(_ timeline: Timeline) {
    self.timeline = timeline
    taskExecutor = TimelineTaskExecutor(queue)
    run = TimelineRun(TimelineActorExecutor(queue))
  }

  func drive<Elements: AsyncSequence>(
    _ body: @escaping @Sendable (isolated TimelineRun) async throws -> Elements
  ) throws -> String {
    let body = TimelineBody(body)
    // Jobs that the last jobs have enqueued run by themselves.
    defer { queue.release() }
    return try queue.takingGlobalJobs {
      for event in timeline.steps[0] { run.input.apply(event) }
      let consumer = Task(executorPreference: taskExecutor) { [run, drawing] in
        await body.draw(run, drawing)
      }
      if timeline.steps[0].contains(.cancel) { consumer.cancel() }
      defer { consumer.cancel() }
      try drive(consumer)
      return output
    }
  }

  private func drive(_ consumer: Task<Void, Never>) throws {
    try settle()
    for step in timeline.steps.indices.dropFirst() {
      try advance(toStep: step)
      try perform(timeline.steps[step], on: consumer)
    }
    try advanceWhileAsleep()
    if let error = drawing.bodyError { throw error }
    drawing.close()
    if !drawing.isOver {
      try perform([.cancel], on: consumer)
      if !drawing.isOver { throw error(.notEnded) }
    }
    do {
      try run.clock.checkIdle()
    } catch let idle as ManualClock.NotIdleError {
      throw error(.notIdle(idle))
    }
  }

  private var output: String {
    drawing.text(steps: timeline.steps.count)
  }

  private func error(_ reason: Timeline.RunError.Reason) -> Timeline.RunError {
    Timeline.RunError(reason: reason, output: output)
  }

  private func start(of step: Int) -> ManualClock.Instant {
    ManualClock.Instant(offset: timeline.step * step)
  }

  private func settle() throws {
    if !queue.settle(limit: Timeline.jobLimit) { throw error(.restless) }
  }

  private func perform(_ events: [TimelineEvent], on consumer: Task<Void, Never>) throws {
    Task(executorPreference: taskExecutor) { [run] in
      await run.apply(events, cancelling: consumer)
    }
    try settle()
  }

  /// Wakes sleepers due before the step, a deadline at a time, and then sleepers due at its beginning.
  private func advance(toStep step: Int) throws {
    let start = start(of: step)
    while let deadline = run.clock.nextDeadline, deadline < start {
      run.clock.advance(to: deadline)
      try settle()
    }
    drawing.beginStep()
    run.clock.advance(to: start)
    try settle()
  }

  /// After the input's end: for as long as the sequence has something to wait for.
  private func advanceWhileAsleep() throws {
    var step = timeline.steps.count
    let limit = step + Timeline.stepLimit
    while !drawing.isOver, run.clock.nextDeadline != nil {
      if step == limit { throw error(.endless) }
      try advance(toStep: step)
      step += 1
    }
  }
}

/// The closure of a run, without the type of its sequence.
// Unchecked for the type's sake, which counts as not `Sendable`: no conformance is isolated to a run.
private struct TimelineBody: @unchecked Sendable {
  let draw: (isolated TimelineRun, TimelineDrawing) async -> Void

  init<Elements: AsyncSequence>(_ body: @escaping @Sendable (isolated TimelineRun) async throws -> Elements) {
    draw = { run, drawing in await run.draw(body, in: drawing) }
  }
}
