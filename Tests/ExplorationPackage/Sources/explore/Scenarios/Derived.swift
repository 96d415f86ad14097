import ObservationBridge

extension Scenario {
  /// A thread and an actor read a derived value, which each of them marks, while the main actor observes it.
  static let derived = Scenario("derived") { setting in
    let (model, passes) = (setting.makeModel(), Passes(onMainThread: true))
    let screen = Screen()
    // Where models have none of their own, it belongs to the main actor.
    let sum: DerivedValue<Int, Never>? = setting.isPlain ? DerivedValue { model.first + model.second } : nil
    let token = withPortableContinuousObservation(options: setting.options) { _ in
      passes.run { (sum?.value ?? model.sum, 0) }
    }
    Stage.thread("first") {
      model.first = 1
      Stage.expect(model.sum >= 1, "A derived value is stale.")
      model.first = 2
    }
    Task.detached {
      await screen.perform {
        let before = model.sum
        model.second = 1
        Stage.expect(model.sum > before, "A derived value is stale.")
      }
    }
    return {
      passes.expectLast(3, 0)
      Stage.expect(model.sum == 3, "A derived value is stale at the end.")
      token.cancel()
      passes.end()
    }
  }

  /// A pass reads a derived value twice, and so does another derived value, while a thread and an actor mark it.
  static let derivedTwice = Scenario("derivedTwice") { setting in
    let (model, passes, screen) = (setting.makeModel(), Passes(onMainThread: true), Screen())
    let value = DerivedValue { model.first + model.second }
    let twice = DerivedValue { value.value + 10 * value.value }
    let token = withPortableContinuousObservation(options: setting.options) { _ in
      passes.run { (value.value + 10 * value.value, twice.value) }
    }
    Stage.thread("first") {
      model.first = 1
      model.first = 2
    }
    Task.detached { await screen.perform { model.second = 1 } }
    return {
      passes.expectLast(33, 33)
      token.cancel()
      passes.end()
    }
  }
}
