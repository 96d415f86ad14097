import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// What a pass changes itself.
@Suite @MainActor struct OwnChangesTests {
  private let profile = Profile()

  @Test(arguments: [ObservationOptions.didSet, .willSet, [.willSet, .didSet], [.didSet, .immediate]])
  func doNotTriggerTheirObservation(options: ObservationOptions) async {
    var passes = 0
    let token = withPortableContinuousObservation(options: options) { _ in
      passes += 1
      _ = profile.name
      profile.age += 1
      profile.name = "pass \(passes)"
    }
    await mainActorTurns()
    #expect(passes == 1)
    profile.name = "other"
    await mainActorTurns()
    #expect(passes == 2)
    #expect(profile.name == "pass 2")
    token.cancel()
  }

  @Test func areSeenByOtherObservations() async {
    var ages: [Int] = []
    let first = withPortableContinuousObservation { _ in
      _ = profile.name
      profile.age += 1
    }
    let second = withPortableContinuousObservation { _ in ages.append(profile.age) }
    profile.name = "Grace"
    await mainActorTurns()
    #expect(ages == [37, 38])
    first.cancel()
    second.cancel()
  }

  /// Two observations that change what the other reads: each pass has a turn of its own, so that other work on the actor
  /// comes in between.
  @Test func ofTwoObservationsDoNotStarveTheActor() async {
    let executor = ManualExecutor()
    let actor = ManualActor(executor)
    let counter = SharedCounter()
    let log = Log<String>()
    let tokens = Log<PortableObservationToken>()
    await actor.perform { actor in
      tokens.append(
        withPortableContinuousObservation(options: [.didSet]) { _ in
          _ = actor
          log.append("ping")
          counter.second = counter.first
        }
      )
      tokens.append(
        withPortableContinuousObservation { _ in
          _ = actor
          log.append("pong")
          counter.first = counter.second + 1
        }
      )
    }
    for _ in 0..<20 {
      let before = log.elements.count
      executor.runTurn()
      #expect(log.elements.count <= before + 1)
    }
    #expect(log.elements.count > 20)
    for token in tokens.elements { token.cancel() }
    // The job that still waits keeps its actor.
    executor.runAll()
  }

  /// Another task runs on the same thread, inside the pass.
  @Test func ofATaskThatRunsInsideThePassAreNotItsOwn() async {
    var ages: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .confirming]) { _ in
      ages.append(profile.age)
      if ages.count == 1 {
        _ = Task.immediate { profile.age = 50 }
      } else if profile.age == 50 {
        _ = Task.immediate { profile.age = 51 }
      }
    }
    await eventually { ages.last == 51 }
    token.cancel()
  }

  /// The runtime's main queue is drained by a job of its own, as a run loop inside a pass would.
  @Test(.exactBackend) func ofATaskInsideALaterPassAreNotItsOwn() async {
    var ages: [Int] = []
    let token = withPortableContinuousObservation { _ in
      ages.append(profile.age)
      if profile.age == 50 { _ = Task.immediate { profile.age = 51 } }
    }
    profile.age = 50
    await mainActorTurns(4)
    #expect(ages == [36, 50, 51])
    token.cancel()
  }

  /// An immediate observation changes, while the standard library tracks inside a pass, what that has read already.
  @Test(.exactBackend) func ofANestedPassAreSeenThoughTheStandardLibraryTracks() async {
    var ages: [Int] = []
    let follower = withPortableContinuousObservation(options: [.didSet, .immediate]) { event in
      _ = profile.name
      if event.kind != .initial { profile.age += 1 }
    }
    let token = withPortableContinuousObservation { event in
      withObservationTracking {
        ages.append(profile.age)
        if event.kind == .initial { profile.name += "!" }
      } onChange: {
      }
    }
    await mainActorTurns(5)
    #expect(ages == [36, 37])
    token.cancel()
    follower.cancel()
  }

  /// An immediate observation changes, inside a pass of another one, what that one has read already.
  @Test(.exactBackend, arguments: [true, false])
  func ofANestedPassAreNotThoseOfTheOuterPass(inTheInitialPass: Bool) async {
    var ages: [Int] = []
    let follower = withPortableContinuousObservation(options: [.didSet, .immediate]) { event in
      _ = profile.name
      if event.kind != .initial { profile.age += 1 }
    }
    let token = withPortableContinuousObservation { event in
      ages.append(profile.age)
      if (event.kind == .initial) == inTheInitialPass, ages.count < 3 { profile.name += "!" }
    }
    if !inTheInitialPass { profile.age = 50 }
    await mainActorTurns(5)
    #expect(ages == (inTheInitialPass ? [36, 37] : [36, 50, 51]))
    token.cancel()
    follower.cancel()
  }
}
