/// A change and the pass that follows it.
enum PassRows {
  static let rows =
    WideModel.Width.allCases.flatMap(cycles) + [
      burst, mainActorBurst, nested(rows: 100), nested(rows: 1_600), nestedLoops(rows: 100), nestedLoops(rows: 1_600),
      allocations,
    ]

  private static func cycles(_ width: WideModel.Width) -> [Row] {
    let reads = width == .one ? "1 read" : "\(width.rawValue) reads"
    let limits = limits(width)
    return [
      Row(name: "pass, actor, \(reads)", rival: "loop: onChange { Task { await self.track() } }", limits: limits.actor)
      {
        let (ours, rival) = (ActorPasses(width), ActorPasses(width))
        await ours.observe()
        await rival.track()
        return (ours.cycles(), rival.cycles())
      },
      Row(
        name: "pass, actor, \(reads), rival without hop",
        rival: "loop: the task starts on the actor",
        limits: limits.actor
      ) {
        let (ours, rival) = (ActorPasses(width), ActorPasses(width))
        await ours.observe()
        await rival.trackHere()
        return (ours.cycles(), rival.cycles())
      },
      Row(name: "pass, main actor, \(reads)", rival: "loop: onChange { Task { @MainActor in … } }", limits: limits.main)
      {
        let (ours, rival) = (await MainActorPasses(width), await MainActorPasses(width))
        await ours.observe()
        await rival.track()
        return (ours.cycles(), rival.cycles())
      },
      Row(
        name: "pass, nonisolated, \(reads)",
        rival: "loop: onChange { Task { self.track() } }",
        limits: limits.nonisolated
      ) {
        let (ours, rival) = (NonisolatedPasses(width), NonisolatedPasses(width))
        ours.observe()
        rival.track()
        return (ours.cycles(), rival.cycles())
      },
    ]
  }

  private static func limits(_ width: WideModel.Width) -> (actor: Limits, main: Limits, nonisolated: Limits) {
    switch width {
    case .one: (Limits(public: 2.1, exact: 1.4), Limits(public: 1.4, exact: 1.3), Limits(public: 2.2, exact: 1.2))
    case .ten: (Limits(public: 1.45, exact: 0.9), Limits(public: 1.3, exact: 1), Limits(public: 1.4, exact: 0.8))
    case .hundred: (Limits(public: 1.15, exact: 0.7), Limits(public: 1.1, exact: 0.8), Limits(public: 1.15, exact: 0.7))
    }
  }

  private static let changesInBurst = 1_000

  private static let burst = Row(
    name: "1,000 changes in one turn and a pass, actor, per change",
    rival: "loop: onChange { Task { await self.track() } }",
    operationsPerRepetition: changesInBurst
  ) {
    let (ours, rival) = (ActorPasses(), ActorPasses())
    await ours.observe()
    await rival.track()
    return (ours.cycles(changes: changesInBurst), rival.cycles(changes: changesInBurst))
  }

  private static let mainActorBurst = Row(
    name: "1,000 changes in one turn and a pass, main actor, per change",
    rival: "loop: onChange { Task { @MainActor in … } }",
    operationsPerRepetition: changesInBurst
  ) {
    let (ours, rival) = (await MainActorPasses(), await MainActorPasses())
    await ours.observe()
    await rival.track()
    return (
      Contender(run: { await ours.cycle($0, changes: changesInBurst) }, end: { await ours.end() }),
      Contender(run: { await rival.cycle($0, changes: changesInBurst) }, end: { await rival.end() })
    )
  }

  /// What a row costs doesn't depend on how many there are.
  private static func nested(rows: Int) -> Row {
    Row(
      name: "pass over \(rows) rows that begins an observation of each, actor, per row",
      rival: "loop that tracks all rows, and observes none by itself",
      operationsPerRepetition: rows
    ) {
      let (ours, rival) = (NestedPasses(rows: rows), NestedPasses(rows: rows))
      await ours.observe()
      await rival.track()
      return (ours.cycles(), rival.cycles())
    }
  }

  private static func nestedLoops(rows: Int) -> Row {
    Row(
      name: "pass over \(rows) rows that begins an observation of each, actor, per row, rival nested",
      rival: "loop that begins a loop for each row",
      operationsPerRepetition: rows
    ) {
      let (ours, rival) = (NestedPasses(rows: rows), NestedPasses(rows: rows))
      await ours.observe()
      await rival.trackNested()
      return (ours.cycles(), rival.cycles())
    }
  }

  private static let allocations = Row(
    name: "allocations per change and pass, actor, 1 read",
    rival: "loop: the task starts on the actor",
    unit: .allocations,
    repetitions: 1_000
  ) {
    let (ours, rival) = (ActorPasses(), ActorPasses())
    await ours.observe()
    await rival.trackHere()
    return (ours.allocations(), rival.allocations())
  }
}

extension ActorPasses {
  nonisolated func cycles(changes: Int = 1, passes: Int = 1) -> Contender {
    Contender(run: { await self.cycle($0, changes: changes, passes: passes) }, end: { await self.end() })
  }

  /// Counts what is allocated from change to change.
  nonisolated func allocations() -> Contender {
    Contender(
      run: { repetitions in
        await Allocations.count { _ = await self.cycle(repetitions) }
      },
      end: { await self.end() }
    )
  }
}

extension MainActorPasses {
  nonisolated func cycles() -> Contender {
    Contender(run: { await self.cycle($0) }, end: { await self.end() })
  }
}

extension NonisolatedPasses {
  func cycles() -> Contender {
    Contender(run: { await self.cycle($0) }, end: { self.end() })
  }
}
