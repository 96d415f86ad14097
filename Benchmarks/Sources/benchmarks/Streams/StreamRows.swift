/// Values through an asynchronous sequence.
enum StreamRows {
  static let rows = [
    actor(usesAllProcessors: false), mainActor(usesAllProcessors: false), waitingBytes,
    actor(usesAllProcessors: true), mainActor(usesAllProcessors: true),
  ]

  private static func actor(usesAllProcessors: Bool) -> Row {
    Row(
      name: "round trip of two streams, actor" + place(usesAllProcessors),
      rival: "Observations",
      limits: usesAllProcessors ? Limits(public: 1.8, exact: 1) : Limits(public: 1.6, exact: 0.95),
      usesAllProcessors: usesAllProcessors
    ) {
      let (ours, rival) = (ActorRoundTrips(), ActorRoundTrips())
      return (Contender { await ours.streams($0) }, Contender { await rival.observations($0) })
    }
  }

  private static func mainActor(usesAllProcessors: Bool) -> Row {
    Row(
      name: "round trip of two streams, main actor" + place(usesAllProcessors),
      rival: "Observations",
      // Most of it is the way to the main thread, which is the same for both.
      limits: Limits(public: 1.4, exact: 1.2),
      usesAllProcessors: usesAllProcessors
    ) {
      let (ours, rival) = (MainActorRoundTrips(), MainActorRoundTrips())
      return (Contender { await ours.streams($0) }, Contender { await rival.observations($0) })
    }
  }

  private static func place(_ usesAllProcessors: Bool) -> String {
    usesAllProcessors ? ", all processors" : ""
  }

  private static let waitingNumber = 1_000

  private static let waitingBytes = Row(
    name: "bytes per waiting consumer, its task included",
    rival: "Observations",
    unit: .bytes,
    operationsPerRepetition: waitingNumber,
    repetitions: 1,
    limits: Limits(public: 1.05, exact: 0.97)
  ) {
    (waiting { await $0.streams(waitingNumber) }, waiting { await $0.observations(waitingNumber) })
  }

  private static func waiting(_ consume: @escaping @Sendable (WaitingConsumers) async -> Void) -> Contender {
    Contender { _ in
      // A fresh one each time; the tables of the last one's registrar have grown already.
      let consumers = WaitingConsumers()
      let bytes = await Allocations.bytes { await consume(consumers) }
      await consumers.end()
      return bytes
    }
  }
}
