import ObservationBridge

extension Scenario {
  private final class Owner: Counted, @unchecked Sendable {
    let scope = ObservationScope()
  }

  /// The owner of an observation is deallocated while threads make changes.
  static let deallocationOfOwner = Scenario("deallocationOfOwner") { setting in
    let (model, passes, owner) = (setting.makeModel(), Passes(), Box<Owner?>(Owner()))
    owner.value?.scope.observe(options: setting.options) { [weak owner = owner.value] _ in
      Stage.expect(owner != nil, "A pass begins after its owner's deallocation.")
      passes.read(model)
    }
    Stage.thread("first") {
      model.first = 1
      model.first = 2
    }
    Stage.thread("second") { model.second = 1 }
    Task { @MainActor in
      Stage.release(&owner.value)
      passes.end()
    }
    return { model.first = 3 }
  }
}
