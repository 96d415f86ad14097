import ObservationBridge

extension Scenario {
  /// An actor consumes a stream until it has the final value, while threads make changes.
  static let streamConsumed = Scenario("streamConsumed") { setting in
    let (model, passes, screen, isDone) = (setting.makeModel(), Passes(), Screen(), Box(false))
    Task.detached {
      await screen.consume(model, passes) { $0 == (2, 1) }
      isDone.value = true
    }
    Stage.thread("first") {
      model.first = 1
      model.first = 2
    }
    Stage.thread("second") { model.second = 1 }
    return {
      passes.expectLast(2, 1)
      Stage.expect(isDone.value, "A stream hasn't ended.")
    }
  }

  /// The task that consumes a stream is cancelled by a thread, while another makes changes.
  static let streamCancelled = Scenario("streamCancelled") { setting in
    let (model, passes, screen, isDone) = (setting.makeModel(), Passes(), Screen(), Box(false))
    let task = Task.detached {
      await screen.consume(model, passes) { _ in false }
      passes.end()
      isDone.value = true
    }
    Stage.thread("first") {
      model.first = 1
      model.first = 2
    }
    Stage.thread("second") {
      model.second = 1
      Stage.cancel(task)
    }
    return { Stage.expect(isDone.value, "A stream hasn't ended, though its task was cancelled.") }
  }
}
