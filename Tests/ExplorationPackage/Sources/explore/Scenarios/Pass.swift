import ObservationBridge

extension Scenario {
  /// The main actor observes while threads make changes.
  static let pass = Scenario("pass") { setting in
    let (model, passes) = (setting.makeModel(), Passes(onMainThread: true))
    let token = withPortableContinuousObservation(options: setting.options) { _ in passes.read(model) }
    Stage.thread("first") {
      model.first = 1
      model.first = 2
    }
    Stage.thread("second") { model.second = 1 }
    return {
      passes.expectLast(2, 1)
      token.cancel()
    }
  }
}
