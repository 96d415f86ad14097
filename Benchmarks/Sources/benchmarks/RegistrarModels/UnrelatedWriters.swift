import ObservationBridge

/// Two threads, each of which writes a model that the other one doesn't know, with an immediate pass for each write.
enum UnrelatedWriters {
  static let row = Row(
    name: "registrar models, write and pass while another thread writes another model",
    rival: "the same alone",
    isFloor: true,
    limits: 2,
    usesAllProcessors: true
  ) {
    (
      Contender { repetitions in
        async let first = write(repetitions)
        async let second = write(repetitions)
        return await (first + second) / 2
      },
      Contender { await write($0) }
    )
  }

  @concurrent
  private static func write(_ repetitions: Int) async -> Double {
    let (model, total) = (RegistrarCounter(), Total())
    let token = RegistrarModelRows.immediately { total.value &+= model.count }
    defer { token.cancel() }
    let start = ContinuousClock.now
    for repetition in 0..<repetitions { model.count = repetition &+ 1 }
    return elapsed(since: start)
  }
}
