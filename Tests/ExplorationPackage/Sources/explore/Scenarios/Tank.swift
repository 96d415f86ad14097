import Observation
import ObservationBridge

// A pass reads a derived value, and then changes what that depends on.
extension Scenario {
  /// A pass of the main actor empties a tank when a derived value says that it's too full, while a thread fills it again, and an actor fills it
  /// to another level.
  static let tank = Scenario("tank") { setting in
    let (tank, screen) = (Tank(setting), Screen())
    let token = withPortableContinuousObservation(options: setting.options) { _ in tank.empty(if: tank.isTooFull) }
    Stage.thread("same") { tank.fill(9) }
    Task.detached { await screen.perform { tank.fill(7) } }
    return {
      tank.expectEmptied()
      token.cancel()
    }
  }

  /// The pass reads a value that depends on another one, and a thread also makes a change that makes no difference to either.
  static let tankBehindValues = Scenario("tankBehindValues") { setting in
    let tank = Tank(setting)
    let token = withPortableContinuousObservation(options: setting.options) { _ in tank.empty(if: tank.isAlarming) }
    Stage.thread("same") { tank.fill(9) }
    Stage.thread("other") { tank.model.second = 1 }
    return {
      tank.expectEmptied()
      token.cancel()
    }
  }

  /// The main actor itself makes a change that the value depends on, between the pass and what a thread changes.
  static let tankOnItsActor = Scenario("tankOnItsActor") { setting in
    let tank = Tank(setting)
    let token = withPortableContinuousObservation(options: setting.options) { _ in tank.empty(if: tank.isAlarming) }
    Task { @MainActor in
      tank.fill(9)
      Task { @MainActor in tank.model.second = 1 }
    }
    Stage.thread("other") { tank.fill(7) }
    return {
      tank.expectEmptied()
      token.cancel()
    }
  }

  /// Passes run inside the changes that a thread and an actor make, and empty the tank there.
  static let immediateTank = Scenario("immediateTank") { setting in
    let (tank, screen) = (Tank(setting), Screen())
    let token = withPortableContinuousObservation(
      options: setting.options.union(.immediate),
      isolation: nil
    ) { @Sendable _ in
      tank.empty(if: tank.isTooFull)
    }
    Stage.thread("same") { tank.fill(9) }
    Task.detached { await screen.perform { tank.fill(7) } }
    return {
      tank.expectEmptied()
      token.cancel()
    }
  }

  // Unchecked: one thread runs at a time, and models of both kinds can be read on any.
  private final class Tank: Counted, Observable, @unchecked Sendable {
    private let registrar = ModelRegistrar()
    let model: Model

    /// Too full.
    init(_ setting: Setting) {
      model = setting.makeModel()
      super.init()
      fill(9)
    }

    var isTooFull: Bool { registrar.derived(self, \.isTooFull) { model.first > 5 } }

    var isAlarming: Bool { registrar.derived(self, \.isAlarming) { isTooFull && model.second < 5 } }

    func fill(_ level: Int) { model.first = level }

    func empty(if isTooFull: Bool) {
      Stage.note("a pass sees \(isTooFull ? "a full tank" : "no full tank")")
      if isTooFull { model.first = 0 }
    }

    /// What the passes are there for.
    func expectEmptied() {
      Stage.expect(model.first <= 5, "The tank is too full, and no pass is due: \(model.first).")
      Stage.expect(!isAlarming, "A derived value is stale at the end.")
    }
  }
}
