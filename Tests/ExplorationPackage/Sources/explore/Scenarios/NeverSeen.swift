import ObservationBridge

extension Scenario {
  /// A mistake that every schedule shows, the first one, too: nothing observes.
  static let neverSeen = Scenario("neverSeen") { setting in
    let (model, passes) = (setting.makeModel(), Passes())
    passes.read(model)
    Stage.thread("first") { model.first = 1 }
    return { passes.expectLast(1, 0) }
  }
}
