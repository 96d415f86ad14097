import ObservationBridge

extension Scenario {
  /// Two threads make changes that two observations of the main actor have in common, one of them started by a thread.
  static let twoWriters = Scenario("twoWriters") { setting in
    let (model, passes, others) = (setting.makeModel(), Passes(onMainThread: true), Passes(onMainThread: true))
    let (one, other) = (Box<PortableObservationToken?>(nil), Box<PortableObservationToken?>(nil))
    one.value = withPortableContinuousObservation(options: setting.options) { _ in passes.read(model) }
    Stage.thread("first") { model.first = 1 }
    Stage.thread("second") {
      model.second = 1
      other.value = withPortableContinuousObservation(options: setting.options, isolation: nil) { @MainActor _ in
        others.run { (0, model.second) }
      }
      model.second = 2
    }
    return {
      passes.expectLast(1, 2)
      others.expectLast(0, 2)
      one.value?.cancel()
      other.value?.cancel()
    }
  }
}
