import ObservationBridge

extension Scenario {
  /// A pass starts an observation, which ends before the next pass.
  static let nested = Scenario("nested") { setting in
    let (model, other) = (setting.makeModel(), setting.makeModel())
    let (outer, inner) = (Passes(), Passes())
    let token = withPortableContinuousObservation(options: setting.options) { event in
      outer.run { (model.first, 0) }
      event.scope.observe(options: setting.options) { _ in inner.run { (0, other.second) } }
    }
    Stage.thread("first") { model.first = 1 }
    Stage.thread("second") {
      other.second = 1
      other.second = 2
    }
    return {
      outer.expectLast(1, 0)
      inner.expectLast(0, 2)
      token.cancel()
      outer.end()
      inner.end()
      other.second = 3
    }
  }
}
