import ObservationBridge

extension Scenario {
  /// The main actor makes changes in a transaction, and observes; threads change something else, and read.
  static let transaction = Scenario("transaction") { setting in
    let (model, other, passes) = (setting.makeModel(), setting.makeModel(), Passes())
    let token = withPortableContinuousObservation(options: setting.options) { _ in
      passes.run {
        let values = (model.first, model.second)
        Stage.expect(values.0 == values.1, "A pass sees a part of a transaction: \(values).")
        return (values.0, other.first)
      }
    }
    Task { @MainActor in
      withObservationTransaction {
        model.first = 1
        Stage.expect(model.first == 1, "A transaction doesn't see what it has changed.")
        model.second = 1
      }
    }
    Stage.thread("other") {
      other.first = 1
      other.first = 2
    }
    Stage.thread("reader") {
      let before = model.sum
      Stage.expect(model.sum >= before, "A value is older than before.")
    }
    return {
      passes.expectLast(1, 2)
      token.cancel()
      passes.end()
      model.first = 2
    }
  }
}
