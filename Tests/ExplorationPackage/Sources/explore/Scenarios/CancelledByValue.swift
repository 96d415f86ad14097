import Observation
import ObservationBridge

// Derived values decide whether a pass is needed: what computes one may cancel the observation.
extension Scenario {
  /// Threads make the pass due for whose sake the value is computed.
  static let cancelledByValue = Scenario("cancelledByValue") { setting in
    let screen = Cancelled(setting, setting.options)
    Stage.thread("first") { screen.model.first = 1 }
    Stage.thread("second") { screen.model.second = 1 }
    return { screen.expectEnd() }
  }

  /// The value is computed inside a change that the main actor makes, while a thread makes another pass due.
  static let immediateCancelledByValue = Scenario("immediateCancelledByValue") { setting in
    let screen = Cancelled(setting, setting.options.union(.immediate))
    Task { @MainActor in
      screen.model.first = 1
      screen.model.second = 2
    }
    Stage.thread("second") { screen.model.second = 1 }
    return { screen.expectEnd() }
  }

  /// The value cancels the task that consumes a stream.
  static let streamCancelledByValue = Scenario("streamCancelledByValue") { setting in
    let (model, passes) = (setting.makeModel(), Passes(onMainThread: true))
    let (task, isDone) = (Box<Task<Void, Never>?>(nil), Box(false))
    let value = DerivedValue {
      let first = model.first
      if first == 1, let task = task.value {
        Stage.cancel(task)
        passes.end()
      }
      return first
    }
    // Where models have no registrar of this package, a change that is made while it's first computed may be missed.
    _ = value.value
    task.value = Task { @MainActor in
      let values = ObservationBridge {
        passes.run { (value.value, model.second) }
        return passes.count
      }
      for await _ in values {}
      isDone.value = true
    }
    Stage.thread("first") { model.first = 1 }
    Stage.thread("second") { model.second = 1 }
    return {
      Stage.expect(isDone.value, "A stream hasn't ended, though its task was cancelled.")
      task.value = nil
    }
  }

  /// Observes, until the derived value that it reads has been computed from a change.
  // Unchecked: one thread runs at a time.
  private final class Cancelled: Counted, @unchecked Sendable {
    let model: Model
    private let token = Box<PortableObservationToken?>(nil)
    private let captured: WeakBox<Counted>

    @MainActor init(_ setting: Setting, _ options: ObservationOptions) {
      let (model, token, passes) = (setting.makeModel(), token, Passes(onMainThread: true))
      self.model = model
      let value = DerivedValue {
        let first = model.first
        if first == 1 {
          token.value?.cancel()
          passes.end()
        }
        return first
      }
      let captured = Counted()
      self.captured = WeakBox(captured)
      token.value = withPortableContinuousObservation(options: options) { _ in
        _ = captured
        passes.run { (value.value, model.second) }
      }
    }

    func expectEnd() {
      Stage.expect(token.value?.isActive == false, "An observation that was cancelled is active.")
      Stage.expect(captured.object == nil, "A cancelled observation keeps what its closure has captured.")
      token.value = nil
    }
  }
}
