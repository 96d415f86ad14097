/// The order of jobs in one run: the choices that differ from "the job that became ready first".
struct Schedule: Equatable, CustomStringConvertible {
  struct Deviation: Equatable {
    /// The number of the choice in its run; choices with a single option don't count.
    let choice: Int
    /// The option taken: the number of overtaken jobs, which had been ready for longer.
    let option: Int
  }

  private(set) var deviations: [Deviation] = []

  init(_ deviations: [Deviation] = []) {
    self.deviations = deviations
  }

  /// The schedule of a run that has been made.
  init(_ choices: [ScheduleChoice]) {
    for (index, choice) in choices.enumerated() where choice.option > 0 {
      deviations.append(Deviation(choice: index, option: choice.option))
    }
  }

  /// Reads a text written by `description`.
  init(_ text: String) throws(Schedules.SyntaxError) {
    if text == Self.inOrder { return }
    for part in text.split(separator: " ", omittingEmptySubsequences: false) {
      let numbers = part.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let choice = numbers[0], let option = numbers[1],
        choice > deviations.last?.choice ?? -1, option > 0
      else { throw Schedules.SyntaxError(text: text, part: String(part)) }
      deviations.append(Deviation(choice: choice, option: option))
    }
  }

  /// How many overtakings there are.
  var delays: Int { deviations.reduce(0) { $0 + $1.option } }

  var description: String {
    deviations.isEmpty ? Self.inOrder : deviations.map { "\($0.choice):\($0.option)" }.joined(separator: " ")
  }

  private static let inOrder = "in order"
}

/// A choice that was made in a run.
struct ScheduleChoice: Equatable {
  /// How many jobs could have been next.
  let count: Int
  /// The option taken, counted from the job that had been ready for longest.
  let option: Int
}
