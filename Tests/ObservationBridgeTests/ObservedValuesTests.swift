import TestSupport
import Testing

@testable import ObservationBridge

@Suite @MainActor struct ObservedValuesTests {
  private let profile = Profile()

  @Test func attachedLateRecordsTheCurrentStateFirst() async {
    let token = withPortableContinuousObservation { _ in _ = profile.age }
    profile.age = 40
    await mainActorTurns()
    let ages = await token.values { profile.age }
    #expect(ages.snapshot() == [40])
    #expect(ages.latestValue == 40)
    #expect(ages.isActive)
    token.cancel()
  }

  @Test func recordsAfterEachPass() async {
    var shown = ""
    let token = withPortableContinuousObservation { _ in shown = "\(profile.age)" }
    let texts = await token.values { shown }
    for age in [37, 38, 39] {
      profile.age = age
      #expect(await texts.waitUntilValue("\(age)", timeout: .wholeSuite))
    }
    #expect(texts.snapshot() == ["36", "37", "38", "39"])
    token.cancel()
  }

  @Test func samplerReadsAreNoDependencies() async {
    var passes = 0
    let token = withPortableContinuousObservation { _ in
      _ = profile.age
      passes += 1
    }
    let names = await token.values { profile.name }
    profile.name = "Grace"
    await mainActorTurns()
    #expect(passes == 1)
    #expect(names.snapshot() == ["Ada"])
    profile.age += 1
    #expect(await names.waitUntilValue("Grace", timeout: .wholeSuite))
    token.cancel()
  }

  @Test func recordedMatchReturnsAtOnce() async {
    let token = withPortableContinuousObservation { _ in _ = profile.age }
    let ages = await token.values { profile.age }
    #expect(await ages.waitUntilValue(36, timeout: .zero))
    #expect(await ages.waitUntil(timeout: .zero) { $0 > 30 } == 36)
    token.cancel()
    #expect(await ages.waitUntilValue(36, timeout: .wholeSuite), "after the end, too")
  }

  @Test func waitingReturnsWhenTheTimeIsOver() async {
    let token = withPortableContinuousObservation { _ in _ = profile.age }
    let ages = await token.values { profile.age }
    #expect(await !ages.waitUntilValue(99, timeout: .milliseconds(1)))
    #expect(await ages.waitUntil(timeout: .seconds(-1)) { $0 == 99 } == nil)
    token.cancel()
  }

  @Test func waitingReturnsWhenTheObservationEnds() async {
    let token = withPortableContinuousObservation { _ in _ = profile.age }
    let ages = await token.values { profile.age }
    async let found = ages.waitUntilValue(99, timeout: .wholeSuite)
    await mainActorTurns()
    token.cancel()
    #expect(await !found)
    #expect(!ages.isActive)
  }

  @Test func waitingReturnsWhenItsTaskIsCancelled() async {
    let token = withPortableContinuousObservation { _ in _ = profile.age }
    let ages = await token.values { profile.age }
    let waiting = Task { await ages.waitUntilValue(99, timeout: .wholeSuite) }
    await mainActorTurns()
    waiting.cancel()
    #expect(await !waiting.value)
    token.cancel()
  }

  @Test func cancelEndsTheRecordingAndNotTheObservation() async {
    var passes = 0
    let token = withPortableContinuousObservation { _ in
      _ = profile.age
      passes += 1
    }
    let canaries = Canary.Witness()
    let ages: ObservedValues<Int>
    do {
      let canary = Canary(canaries)
      ages = await token.values { withExtendedLifetime(canary) { profile.age } }
    }
    #expect(canaries.alive == 1)
    ages.cancel()
    ages.cancel()
    #expect(canaries.alive == 0)
    profile.age += 1
    await eventually { passes == 2 }
    #expect(ages.snapshot() == [36])
    #expect(!ages.isActive)
    token.cancel()
  }

  @Test func endsWithItsLastReference() async {
    let token = withPortableContinuousObservation { _ in _ = profile.age }
    let canaries = Canary.Witness()
    do {
      let canary = Canary(canaries)
      let ages = await token.values { withExtendedLifetime(canary) { profile.age } }
      withExtendedLifetime(ages) {}
    }
    #expect(canaries.alive == 0)
    token.cancel()
  }

  enum End: CaseIterable {
    case afterTheInitialPass, inThePass, before
  }

  @Test(arguments: End.allCases) func attachedAfterTheEndRecordsTheCurrentState(end: End) async {
    let token = withPortableContinuousObservation(options: end == .afterTheInitialPass ? [] : .didSet) { event in
      _ = profile.age
      if end == .inThePass { event.cancel() }
    }
    if end == .before { token.cancel() }
    profile.age = 40
    let ages = await token.values { profile.age }
    #expect(ages.snapshot() == [40])
    #expect(!ages.isActive)
    #expect(await ages.waitUntilValue(40, timeout: .wholeSuite))
    #expect(await !ages.waitUntilValue(41, timeout: .wholeSuite))
  }

