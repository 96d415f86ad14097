import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Observations of scopes, which end with their models.
@Suite @MainActor struct DeallocationsOfScopedModelsTests {
  @Test func passesOfAScopeThatReplaceWhatTheyHaveReadComeToRest() async {
    final class Model: Observable {
      let cell = Cell(0)
      var cache: Cell? = Cell(0)
      private let registrar = ModelRegistrar()

      var x: Int {
        registrar.access(self, keyPath: \.x)
        return cell.x
      }
    }
    let model = Model()
    let scope = ObservationScope()
    var passCount = 0
    scope.observe(model, options: [.didSet, .deinit]) { _, model in
      _ = (model.x, model.cache?.x)
      passCount += 1
      if passCount < 100 { model.cache = Cell(passCount) }
    }
    model.cell.x = 1
    await mainActorTurns(200)
    #expect(passCount < 5)
    scope.cancelAll()
  }

  @Test func scopeEndsWithItsModelAfterAPassThatFollowsADeallocation() async {
    var model: Cell? = Cell(1)
    var other: Cell? = Cell(1)
    weak let knownOther = other
    weak let known = model
    let scope = ObservationScope()
    var passCount = 0
    do {
      let model = model!
      scope.observe(model, options: [.didSet, .deinit]) { _, model in
        _ = (model.x, knownOther?.x)
        passCount += 1
      }
    }
    other = nil
    await eventually { passCount == 2 }
    model = nil
    #expect(known == nil)
    await mainActorTurns(5)
    #expect(passCount == 2)
  }

  /// After the first deallocation the observation only checks whether its own model is deallocated.
  @Test func scopeEndsWithItsModelAfterTheDeallocationOfAnother() async {
    final class Captured {}
    var (model, other): (Cell?, Cell?) = (Cell(1), Cell(1))
    weak let knownModel = model
    weak let knownOther = other
    var captured: Captured? = Captured()
    weak let known = captured
    let scope = ObservationScope()
    if let model {
      scope.observe(model) { [captured] _, _ in
        _ = (captured, knownModel?.x, knownOther?.x)
      }
    }
    captured = nil
    other = nil
    await mainActorTurns(5)
    model = nil
    await eventually { known == nil }
    scope.cancelAll()
  }

  @Test(arguments: [ObservationOptions.didSet, [.didSet, .deinit]])
  func scopeEndsWithItsModelInThePassThatFirstReadsIt(options: ObservationOptions) async {
    final class Captured {}
    let trigger = Cell(0)
    var model: Cell? = Cell(1)
    var captured: Captured? = Captured()
    weak let known = captured
    let scope = ObservationScope()
    if let model {
      scope.observe(model, options: options) { [captured] _, observed in
        _ = captured
        if trigger.x == 1 { _ = observed.x }
        if trigger.x == 1 { release() }
      }
    }
    func release() { model = nil }
    captured = nil
    trigger.x = 1
    await eventually { known == nil }
    scope.cancelAll()
  }
}
