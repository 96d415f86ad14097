/// 10,000 observers of one property.
enum FanOutRows {
  static let rows = [passes, passesWithoutHop, jobs]

  private static let observers = 10_000

  private static let passes = Row(
    name: "10,000 observers of one property, actor, per observer",
    rival: "10,000 loops: onChange { Task { await self.track() } }",
    operationsPerRepetition: observers,
    limits: Limits(public: 2.4, exact: 1.5)
  ) {
    let (ours, rival) = (ActorPasses(), ActorPasses())
    await ours.observe(times: observers)
    await rival.track(times: observers)
    return (ours.cycles(passes: observers), rival.cycles(passes: observers))
  }

  private static let passesWithoutHop = Row(
    name: "10,000 observers, actor, rival without hop, per observer",
    rival: "10,000 loops: the task starts on the actor",
    operationsPerRepetition: observers,
    limits: Limits(public: 2.9, exact: 1.5)
  ) {
    let (ours, rival) = (ActorPasses(), ActorPasses())
    await ours.observe(times: observers)
    await rival.trackHere(times: observers)
    return (ours.cycles(passes: observers), rival.cycles(passes: observers))
  }

  private static let jobs = Row(
    name: "jobs for the passes of 10,000 observers",
    rival: "10,000 loops: onChange { Task { await self.track() } }",
    unit: .jobs,
    repetitions: 1,
    limits: 1,
    isAbsolute: true
  ) {
    let (ours, rival) = (CountedActor(), CountedActor())
    await ours.observe(times: observers)
    await rival.track(times: observers)
    return (
      Contender(run: { await ours.jobs(passes: observers, changes: $0) }, end: { await ours.end() }),
      Contender(run: { await rival.jobs(passes: observers, changes: $0) }, end: { await rival.end() })
    )
  }
}
