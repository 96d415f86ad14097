import ObservationBridge

extension Scenario {
  /// An observation is cancelled on its actor, and one of the main actor by a thread, while threads make changes.
  static let cancel = Scenario("cancel") { setting in
    let (model, screen) = (setting.makeModel(), Screen())
    let (passes, others) = (Passes(), Passes(onMainThread: true))
    let token = Box<PortableObservationToken?>(nil)
    let captive: WeakBox<Captive>
    do {
      let captured = Captive(onMainThread: true)
      captive = WeakBox(captured)
      token.value = withPortableContinuousObservation(options: setting.options) { _ in
        _ = captured
        others.run { (0, model.second) }
      }
    }
    Task.detached {
      await screen.observe(passes, setting.options) { (model.first, 0) }
      await screen.cancel(passes)
    }
    Stage.thread("first") { model.first = 1 }
    Stage.thread("second") {
      model.second = 1
      token.value?.cancel()
      model.second = 2
    }
    return {
      Stage.expect(token.value?.isActive == false, "An observation that was cancelled is active.")
      Stage.expect(captive.object == nil, "A cancelled observation keeps what its closure has captured.")
      others.end()
      model.first = 2
    }
  }

  /// What a closure captures.
  private final class Captive: Counted, @unchecked Sendable {
    private let isOnMainThread: Bool

    init(onMainThread isOnMainThread: Bool) {
      self.isOnMainThread = isOnMainThread
    }

    deinit {
      Stage.expect(!isOnMainThread || Stage.isOnMainThread, "What a closure has captured is released elsewhere.")
    }
  }
}
