import ObservationBridge

extension Scenario {
  /// Passes run inside the changes that a thread and an actor make, some of them on the actor only.
  static let immediate = Scenario("immediate") { setting in
    let (model, passes, others, screen) = (setting.makeModel(), Passes(), Passes(), Screen())
    let options = setting.options.union(.immediate)
    let token = observe(options) { passes.read(model) }
    Stage.thread("first") {
      model.first = 1
      model.first = 2
    }
    Task.detached {
      await screen.observe(model, others, options)
      await screen.perform { model.second = 1 }
    }
    return {
      passes.expectLast(2, 1)
      others.expectLast(2, 1)
      token.cancel()
      passes.end()
      Task.detached { await screen.cancel(others) }
    }
  }

  /// A thread cancels an observation whose passes run inside the changes that another thread and an actor make, and begins another one.
  static let immediateCancelled = Scenario("immediateCancelled") { setting in
    let (model, passes, others, screen) = (setting.makeModel(), Passes(), Passes(), Screen())
    let tokens = Box<[PortableObservationToken]>([])
    let options = setting.options.union(.immediate)
    tokens.value = [observe(options) { passes.read(model) }]
    Stage.thread("first") {
      model.first = 1
      model.first = 2
    }
    Stage.thread("cancel") {
      tokens.value.removeLast().cancel()
      tokens.value = [observe(options) { others.read(model) }]
    }
    Task.detached { await screen.perform { model.second = 1 } }
    return {
      others.expectLast(2, 1)
      tokens.value.removeLast().cancel()
      passes.end()
      others.end()
      model.first = 3
    }
  }

  /// An actor's observation has passes inside the actor's changes, and later ones for the changes of a thread, while a second
  /// thread cancels it. Another observation of the actor goes on.
  static let immediateCancelledElsewhere = Scenario("immediateCancelledElsewhere") { setting in
    let (model, passes, others, screen) = (setting.makeModel(), Passes(), Passes(), Screen())
    let token = Box<PortableObservationToken?>(nil)
    let options = setting.options.union(.immediate)
    Task.detached {
      await screen.observe(model, others, options)
      token.value = await screen.makeObservation(passes, options) { (model.first, model.second) }
      Stage.thread("first") { model.first = 1 }
      Stage.thread("cancel") { token.value?.cancel() }
      await screen.perform {
        model.second = 1
        // Other backends don't report a change of a standard model inside it.
        let isReported = !setting.isPlain || Tracking.isExact
        Stage.expect(!isReported || others.last?.second == 1, "No pass has run inside a change of its actor.")
      }
    }
    return {
      Stage.expect(token.value?.isActive == false, "An observation that was cancelled is active.")
      others.expectLast(1, 1)
      passes.end()
      token.value = nil
      model.first = 2
      Task.detached { await screen.cancel(others) }
    }
  }

  /// Passes run inside changes if a derived value, which a thread and an actor mark, comes out differently.
  static let immediateDerived = Scenario("immediateDerived") { setting in
    let (model, passes, screen) = (setting.makeModel(), Passes(), Screen())
    let token = observe(setting.options.union(.immediate)) { passes.run { (model.sum, 0) } }
    Stage.thread("first") {
      model.first = 1
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
      token.cancel()
      passes.end()
      model.first = 3
    }
  }

  /// Passes that run inside the changes of two threads ask whether their own observation is active.
  static let immediateLookedAt = Scenario("immediateLookedAt") { setting in
    let (model, passes) = (setting.makeModel(), Passes())
    let tokens = Box<[PortableObservationToken]>([])
    let token = observe(setting.options.union(.immediate)) {
      passes.read(model)
      _ = tokens.value.first?.isActive
    }
    tokens.value = [token]
    Stage.thread("first") { model.first = 1 }
    Stage.thread("second") { model.second = 1 }
    return {
      passes.expectLast(1, 1)
      tokens.value.removeLast().cancel()
      passes.end()
      model.first = 2
    }
  }

  /// Observes on no actor, so that passes run on the thread that makes a change.
  private static func observe(
    _ options: ObservationOptions,
    _ pass: @escaping @Sendable () -> Void
  ) -> PortableObservationToken {
    withPortableContinuousObservation(options: options, isolation: nil) { @Sendable _ in pass() }
  }
}
