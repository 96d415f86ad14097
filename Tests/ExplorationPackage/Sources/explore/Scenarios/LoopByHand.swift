import Observation

extension Scenario {
  /// The loop that everybody writes, with nothing of this package: it observes anew after each change.
  static let loopByHand = Scenario("loopByHand") { setting in
    let (model, passes) = (setting.makeModel(), Passes())
    let isOver = Box(false)
    observe(model, passes, isOver)
    Stage.thread("first") {
      model.first = 1
      model.first = 2
    }
    Stage.thread("second") { model.second = 1 }
    return {
      passes.expectLast(2, 1)
      isOver.value = true
      model.first = 3
    }
  }

  @MainActor
  private static func observe(_ model: Model, _ passes: Passes, _ isOver: Box<Bool>) {
    if isOver.value { return }
    withObservationTracking {
      passes.read(model)
    } onChange: {
      Task { @MainActor in observe(model, passes, isOver) }
    }
  }
}
