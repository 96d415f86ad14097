import ObservationBridge

extension Scenario {
  /// Two threads begin to observe the same two models, while one of them and an actor change these.
  static let twoStarts = Scenario("twoStarts") { setting in
    let (model, other, screen) = (setting.makeModel(), setting.makeModel(), Screen())
    let (passes, others) = (Passes(), Passes())
    let tokens = Box<[PortableObservationToken]>([])
    Stage.thread("one") {
      other.second = 1
      let token = withPortableContinuousObservation(options: setting.options, isolation: nil) { @Sendable _ in
        passes.run { (model.first, other.second) }
      }
      tokens.value.append(token)
    }
    Stage.thread("two") {
      let token = withPortableContinuousObservation(options: setting.options, isolation: nil) { @Sendable _ in
        others.run {
          let second = other.second
          return (model.first, second)
        }
      }
      tokens.value.append(token)
    }
    Task.detached {
      await screen.perform {
        model.first = 1
        model.first = 2
      }
    }
    return {
      passes.expectLast(2, 1)
      others.expectLast(2, 1)
      tokens.value = []
      passes.end()
      others.end()
      model.first = 3
    }
  }
}
