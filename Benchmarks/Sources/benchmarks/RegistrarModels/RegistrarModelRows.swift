import ObservationBridge

/// What models with a registrar of this package cost, in calls of closures.
enum RegistrarModelRows {
  static let rows = [
    immediate, mainActor, fanOut, hundredProperties, hundredObjects, read, write, first,
  ]

  private static let immediate = Row(
    name: "registrar model, write and immediate pass",
    rival: ClosureCalls.name,
    isFloor: true,
    limits: Limits(public: 14, exact: 8)
  ) {
    (
      Contender { repetitions in
        let (model, total) = (RegistrarCounter(), Total())
        let token = immediately { total.value &+= model.count }
        defer { token.cancel() }
        return timeOfLaterPasses(repetitions) { model.count = $0 &+ 1 }
      },
      ClosureCalls.contender
    )
  }

  private static let mainActor = Row(
    name: "registrar model, write and immediate pass, main actor",
    rival: ClosureCalls.name,
    isFloor: true,
    limits: Limits(public: 14, exact: 8)
  ) {
    (
      Contender { repetitions in await onMainActor(repetitions) },
      ClosureCalls.contender
    )
  }

  @MainActor private static func onMainActor(_ repetitions: Int) -> Double {
    let (model, total) = (RegistrarCounter(), Total())
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in total.value &+= model.count }
    defer { token.cancel() }
    return timeOfLaterPasses(repetitions) { model.count = $0 &+ 1 }
  }

  private static let fanOut = Row(
    name: "registrar model, write and 1,000 immediate passes, per pass",
    rival: ClosureCalls.name,
    isFloor: true,
    operationsPerRepetition: 1_000,
    limits: Limits(public: 18, exact: 5)
  ) {
    (
      Contender { repetitions in
        let (model, total) = (RegistrarCounter(), Total())
        let tokens = (0..<1_000).map { _ in immediately { total.value &+= model.count } }
        defer { for token in tokens { token.cancel() } }
        return timeOfLaterPasses(repetitions) { model.count = $0 &+ 1 }
      },
      ClosureCalls.contender(perRepetition: 1_000)
    )
  }

  private static let hundredProperties = Row(
    name: "registrar model, write and immediate pass over 100 properties",
    rival: ClosureCalls.name,
    isFloor: true,
    limits: Limits(public: 60, exact: 48)
  ) {
    (
      Contender { repetitions in
        let (model, total) = (RegistrarWideModel(), Total())
        let token = immediately { total.value &+= model.sum }
        defer { token.cancel() }
        return timeOfLaterPasses(repetitions) { model.value50 = $0 &+ 1 }
      },
      ClosureCalls.contender
    )
  }

  private static let hundredObjects = Row(
    name: "registrar models, write and immediate pass over 100 objects",
    rival: ClosureCalls.name,
    isFloor: true,
    limits: Limits(public: 120, exact: 105)
  ) {
    (
      Contender { repetitions in
        let (models, total) = ((0..<100).map { _ in RegistrarCounter() }, Total())
        let token = immediately { for model in models { total.value &+= model.count } }
        defer { token.cancel() }
        let written = models[50]
        return timeOfLaterPasses(repetitions) { written.count = $0 &+ 1 }
      },
      ClosureCalls.contender
    )
  }

  /// Counts what a read takes beyond that of an object that nobody can observe.
  private static let read = Row(
    name: "registrar model, read that nobody observes, beyond a plain object's",
    rival: ClosureCalls.name,
    isFloor: true,
    limits: Limits(public: 2.5, exact: 0.2)
  ) {
    (
      Contender { repetitions in
        let (models, plain) = ((0..<100).map { _ in RegistrarCounter() }, (0..<100).map { _ in PlainCounter() })
        let total = Total()
        let loops = repetitions / 100 + 1
        let own = time(loops) { _ in for model in models { total.value &+= model.count } }
        let floor = time(loops) { _ in for model in plain { total.value &+= model.count } }
        return (own - floor) / Double(loops * 100) * Double(repetitions)
      },
      ClosureCalls.contender
    )
  }

  private static let write = Row(
    name: "registrar model, write that nobody observes, beyond a plain object's",
    rival: ClosureCalls.name,
    isFloor: true,
    limits: Limits(public: 1.3, exact: 1.3)
  ) {
    (
      Contender { repetitions in
        let (models, plain) = ((0..<100).map { _ in RegistrarCounter() }, (0..<100).map { _ in PlainCounter() })
        let loops = repetitions / 100 + 1
        let own = time(loops) { number in for model in models { model.count = number } }
        let floor = time(loops) { number in for model in plain { model.count = number } }
        return (own - floor) / Double(loops * 100) * Double(repetitions)
      },
      ClosureCalls.contender
    )
  }

  private static let first = Row(
    name: "registrar model, observation begun and cancelled",
    rival: ClosureCalls.name,
    isFloor: true,
    limits: Limits(public: 150, exact: 150)
  ) {
    (
      Contender { repetitions in
        let (model, total) = (RegistrarCounter(), Total())
        return time(repetitions) { _ in immediately { total.value &+= model.count }.cancel() }
      },
      ClosureCalls.contender
    )
  }

  /// Runs at once, and again inside each change of what it has read.
  static func immediately(_ body: @escaping () -> Void) -> PortableObservationToken {
    // Used by this thread only.
    nonisolated(unsafe) let body = body
    return withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in unsafe body() }
  }

  /// The time of passes, without the first later one, which ends a registration on the public backend. On a busy machine,
  /// a round may have few repetitions.
  static func timeOfLaterPasses(_ repetitions: Int, _ write: (Int) -> Void) -> Double {
    write(-2)
    return time(repetitions, write)
  }

  static func time(_ repetitions: Int, _ body: (Int) -> Void) -> Double {
    let start = ContinuousClock.now
    for repetition in 0..<repetitions { body(repetition) }
    return elapsed(since: start)
  }
}
