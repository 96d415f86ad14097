import Dispatch
import TestSupport
import Testing

@testable import ObservationBridge

/// The deallocation of an object that was read.
@Suite(.reportsAfterStore) @MainActor struct DeinitTests {
  @Test func theDeallocationOfAnObjectMakesOnePass() async {
    var profile: Profile? = Profile()
    var seen: [String] = []
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { [weak profile] event in
      seen.append("\(event.kind) \(profile?.name ?? "gone")")
    }
    profile?.name = "Grace"
    await mainActorTurns()
    profile = nil
    await eventually { seen.count == 3 }
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
    await eventually { seen.count == 2 }
    second?.age = 3
    second = nil
    await eventually { seen.count == 3 }
    #expect(seen == ["initial Ada Ada", "deinit gone Ada", "deinit gone gone"])
    token.cancel()
  }

  @Test(.exactBackend) func changesOfOneOfSeveralObjectsAreReportedOnce() async {
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

  @Test(.exactBackend) func anObjectThatOnlyThePassKeptAliveIsReported() async {
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
    await eventually {
      executor.runAll()
      return log.elements == ["0", "1", "gone"]
    }
    token.cancel()
    executor.runAll()
  }

  /// The registrar notices a deallocation under its lock; to schedule a pass runs code of the user's.
  @Test func anExecutorMayUseTheObservationsOfAnObjectBeingDeallocated() async {
    let executor = EnqueuingExecutor()
    let actor = ExecutorActor(executor)
    let kept = LockedState<SharedCounter?>(SharedCounter())
    let other = kept.withLock { $0 }.map { counter in
      withPortableContinuousObservation { @Sendable [weak counter] _ in _ = counter?.first }
    }
    let kinds = Log<String>()
    let token = await actor.observeDeallocation(of: kept.withLock { $0 }!, kinds)
    executor.onEnqueue.withLock { $0 = { other?.cancel() } }
    let last = kept.withLock { $0.take() }
    _ = consume last
    await eventually { kinds.elements == ["initial", "deinit"] }
    #expect(other?.isActive == false)
    executor.onEnqueue.withLock { $0 = nil }
    token.cancel()
  }

  @Test func aScopesClosureGoesWithItsModel() async {
    let canaries = Canary.Witness()
    let scope = ObservationScope()
    var names: [String] = []
    var samples: ObservedValues<Int>?
    do {
      let canary = Canary(canaries)
      let profile = Profile()
      let delivery = scope.observe(profile) { [other = Profile()] _, profile in
        withExtendedLifetime(canary) { names.append(profile.name + other.name) }
      }
      scope.observe(profile, \.age) { _ in withExtendedLifetime(canary) {} }
      samples = await delivery.values { 1 }
      #expect(canaries.alive == 1)
    }
    await eventually { canaries.alive == 0 }
    #expect(names == ["AdaAda"])
    #expect(samples?.isActive == false)
  }

  private nonisolated func watchDeallocation(
    of counter: SharedCounter,
    in scope: ObservationScope,
    _ died: DispatchSemaphore
  ) {
    scope.observe(options: .deinit) { @Sendable [weak counter] event in
      _ = counter?.first
      if event.kind == .deinit { died.signal() }
    }
  }

  /// A pass that a change has made due hears of the deallocation as well.
  @Test(arguments: 0..<8) func aPropertyObservationGoesWithAModelThatHasJustChanged(round: Int) async {
    let canaries = Canary.Witness()
    let scope = ObservationScope()
    let died = DispatchSemaphore(value: 0)
    do {
      let canary = Canary(canaries)
      let counter = SharedCounter()
      scope.observe(counter, \.first) { _ in withExtendedLifetime(canary) {} }
      watchDeallocation(of: counter, in: scope, died)
      Thread.run { counter.first = 1 }
    }
    // No pass runs on this actor until the deallocation has been reported.
    died.wait()
    await eventually { canaries.alive == 0 }
    withExtendedLifetime(scope) {}
  }

  /// The first pass runs later, elsewhere, and nothing is registered before it returns.
  @Test nonisolated func aScopesClosureGoesWithAModelThatItsFirstPassReleases() async {
    let canaries = Canary.Witness()
    let kept = LockedState<SharedCounter?>(SharedCounter())
    let scope = ObservationScope()
    do {
      let canary = Canary(canaries)
      if let counter = kept.withLock({ $0 }) {
        scope.observe(sendable: counter) { @MainActor _, counter in
          withExtendedLifetime(canary) { _ = counter.first }
          let last = kept.withLock { $0.take() }
          withExtendedLifetime(last) {}
        }
      }
    }
    await eventually { canaries.alive == 0 }
    #expect(kept.withLock { $0 == nil })
  }

  @Test func aScopesObservationIsUnmovedByTheDeallocationOfSomethingElse() async {
    let scope = ObservationScope()
    let profile = Profile()
    var other: Profile? = Profile()
    var seen: [String] = []
    let delivery = scope.observe(profile) { [weak other] event, profile in
      seen.append("\(event.kind) \(profile.age) \(other?.age ?? 0)")
    }
    let samples = await delivery.values { 1 }
    other = nil
    await Task.detached { @concurrent in }.value
    await mainActorTurns(5)
    #expect(delivery.isActive)
    #expect(seen == ["initial 36 36"])
    #expect(samples.snapshot() == [1])
    profile.age = 37
    await mainActorTurns()
    #expect(seen == ["initial 36 36", "didSet 37 0"])
  }

  @Test func cancellingReportsNoDeallocation() async {
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

  @Test func droppingOneOfTwoReadingsReportsNoDeallocation() async {
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

/// An executor that does something whenever a job is enqueued, as one with a log of its own would.
private final class EnqueuingExecutor: SerialExecutor {
  let onEnqueue = LockedState<(@Sendable () -> Void)?>(nil)

  func enqueue(_ job: consuming ExecutorJob) {
    onEnqueue.withLock { $0 }?()
    let job = UnownedJob(job)
    Task.detached { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private actor ExecutorActor {
  private let executor: EnqueuingExecutor

  init(_ executor: EnqueuingExecutor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  func observeDeallocation(of counter: SharedCounter, _ kinds: Log<String>) -> PortableObservationToken {
    withPortableContinuousObservation(options: .deinit) { [weak counter] event in
      _ = self
      _ = counter?.first
      kinds.append("\(event.kind)")
    }
  }
}
