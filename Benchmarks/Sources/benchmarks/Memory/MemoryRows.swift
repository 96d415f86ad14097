/// What 10,000 observations of one property of one model take, on an actor.
enum MemoryRows {
  static let rows = [bytes, allocations, propertyBytes, bytesLeft]

  private static let number = 10_000

  private static let bytes = Row(
    name: "bytes per observation, token and closure included",
    rival: "withObservationTracking loop",
    unit: .bytes,
    operationsPerRepetition: number,
    repetitions: 1,
    limits: Limits(public: 1_500, exact: 1_000),
    isAbsolute: true
  ) {
    (
      contender(Allocations.bytes) { await $0.observe(times: number) },
      contender(Allocations.bytes) { await $0.track(times: number) }
    )
  }

  private static let allocations = Row(
    name: "allocations per observation",
    rival: "withObservationTracking loop",
    unit: .allocations,
    operationsPerRepetition: number,
    repetitions: 1
  ) {
    (
      contender(Allocations.count) { await $0.observe(times: number) },
      contender(Allocations.count) { await $0.track(times: number) }
    )
  }

  private static let propertyBytes = Row(
    name: "bytes per withPropertyObservation(of: model, \\.count) { change in }",
    rival: "withObservationTracking loop",
    unit: .bytes,
    operationsPerRepetition: number,
    repetitions: 1,
    limits: Limits(public: 1_830, exact: 1_100),
    isAbsolute: true
  ) {
    let properties = Contender { _ in
      let subject = ActorProperty()
      let bytes = await Allocations.bytes { await subject.start(times: number) }
      await subject.end()
      await settle()
      return bytes
    }
    return (properties, contender(Allocations.bytes) { await $0.track(times: number) })
  }

  private static let bytesLeft = Row(
    name: "bytes left after arm and cancel",
    rival: "withObservationTracking, then a change",
    unit: .bytes,
    operationsPerRepetition: number,
    repetitions: 1
  ) {
    let (ours, rival) = (Lifetimes(), Lifetimes())
    return (
      Contender { _ in await Allocations.bytes { _ = await ours.armAndCancel(number) } },
      Contender { _ in await Allocations.bytes { _ = await rival.trackAndChange(number) } }
    )
  }

  private static func contender(
    _ measure: @escaping @Sendable (() async -> Void) async -> Double,
    _ arm: @escaping @Sendable (ActorPasses) async -> Void
  ) -> Contender {
    Contender { _ in
      // A fresh one each time; the tables of the last one's registrar have grown already.
      let passes = ActorPasses()
      let result = await measure { await arm(passes) }
      await passes.end()
      await settle()
      return result
    }
  }

  /// What ended may still be freed by tasks of its own.
  private static func settle() async {
    try? await Task.sleep(for: .milliseconds(50))
  }
}
