import Observation
import ObservationBridge

// A transaction takes a change back, so the derived values that it has marked needn't be computed.
extension Scenario {
  /// A transaction of the main actor does so, while a thread changes another property that the same derived value reads.
  static let takenBack = Scenario("takenBack") { setting in
    let (sums, passes) = (Sums(setting), Passes(onMainThread: true, mayFall: true))
    let model = sums.model
    let token = withPortableContinuousObservation(options: setting.options) { _ in passes.run { (sums.sum, 0) } }
    Task { @MainActor in
      withObservationTransaction {
        model.first = 1
        model.first = 0
      }
      Stage.expect(sums.sum <= 1, "A derived value has what a transaction has taken back.")
    }
    Stage.thread("second") {
      model.second = 1
      Stage.expect(sums.sum > 0, "A derived value is stale.")
    }
    return {
      passes.expectLast(1, 0)
      sums.expectFinal()
      token.cancel()
      passes.end()
    }
  }

  /// Two threads make transactions that take changes back, one of them after a change that it keeps.
  static let takenBackTwice = Scenario("takenBackTwice") { setting in
    let sums = Sums(setting)
    let model = sums.model
    Stage.thread("first") {
      withObservationTransaction {
        model.first = 1
        model.first = 0
      }
      Stage.expect(sums.sum <= 2, "A derived value has what a transaction has taken back.")
    }
    Stage.thread("second") {
      model.second = 1
      withObservationTransaction {
        model.second = 2
        model.second = 1
      }
      Stage.expect(sums.sum > 0, "A derived value is stale.")
    }
    return { sums.expectFinal() }
  }

  // Unchecked: one thread runs at a time, and models of both kinds can be read on any.
  private final class Sums: Counted, Observable, @unchecked Sendable {
    private let registrar = ModelRegistrar()
    let model: Model

    init(_ setting: Setting) {
      model = setting.makeModel()
      super.init()
      _ = twice
    }

    var sum: Int { registrar.derived(self, \.sum) { model.first + model.second } }

    /// Nobody observes this one.
    var twice: Int { registrar.derived(self, \.twice) { 2 * sum } }

    func expectFinal() {
      Stage.expect(sum == 1 && twice == 2, "A derived value is stale at the end.")
    }
  }
}
