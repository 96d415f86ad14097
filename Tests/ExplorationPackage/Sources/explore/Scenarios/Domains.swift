import ObservationBridge

// Registrar models that are read together have one lock from then on.
extension Scenario {
  /// Each of three changes makes an observation read the next model, too, and the third one the first again.
  static let domains = domains("domains", isRing: true)

  /// A chain instead of a ring: the third domain isn't connected again, so a wrong connection isn't repaired by another.
  static let chainOfDomains = domains("chainOfDomains", isRing: false)

  private static func domains(_ name: String, isRing: Bool) -> Scenario {
    Scenario(name, isForOwnModels: true) { setting in
      let models = (0..<3).map { _ in setting.makeModel() }
      // What is connected with fewer others takes the lock of what is connected with more.
      let others = [2, 0, 1].map { count in (0..<count).map { _ in setting.makeModel() } }
      let (passes, screen) = ((0..<3).map { _ in Passes() }, Screen())
      let tokens = (0..<3).map { index in
        let (model, others, passes) = (models[index], others[index], passes[index])
        let next = isRing || index < 2 ? models[(index + 1) % 3] : model
        return observe(setting) { passes.run { (model.first + sum(others), model.first > 0 ? next.second : 0) } }
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
  }

  /// A thread begins to observe a model, while changes make others read it: what is connected grows twice, and a lock is given back.
  static let givenBackDomain = Scenario("givenBackDomain", isForOwnModels: true) { setting in
    let (model, screen) = (setting.makeModel(), Screen())
    let (few, many) = ((0..<2).map { _ in setting.makeModel() }, (0..<6).map { _ in setting.makeModel() })
    let others = (0..<3).map { _ in setting.makeModel() }
    let passes = (0..<4).map { _ in Passes() }
    // From now on it has a lock, and nobody shares it.
    observe(setting) { _ = model.first }.cancel()
    let tokens = Box([
      observe(setting) { passes[0].run { (sum(few), few[0].first > 0 ? model.first : 0) } },
      observe(setting) { passes[1].run { (sum(many), many[0].first > 0 ? few[0].first : 0) } },
    ])
    Stage.thread("one") { tokens.value.append(observe(setting) { passes[2].run { (model.first, 0) } }) }
    Stage.thread("two") {
      few[0].first = 1
      model.first = 1
    }
    Task.detached { await screen.perform { many[0].first = 1 } }
    return {
      // These take locks that nobody uses.
      tokens.value += others.map { other in observe(setting) { passes[3].run { (other.first, 0) } } }
      for (passes, values) in zip(passes, [(1, 1), (1, 1), (1, 0), (0, 0)]) {
        passes.expectLast(values.0, values.1)
        passes.end()
      }
      tokens.value = []
    }
  }

  private static func sum(_ models: [Model]) -> Int {
    models.reduce(0) { $0 + $1.first }
  }

  /// Passes run where a change is made.
  private static func observe(_ setting: Setting, _ pass: @escaping @Sendable () -> Void) -> PortableObservationToken {
    withPortableContinuousObservation(options: setting.options.union(.immediate), isolation: nil) { @Sendable _ in
      pass()
    }
  }
}
