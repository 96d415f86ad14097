import Observation
import ObservationTracking
import TestSupport
import Testing

@testable import ObservationBridge

/// Bindings of actors, and of other places that are not the main actor.
@Suite struct ActorBindingTests {
  actor Adder {
    let counter: SharedCounter
    private(set) var double = -1
    private(set) var counts: [Int] = []

    init(_ counter: SharedCounter) {
      self.counter = counter
    }

    @ObservationTracking
    func bind() {
      double = counter.count * 2
      record(counter.count)
    }

    private func record(_ count: Int) {
      assertIsolated()
      counts.append(count)
    }

    func burst() {
      for number in 1...100 { counter.count = number }
    }
  }

  @Test func theFirstValueIsThereWhenTheMethodReturns() async {
    let adder = Adder(SharedCounter())
    #expect(await adder.firstDouble() == 0)
  }

  @Test func changesOfATurnMakeOneRun() async {
    let adder = Adder(SharedCounter())
    await adder.bind()
    await adder.burst()
    await eventually { await adder.double == 200 }
    await adder.turns()
    #expect(await Set(adder.counts) == [0, 100])
    #expect(await adder.counts.filter { $0 == 100 }.count == 1)
  }

  @Test func anotherThreadsFinalValueArrives() async {
    let counter = SharedCounter()
    let adder = Adder(counter)
    await adder.bind()
    for burst in 1...300 {
      Thread.start {
        for step in 0..<5 { counter.count = burst * 10 + step }
      }
      await eventually { await adder.double == 2 * (burst * 10 + 4) }
    }
  }

  @Test func repeatedCallsObserveOnce() async {
    let (counter, onceBound) = (SharedCounter(), SharedCounter())
    let (adder, other) = (Adder(counter), Adder(onceBound))
    await other.bind()
    for _ in 0..<3 { await adder.bind() }
    // While a run confirms the first one, there may be one more.
    await eventually { counter.registrationCount == onceBound.registrationCount }
    // A run that still confirms the first one could read the change and be told of it.
    await adder.turns()
    counter.count = 5
    await eventually { await adder.double == 10 }
    await adder.turns()
    // The public backend may tell of another thread's change twice.
    #expect(await adder.counts.filter { $0 == 5 }.count == 1 || !trackingIsExact)
  }

  @Test func theActorIsNotKeptAndLeavesNothingBehind() async {
    let counter = SharedCounter()
    weak var released: Adder?
    do {
      let adder = Adder(counter)
      released = adder
      await adder.bind()
      counter.count = 5
      await eventually { await adder.double == 10 }
      #expect(counter.registrationCount > 0)
    }
    // The task of the last run may still hold the actor.
    await eventually { released == nil }
    await eventually { counter.registrationCount == 0 }
  }

  @Test func eachOfManyActorsLeavesNothingBehind() async {
    let counter = SharedCounter()
    for number in 1...200 {
      let adder = Adder(counter)
      await adder.bind()
      counter.count = number
      await eventually { await adder.double == 2 * number }
      // Due when the actor goes.
      counter.count = 0
    }
    await eventually { counter.registrationCount == 0 }
  }

  @Test func anActorsExtensionRunsOnTheActor() async {
    let counter = SharedCounter()
    weak var released: Adder?
    do {
      let adder = Adder(counter)
      released = adder
      await adder.bindInExtension()
      counter.count = 4
      await eventually { await adder.double == 12 }
    }
    await eventually { released == nil }
    counter.count = 5
    await eventually { counter.registrationCount == 0 }
  }

  @globalActor actor StorageActor {
    static let shared = StorageActor()
  }

  @StorageActor final class Store {
    let counter: SharedCounter
    private(set) var copy = -1

    init(_ counter: SharedCounter) {
      self.counter = counter
    }

    @ObservationTracking func bind() { copy = counter.count }

    func waitForCopy(_ count: Int) async {
      await eventually { copy == count }
    }
  }

  @Test func aClassOfAnotherGlobalActorRunsThere() async {
    let counter = SharedCounter()
    let store = await Store(counter)
    await store.bind()
    #expect(await store.copy == 0)
    counter.count = 3
    await store.waitForCopy(3)
  }

  // Unchecked: the value is guarded by a lock.
  final class Mirror: @unchecked Sendable {
    let counter: SharedCounter
    private let storage = LockedState(-1)
    var value: Int {
      get { storage.withLock { $0 } }
      set { storage.withLock { $0 = newValue } }
    }

    init(_ counter: SharedCounter) {
      self.counter = counter
    }

    @ObservationTracking(isolation: .task) func bind() { value = counter.count }
    @ObservationTracking(isolation: .synchronous) func bindAtOnce() { self.value = counter.count }
  }

  @Test func aClassWithoutIsolationRunsOnTheGlobalExecutor() async {
    let mirror = Mirror(SharedCounter())
    mirror.bind()
    #expect(mirror.value == 0)
    mirror.counter.count = 3
    await eventually { mirror.value == 3 }
  }

  @Test(.reportsAfterStore) func aSynchronousBindingRunsInsideTheChange() async {
    let mirror = Mirror(SharedCounter())
    mirror.bindAtOnce()
    for number in 1...10 {
      mirror.counter.count = number
      #expect(mirror.value == number)
    }
    let adder = Adder(mirror.counter)
    #expect(await adder.followsAtOnce())
  }
}

extension ActorBindingTests.Adder {
  func firstDouble() -> Int {
    bind()
    return double
  }

  @ObservationTracking
  func bindInExtension() {
    setDouble(counter.count * 3)
  }

  func setDouble(_ value: Int) {
    double = value
  }

  @ObservationTracking(isolation: .synchronous)
  func bindAtOnce() {
    self.setDouble(counter.count)
  }

  func followsAtOnce() -> Bool {
    bindAtOnce()
    counter.count = 99
    return double == 99
  }
}

extension Actor {
  /// Lets everything run that is already due on the actor.
  fileprivate func turns(_ count: Int = 5) async {
    for _ in 0..<count { await Task.yield() }
  }
}
