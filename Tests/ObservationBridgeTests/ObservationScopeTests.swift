import Observation
import TestSupport
import Testing

@testable import ObservationBridge

@Suite @MainActor struct ObservationScopeTests {
  private let profile = Profile()

  @Test func firstPassRunsBeforeObserveReturns() {
    let scope = ObservationScope()
    var names: [String] = []
    scope.observe(profile) { event, profile in
      #expect(event.kind == .initial)
      names.append(profile.name)
    }
    #expect(names == ["Ada"])
  }

  @Test func cancelAllInAnInitialPassEndsThatObservation() async {
    let scope = ObservationScope()
    var count = 0
    let delivery = scope.observe { [profile] _ in
      _ = profile.name
      count += 1
      scope.cancelAll()
    }
    #expect(!delivery.isActive)
    profile.name = "Grace"
    await mainActorTurns()
    #expect(count == 1)
  }

  @Test func anEndedScopeCanGoOnInAnInitialPass() async {
    let scope = ObservationScope()
    var count = 0
    scope.observe { [profile] _ in
      scope.cancelAll()
      scope.observe { _ in
        _ = profile.name
        count += 1
      }
    }
    profile.name = "Grace"
    await mainActorTurns()
    #expect(count == 2)
  }

  @Test func laterPassesFollowChanges() async {
    let scope = ObservationScope()
    var names: [String] = []
    scope.observe(profile) { _, profile in names.append(profile.name) }
    profile.name = "Grace"
    await mainActorTurns()
    #expect(names == ["Ada", "Grace"])
  }

  @Test func everyCallAddsAnObservation() async {
    let scope = ObservationScope()
    let profiles = [Profile(), Profile(), Profile()]
    var count = 0
    for profile in profiles {
      scope.observe(profile) { _, profile in
        _ = profile.age
        count += 1
      }
    }
    for profile in profiles { profile.age += 1 }
    await mainActorTurns()
    #expect(count == 6)
  }

  @Test func endsItsObservationsWithItself() async {
    let canaries = Canary.Witness()
    var passes = 0
    var scope: ObservationScope? = ObservationScope()
    do {
      let canary = Canary(canaries)
      scope?.observe { _ in
        withExtendedLifetime(canary) { _ = profile.age }
        passes += 1
      }
    }
    #expect(canaries.alive == 1)
    scope = nil
    #expect(canaries.alive == 0)
    profile.age += 1
    await mainActorTurns()
    #expect(passes == 1)
  }

  @Test func cancelAllEndsAllAndTheScopeGoesOn() async {
    let scope = ObservationScope()
    var passes = 0
    let old = scope.observe { _ in
      _ = profile.age
      passes += 1
    }
    scope.cancelAll()
    #expect(!old.isActive)
    profile.age += 1
    await mainActorTurns()
    #expect(passes == 1)
    scope.observe { _ in passes += 10 }
    #expect(passes == 11)
  }

  @Test func cancelAllInsideAPassEndsEvenThatOne() async {
    let scope = ObservationScope()
    var passes = 0
    scope.observe { event in
      _ = profile.age
      passes += 1
      if event.kind != .initial { scope.cancelAll() }
    }
    profile.age += 1
    await eventually { passes == 2 }
    profile.age += 1
    await mainActorTurns()
    #expect(passes == 2)
  }

  @Test func holdsItsModelWeaklyAndEndsWithIt() async {
    let scope = ObservationScope()
    let canaries = Canary.Witness()
    var model: Profile? = Profile()
    weak let weakModel = model
    var passes = 0
    let delivery: ObservationDelivery
    do {
      let canary = Canary(canaries)
      delivery = scope.observe(model!) { [profile] _, model in
        withExtendedLifetime(canary) { _ = (model.age, profile.age) }
        passes += 1
      }
    }
    model = nil
    #expect(weakModel == nil)
    profile.age += 1
    await eventually { !delivery.isActive }
    #expect(passes == 1)
    #expect(canaries.alive == 0)
  }

  @Test func letsGoOfDeadModelsAsItTakesOnMore() {
    let scope = ObservationScope()
    let canaries = Canary.Witness()
    for _ in 0..<1000 {
      let canary = Canary(canaries)
      scope.observe(Profile()) { _, profile in withExtendedLifetime(canary) { _ = profile.age } }
    }
    #expect(canaries.alive < 20)
  }

  @Test func deliveryCancelsOneObservation() async {
    let scope = ObservationScope()
    var (first, second) = (0, 0)
    let delivery = scope.observe { _ in
      _ = profile.age
      first += 1
    }
    scope.observe { _ in
      _ = profile.age
      second += 1
    }
    delivery.cancel()
    #expect(!delivery.isActive)
    profile.age += 1
    await mainActorTurns()
    #expect((first, second) == (1, 2))
  }

  @Test func observesAPropertyWithItsOldAndNewValue() async {
    let scope = ObservationScope()
    var changes: [PropertyChange<Int>] = []
    scope.observe(profile, \.age) { change in changes.append(change) }
    profile.age = 37
    await mainActorTurns()
    #expect(changes == [PropertyChange(old: 36, new: 37)])
    scope.cancelAll()
    profile.age = 38
    await mainActorTurns()
    #expect(changes.count == 1)
  }

  @Test func modelThatIsNotSendableIsObservedOnItsActor() async {
    actor Editor {
      let draft = Draft()
      let scope = ObservationScope()
      var texts: [String] = []

      func start() {
        scope.observe(draft, isolation: self) { _, draft in self.texts.append(draft.text) }
      }

      func type(_ text: String) { draft.text = text }

      // The closure keeps its actor, and the actor its scope.
      func stop() { scope.cancelAll() }
    }
    let editor = Editor()
    await editor.start()
    await editor.type("Hello")
    await eventually { await editor.texts == ["", "Hello"] }
    await editor.stop()
  }
}