  @Test func deliveryOfAScopeHasThemToo() async {
    let scope = ObservationScope()
    let delivery = scope.observe(profile) { _, profile in _ = profile.age }
    let ages = await delivery.values { profile.age }
    profile.age = 37
    #expect(await ages.waitUntilValue(37, timeout: .wholeSuite))
    scope.cancelAll()
    #expect(!ages.isActive)
    let late = await delivery.values { profile.age }
    #expect(!late.isActive)
    #expect(late.snapshot() == [37])
  }

  @Test func anyNumberCanBeAttached() async {
    let token = withPortableContinuousObservation { _ in _ = profile.age }
    let ages = await token.values { profile.age }
    let names = await token.values { profile.name }
    profile.name = "Grace"
    profile.age = 37
    #expect(await ages.waitUntilValue(37, timeout: .wholeSuite))
    #expect(names.snapshot() == ["Ada", "Grace"])
    token.cancel()
  }

  @Test nonisolated func withoutIsolationNeverGoBackThoughAttachedDuringChanges() async {
    let counter = SharedCounter()
    let token = withPortableContinuousObservation { @Sendable _ in _ = counter.first }
    async let changes: Void = Task.detached { @concurrent in
      for value in 1...20_000 { counter.first = value }
    }.value
    var recorders: [ObservedValues<Int>] = []
    for _ in 0..<50 {
      recorders.append(await token.values { @Sendable in counter.first })
    }
    await changes
    for recorder in recorders {
      #expect(await recorder.waitUntilValue(20_000, timeout: .wholeSuite))
      let values = recorder.snapshot()
      #expect(values == values.sorted())
    }
    token.cancel()
  }

  // MARK: Samplers elsewhere

  private nonisolated func observing(
    _ counter: SharedCounter,
    _ options: ObservationOptions = .didSet,
    until end: Int = .max
  ) -> PortableObservationToken {
    withPortableContinuousObservation(options: options) { event in
      if counter.first >= end { event.cancel() }
    }
  }

  @Test func samplerOfAnotherIsolationRecordsTheCurrentStateFirst() async {
    let counter = SharedCounter()
    let token = observing(counter)
    let ages = await token.values {
      MainActor.assertIsolated()
      return profile.age
    }
    #expect(ages.snapshot() == [36])
    profile.age = 37
    counter.first = 1
    #expect(await ages.waitUntilValue(37, timeout: .wholeSuite))
    // The public backend reports the change again.
    #expect(ages.snapshot().prefix(2) == [36, 37])
    token.cancel()
    await eventually { !ages.isActive }
  }

  @Test(.exactBackend) func samplerOfAnotherIsolationTakesOneSampleForSeveralPasses() async {
    let counter = SharedCounter()
    let token = observing(counter, [.didSet, .immediate])
    let values = await token.values {
      MainActor.assertIsolated()
      return counter.first
    }
    // Each runs a pass here and now, on the actor of the sampler, which so has to wait.
    for value in 1...3 { counter.first = value }
    #expect(await values.waitUntilValue(3, timeout: .wholeSuite))
    #expect(values.snapshot() == [0, 3])
    token.cancel()
  }

  // Confirming: without that, the public backend may miss a value that is stored late, the last one, too.
  @Test func samplerOfAnotherIsolationSamplesTheStateAfterTheLastPass() async {
    for end in 1...100 {
      let counter = SharedCounter()
      let token = observing(counter, [.didSet, .confirming], until: end)
      let values = await token.values {
        MainActor.assertIsolated()
        return counter.first
      }
      Task.detached { for value in 1...end { counter.first = value } }
      #expect(await values.waitUntilValue(end, timeout: .wholeSuite))
      await eventually { !values.isActive }
      #expect(values.latestValue == end)
      #expect(values.snapshot() == values.snapshot().sorted())
      token.cancel()
    }
  }

  @Test func samplerOfAnotherIsolationAttachedAfterTheEndRecordsTheCurrentState() async {
    let counter = SharedCounter()
    let token = observing(counter, [])
    let ages = await token.values { profile.age }
    #expect(ages.snapshot() == [36])
    #expect(!ages.isActive)
  }

  @Test func samplerOfAnActorRecordsAnObservationOfTheMainActor() async {
    actor Other {
      let draft = Draft()

      func texts(_ token: PortableObservationToken) async -> ObservedValues<String> {
        await token.values {
          self.assertIsolated()
          return self.draft.text
        }
      }

      func write(_ text: String) { draft.text = text }
    }
    let other = Other()
    let token = withPortableContinuousObservation { _ in _ = profile.age }
    let texts = await other.texts(token)
    #expect(texts.snapshot() == [""])
    await other.write("a")
    profile.age += 1
    #expect(await texts.waitUntilValue("a", timeout: .wholeSuite))
    texts.cancel()
    await other.write("b")
    profile.age += 1
    await mainActorTurns()
    #expect(texts.snapshot() == ["", "a"])
    token.cancel()
  }
}
