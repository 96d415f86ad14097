import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

@Suite struct InitialPassTests {
  @Test @MainActor func runsBeforeTheCallReturnsOnTheMainActor() {
    let profile = Profile()
    var names: [String] = []
    let token = withPortableContinuousObservation { event in
      MainActor.assertIsolated()
      #expect(event.kind == .initial)
      names.append(profile.name)
    }
    #expect(names == ["Ada"])
    token.cancel()
  }

  @Test func runsBeforeTheCallReturnsOnAnActor() async {
    actor Reader {
      var values: [Int] = []
      var token: PortableObservationToken?

      func start(_ counter: SharedCounter) -> [Int] {
        token = withPortableContinuousObservation { _ in
          self.assertIsolated()
          self.values.append(counter.first)
        }
        defer { token?.cancel() }
        return values
      }
    }
    #expect(await Reader().start(SharedCounter()) == [0])
  }

  @Test func runsBeforeTheCallReturnsWithoutIsolation() {
    let counter = SharedCounter()
    let log = Log<Int>()
    let token = withPortableContinuousObservation { _ in log.append(counter.first) }
    #expect(log.elements == [0])
    token.cancel()
  }

  @Test func runsBeforeTheCallReturnsOnACustomExecutor() async {
    let actor = ManualActor(ManualExecutor())
    let log = Log<Int>()
    await actor.perform { actor in
      let token = withPortableContinuousObservation { _ in
        actor.assertIsolated()
        log.append(1)
      }
      log.append(2)
      token.cancel()
    }
    #expect(log.elements == [1, 2])
  }

  /// A nonisolated function on the main thread, which no type tells to be on the main actor.
  @Test @MainActor func runsAtOnceIfTheCallerIsOnTheIsolationAtRunTime() {
    nonisolated func start(_ apply: @escaping @MainActor @Sendable () -> Void) -> PortableObservationToken {
      withPortableContinuousObservation { @MainActor _ in apply() }
    }
    var passes = 0
    let token = start { passes += 1 }
    #expect(passes == 1)
    token.cancel()
  }

  @Test func runsAsSoonAsPossibleOnAnotherIsolation() async {
    let (token, log) = await startOnMainActor()
    #expect(token.isActive)
    await eventually { log.elements == [true] }
    token.cancel()
  }

  private func startOnMainActor() async -> (PortableObservationToken, Log<Bool>) {
    await Task.detached { @concurrent in
      let log = Log<Bool>()
      let token = withPortableContinuousObservation { @MainActor event in
        MainActor.assertIsolated()
        log.append(event.kind == .initial)
      }
      return (token, log)
    }.value
  }

  @Test @MainActor func matchesNothing() {
    let profile = Profile()
    var matches: Bool?
    let token = withPortableContinuousObservation { event in
      _ = profile.name
      matches = event.matches(\Profile.name)
    }
    #expect(matches == false)
    token.cancel()
  }

  @Test @MainActor func isTheOnlyOneWithoutOptions() async {
    let profile = Profile()
    var passes = 0
    let canaries = Canary.Witness()
    let token: PortableObservationToken
    do {
      let canary = Canary(canaries)
      token = withPortableContinuousObservation(options: []) { _ in
        withExtendedLifetime(canary) { _ = profile.name }
        passes += 1
      }
    }
    #expect(!token.isActive)
    #expect(canaries.alive == 0, "what it captured is freed")
    profile.name = "Grace"
    await mainActorTurns()
    #expect(passes == 1)
  }

  /// What is subscribed to and changed at once arrives once each: first the current value, then the new one.
  @Test @MainActor func changeRightAfterItLeadsToExactlyOneMorePass() async {
    for _ in 0..<100 {
      let profile = Profile()
      var ages: [Int] = []
      let token = withPortableContinuousObservation { _ in ages.append(profile.age) }
      profile.age += 1
      await mainActorTurns()
      #expect(ages == [36, 37])
      token.cancel()
    }
  }
}
