extension Scenario {
  /// An actor begins to observe while threads make changes.
  static let start = Scenario("start") { setting in
    let (model, passes, screen) = (setting.makeModel(), Passes(), Screen())
    Task.detached { await screen.observe(model, passes, setting.options) }
    Stage.thread("first") {
      model.first = 1
      model.first = 2
    }
    Stage.thread("second") { model.second = 1 }
    return {
      passes.expectLast(2, 1)
      Task.detached { await screen.cancel(passes) }
    }
  }
}
