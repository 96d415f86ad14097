import TestSupport
import Testing

@testable import ObservationBridge

/// Where the tracking reports a change a second time, since the first report came before the store.
@Suite @MainActor struct StreamRepetitionTests {
  private let profile = Profile()

  private func observe<Value: Sendable>(
    _ log: Log<Value>,
    _ read: @escaping @MainActor () -> Value
  ) async -> (StreamObservation, Task<Void, Never>) {
    let options = ObservationStreamOptions.publicBackend
    let source = ObservationBridge(on: MainActor.shared, options: options, read).source
    let slot = StreamSlot(source)
    let observation = StreamObservation(
      slot,
      on: source.actor,
      source.turns,
      isEquatable: Value.self is any Equatable.Type,
      usesPublicBackend: true,
      receiver: nil
    )
    let confined = Confined(slot)
    let consumer = Task { @MainActor in
      while await observation.next(isolation: MainActor.shared) {
        if let value = confined.value.value.take() { log.append(value) }
      }
    }
    await mainActorTurns()
    return (observation, consumer)
  }

  @Test func aRecheckOfAValueThatWasDeliveredMakesNone() async {
    let ages = Log<Int>()
    let (observation, consumer) = await observe(ages) { profile.age }
    observation.receiveRecheck()
    await mainActorTurns()
    profile.age = 37
    await mainActorTurns()
    observation.receiveRecheck()
    await mainActorTurns()
    observation.cancel()
    await consumer.value
    #expect(ages.elements == [36, 37])
  }

  @Test func aRecheckBringsTheValueThatWasStoredAfterTheFirst() async {
    let counter = SharedCounter()
    let values = Log<Int>()
    let (observation, consumer) = await observe(values) { counter.first }
    // A report, whose value nobody has stored yet.
    observation.dependencyChanged(.didSet, mayRunNow: false, from: .platform) { nil }
    await mainActorTurns()
    #expect(values.elements == [0, 0])
    counter.setFirst(1) {}
    observation.receiveRecheck()
    await mainActorTurns()
    observation.cancel()
    await consumer.value
    #expect(values.elements == [0, 0, 1])
  }

  @Test func withoutEqualityARecheckMakesASecondValue() async {
    struct Opaque: Sendable { var age: Int }
    let values = Log<Opaque>()
    let (observation, consumer) = await observe(values) { Opaque(age: profile.age) }
    observation.receiveRecheck()
    await mainActorTurns()
    observation.cancel()
    await consumer.value
    #expect(values.elements.map(\.age) == [36, 36])
  }
}
