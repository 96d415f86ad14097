/// Measures a row: library and rival in turns, so that a machine that gets slower or faster does so for both.
struct RowRunner {
  let effort: Effort

  /// Measures rows that exceed their limits again, for as long as they do, up to 30 times. Returns those that always do.
  ///
  /// Another program on the same processor core, maybe of another virtual machine, slows a loop over closures less than
  /// the library, because the loop mostly waits for its own atomic operations: within minutes, one binary took 3.8 to 6.6
  /// closure calls for a pass. Such times last for seconds, so there is a pause between the measurements.
  func measureAgain(_ rows: [Row], _ report: (Outcome) -> Void) async -> [Row] {
    var exceeding = rows
    for _ in 0..<30 where !exceeding.isEmpty {
      // Only a cancelled task ends the pause early.
      try? await Task.sleep(for: .seconds(2))
      var rest: [Row] = []
      for row in exceeding {
        let outcome = await measure(row)
        if outcome.exceedsLimit { rest.append(row) } else { report(outcome) }
      }
      exceeding = rest
    }
    return exceeding
  }

  func measure(_ row: Row) async -> Outcome {
    let (ours, rival) = await row.prepare()
    // Also warms both up.
    let ourRepetitions = await repetitions(of: ours, in: row)
    let rivalRepetitions = await repetitions(of: rival, in: row)
    var pairs: [(ours: Double, rival: Double)] = []
    for _ in 0..<(row.isLong ? min(effort.rounds, 3) : effort.rounds) {
      let first = await perOperation(ours, ourRepetitions, row)
      let second = await perOperation(rival, rivalRepetitions, row)
      pairs.append((first, second))
    }
    await ours.end()
    await rival.end()
    return Outcome(row, pairs)
  }

  private func perOperation(_ contender: Contender, _ repetitions: Int, _ row: Row) async -> Double {
    await contender.run(repetitions) / Double(repetitions * row.operationsPerRepetition)
  }

  /// How many repetitions make a round of the wanted length.
  private func repetitions(of contender: Contender, in row: Row) async -> Int {
    if let repetitions = row.repetitions {
      _ = await contender.run(repetitions)
      return repetitions
    }
    let wanted = effort.roundLength / .nanoseconds(1)
    var repetitions = 1
    while true {
      let taken = await contender.run(repetitions)
      if taken >= wanted { return repetitions }
      // Short runs are no sound base for a long step.
      let step = min(max(1.25 * wanted / max(taken, 1), 1.5), 16)
      repetitions = Int((Double(repetitions) * step).rounded(.up))
    }
  }
}
