import TestSupport
import Testing

@testable import ObservationBridge

/// The death of an object that was read (R11).
@Suite(.exactBackend) @MainActor struct DeinitTests {
  @Test func theDeathOfAnObjectMakesOnePass() async {
    var profile: Profile? = Profile()
    var seen: [String] = []
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { [weak profile] event in
      seen.append("\(event.kind) \(profile?.name ?? "gone")")
    }
    profile?.name = "Grace"
    await mainActorTurns()
    profile = nil
    await mainActorTurns()
    await mainActorTurns()
    #expect(seen == ["initial Ada", "didSet Grace", "deinit gone"])
    token.cancel()
  }

  @Test func eachOfSeveralObjectsIsReported() async {
    var first: Profile? = Profile()
    var second: Profile? = Profile()
    var seen: [String] = []
    let token = withPortableContinuousObservation(options: .deinit) { [weak first, weak second] event in
      seen.append("\(event.kind) \(first?.name ?? "gone") \(second?.name ?? "gone")")
    }
    first?.name = "Grace"
    await mainActorTurns()
    first = nil
    await mainActorTurns()
    second?.age = 3
    second = nil
    await mainActorTurns()
    #expect(seen == ["initial Ada Ada", "deinit gone Ada", "deinit gone gone"])
    token.cancel()
  }

  @Test func changesOfOneOfSeveralObjectsAreReportedOnce() async {
    let first = Profile()
    let second = Profile()
    var seen: [String] = []
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { event in
      seen.append(
        "\(event.kind) \(first.name) \(second.age) \(event.matches(\Profile.name)) \(event.matches(\Profile.age))"
      )
    }
    second.age = 3
    await mainActorTurns()
    first.name = "Grace"
    second.age = 4
    await mainActorTurns()
    #expect(seen == ["initial Ada 36 false false", "didSet Ada 3 false true", "didSet Grace 4 true true"])
    token.cancel()
    first.name = "Joan"
    await mainActorTurns()
    #expect(seen.count == 3)
  }

  @Test func anObjectThatOnlyThePassKeptAliveIsReported() async {
    let executor = ManualExecutor()
    let actor = ManualActor(executor)
    let kept = LockedState<SharedCounter?>(SharedCounter())
    let log = Log<String>()
    weak let counter = kept.withLock { $0 }
    let token = await actor.observing([.didSet, .deinit]) { event in
      guard let counter else { return log.append("gone") }
      log.append("\(counter.first)")
      if case .didSet = event.kind {
        let last = kept.withLock { $0.take() }
        _ = last
      }
    }
    kept.withLock { $0 }?.first = 1
    executor.runAll()
    #expect(log.elements == ["0", "1", "gone"])
    token.cancel()
    executor.runAll()
  }

  @Test func cancellingReportsNoDeath() async {
    let profile = Profile()
    var kinds: [String] = []
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { event in
      kinds.append("\(event.kind)")
      _ = profile.name
    }
    token.cancel()
    await mainActorTurns()
    #expect(kinds == ["initial"])
  }

  @Test func droppingOneOfTwoReadingsReportsNoDeath() async {
    let first = Profile()
    let second = Profile()
    var kinds: [String] = []
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { event in
      kinds.append("\(event.kind)")
      if first.isShown { _ = second.name }
    }
    first.isShown = false
    await mainActorTurns()
    await mainActorTurns()
    #expect(kinds == ["initial", "didSet"])
    token.cancel()
  }
}
