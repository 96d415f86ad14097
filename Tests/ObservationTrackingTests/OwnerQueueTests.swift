import TestSupport
import Testing

@testable import ObservationBridge

/// The queue of an actor that does not keep it alive, where observations outlive the actor.
@Suite struct OwnerQueueTests {
  actor Owner {
    let counter: SharedCounter
    private(set) var seen = -1

    init(_ counter: SharedCounter) {
      self.counter = counter
    }

    func observe() -> BindingObservation {
      let place = SourcePlace(file: #fileID, line: #line, method: #function)
      let observation = BindingObservation(.didSet, on: self, keepsActor: false, place) { [weak self] observation in
        guard let self else { return false }
        observation.track { self.see() }
        return true
      }
      observation.start(from: self)
      return observation
    }

    private nonisolated func see() {
      assumeIsolated { $0.seen = $0.counter.count }
    }
  }

  @Test func anObservationThatIsDueAfterItsActorWasDeallocatedEnds() async {
    let counter = SharedCounter()
    weak var released: Owner?
    let observation: BindingObservation
    do {
      let owner = Owner(counter)
      released = owner
      observation = await owner.observe()
    }
    await eventually { released == nil }
    #expect(observation.isActive)
    counter.count = 1
    await eventually { !observation.isActive && counter.registrationCount == 0 }
  }

  @Test func anActorAtTheAddressOfAnotherHasAQueueOfItsOwn() async {
    let counter = SharedCounter()
    var observations: [BindingObservation] = []
    var addresses: Set<ObjectIdentifier> = []
    var reused = 0
    for _ in 1...100 {
      let owner = Owner(counter)
      if !addresses.insert(ObjectIdentifier(owner)).inserted { reused += 1 }
      // Kept, so that the queue of the actor remains when it goes.
      observations.append(await owner.observe())
      counter.count += 1
      let count = counter.count
      await eventually { await owner.seen == count }
    }
    #expect(reused > 0 || !addressesAreReused)
    for observation in observations { observation.cancel() }
    #expect(counter.registrationCount == 0)
  }
}
