import ObservationBridge

extension Scenario {
  /// A thread begins to observe, on no actor, while others make changes during that pass.
  static let firstPass = Scenario("firstPass") { setting in
    let (model, passes, token) = (setting.makeModel(), Passes(), Box<PortableObservationToken?>(nil))
    let screen = Screen()
    Stage.thread("observer") {
      token.value = withPortableContinuousObservation(options: setting.options, isolation: nil) { @Sendable _ in
        passes.run {
          let first = model.first
          let second = model.second
          Stage.expect(model.first >= first, "A property has an older value than before.")
          return (first, second)
        }
      }
    }
    Stage.thread("first") {
      model.first = 1
      model.first = 2
    }
    Task.detached { await screen.perform { model.second = 1 } }
    return {
      passes.expectLast(2, 1)
      token.value?.cancel()
      passes.end()
      model.first = 3
    }
  }
}
