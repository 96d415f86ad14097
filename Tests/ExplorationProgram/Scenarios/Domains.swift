import ObservationBridge

// Own models that are read together have one lock from then on.
extension Scenario {
  /// Each of three changes makes an observation read the next model, too.
  static let domains = Scenario("domains", isForOwnModels: true) { setting in
    let models = (0..<3).map { _ in setting.makeModel() }
    let (passes, screen) = ((0..<3).map { _ in Passes() }, Screen())
    let tokens = (0..<3).map { index in
      let (model, next, passes) = (models[index], models[(index + 1) % 3], passes[index])
      return observe(setting) { passes.run { (model.first, model.first > 0 ? next.second : 0) } }
    }
    Stage.thread("one") { models[0].first = 1 }
    Stage.thread("two") { models[1].first = 1 }
    Task.detached { await screen.perform { models[2].first = 1 } }
    return {
      for model in models { model.second = 1 }
      for (token, passes) in zip(tokens, passes) {
        passes.expectLast(1, 1)
        token.cancel()
        passes.end()
      }
    }
  }

  /// Two threads read a model that nobody reads any more, one of them beside another model, while an actor observes a third one.
  static let givenBackDomain = Scenario("givenBackDomain", isForOwnModels: true) { setting in
    let models = (0..<3).map { _ in setting.makeModel() }
    let (passes, screen) = ((0..<3).map { _ in Passes() }, Screen())
    let tokens = Box([observe(setting) { passes[1].run { (models[1].first, models[1].first > 0 ? models[0].first : 0) } }])
    observe(setting) { _ = models[0].first }.cancel()
    Stage.thread("one") {
      tokens.value.append(observe(setting) { passes[0].run { (models[0].first, 0) } })
      models[0].first = 1
    }
    Stage.thread("two") { models[1].first = 1 }
    Task.detached {
      await screen.observe(models[2], passes[2], setting.options.union(.immediate))
      await screen.perform { models[2].first = 1 }
    }
    return {
      passes[0].expectLast(1, 0)
      passes[1].expectLast(1, 1)
      passes[2].expectLast(1, 0)
      tokens.value = []
      for passes in passes { passes.end() }
      Task.detached { await screen.cancel(passes[2]) }
    }
  }

  /// Passes run where a change is made.
  private static func observe(_ setting: Setting, _ pass: @escaping @Sendable () -> Void) -> PortableObservationToken {
    withPortableContinuousObservation(options: setting.options.union(.immediate), isolation: nil) { @Sendable _ in pass() }
  }
}
