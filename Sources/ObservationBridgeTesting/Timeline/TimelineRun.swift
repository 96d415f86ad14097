/// One run of a timeline: the actor for its code, with its input and its clock.
///
/// A run has an executor of its own. Closures that refer to the run inherit its isolation.
public actor TimelineRun {
  /// The state that the timeline draws.
  public nonisolated let input = TimelineInput()
  /// Shows how long the run has lasted: zero in the first step.
  public nonisolated let clock = ManualClock()

  private nonisolated let executor: TimelineActorExecutor

  init(_ executor: TimelineActorExecutor) {
    self.executor = executor
  }

  /// The executor of this run alone.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  func apply(_ events: [TimelineEvent], cancelling consumer: Task<Void, Never>) {
    for event in events {
      if event == .cancel {
        consumer.cancel()
      } else {
        input.apply(event)
      }
    }
  }

  func draw<Elements: AsyncSequence>(
    _ body: (isolated TimelineRun) async throws -> Elements,
    in drawing: TimelineDrawing
  ) async {
    let elements: Elements
    do {
      elements = try await body(self)
    } catch {
      return drawing.endWithoutSequence(error)
    }
    do {
      for try await element in elements { drawing.append(element) }
      drawing.end("|")
    } catch {
      drawing.end("!")
    }
  }
}
