import Foundation

extension LostUpdates {
  /// All cells whose name `selects` accepts; each is printed when it is done.
  func run(_ report: Report, selects: (String) -> Bool) async {
    if selects(Self.burstsName) {
      report.title("\(Self.burstsName): how many did not end with the final value shown")
      for place in StressPlace.allCases {
        for profile in StressProfile.allCases {
          for means in [StressMeans.library, .stream, .loop, .observations] {
            let cell = await bursts(profile, place, means)
            report.add(cell) { cell.line }
          }
        }
      }
    }
    if selects(Self.firstPassName) {
      report.title("\(Self.firstPassName): how many missed the one change made while the observation began")
      for place in StressPlace.allCases {
        // `Observations` begins in a task, at no moment that a writer could aim at.
        for means in [StressMeans.library, .confirming, .loop] {
          let cell = await firstPass(place, means)
          report.add(cell) { cell.line }
        }
      }
    }
  }
}

extension LostUpdates.BurstCell {
  fileprivate var line: String {
    [
      place.padded(to: 12), profile.padded(to: 30), means.padded(to: 13),
      "\(result.stuck) of \(result.tried) stuck".padded(to: 24),
      "longest wait \(String(format: "%.1f", result.longestWait / 1_000)) ms".padded(to: 24),
      "older after newer: \(stepsBackward)", result.isDead ? "  dead: reacted to no further change" : "",
    ].joined()
  }
}

extension LostUpdates.FirstPassCell {
  fileprivate var line: String {
    let share = 100 * Double(result.stale) / Double(max(result.tried, 1))
    return [
      place.padded(to: 12), means.padded(to: 13),
      "\(result.stale) of \(result.tried) stale (\(String(format: "%.3f", share)) %)".padded(to: 36),
      "old value first, then the new one: \(result.followed)",
    ].joined()
  }
}
