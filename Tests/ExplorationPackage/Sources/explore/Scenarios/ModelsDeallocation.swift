import ObservationBridge

extension Scenario {
  /// A model is deallocated, after changes by two threads, while its observation holds it weakly.
  static let deallocationOfModel = Scenario("deallocationOfModel") { setting in
    let (scope, passes) = (ObservationScope(), Passes())
    let (one, other): (Box<Model?>, Box<Model?>)
    let observed: WeakBox<Model>
    let delivery: ObservationDelivery
    do {
      let model = setting.makeModel()
      (one, other, observed) = (Box(model), Box(model), WeakBox(model))
      delivery = scope.observe(model, options: setting.options) { _, model in passes.read(model) }
    }
    Stage.thread("first") {
      one.value?.first = 1
      one.value?.first = 2
      Stage.release(&one.value)
    }
    Stage.thread("second") {
      other.value?.second = 1
      Stage.release(&other.value)
    }
    return {
      Stage.expect(observed.object == nil, "An observation that holds its model weakly keeps it.")
      if !setting.isPlain || Tracking.isExact || Tracking.isStandard {
        Stage.expect(!delivery.isActive, "An observation is active after its model's deallocation.")
      }
      scope.cancelAll()
    }
  }
}
