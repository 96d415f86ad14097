import ObservationMigration

/// Asks on the terminal which groups of types to convert.
struct Dialogue {
  let migrated: Migrated

  /// Shows the patch of each group, made on top of the accepted groups, and asks.
  ///
  /// - Returns: The results of converting the accepted groups, and the number of the others.
  /// - Throws: ``OutputError``.
  func results() throws -> (results: [FileResult], declined: Int) {
    let groups = migrated.groups
    let types = Dictionary(uniqueKeysWithValues: groups.map { ($0.number, $0.types) })
    var choice = GroupChoice(groups.map(\.number))
    var current = migrated.migration.results(converting: [])
    var asked = 0
    while let group = choice.next {
      asked += 1
      let proposed = migrated.migration.results(converting: choice.accepted.union([group]))
      try Terminal.write(Patch.text(from: current, to: proposed))
      let names = types[group, default: []].joined(separator: ", ")
      let answer = try ask("(\(asked)/\(groups.count)) Convert \(names) [y,n,a,q,?]? ")
      choice.answer(answer)
      if choice.accepted.contains(group) { current = proposed }
    }
    return (migrated.migration.results(converting: choice.accepted), groups.count - choice.accepted.count)
  }

  private func ask(_ question: String) throws -> GroupChoice.Answer {
    while true {
      try Terminal.write(Terminal.style.bold(question))
      // The end of the input ends the dialogue.
      guard let line = readLine() else {
        try Terminal.write("\n")
        return .quit
      }
      if let answer = GroupChoice.Answer(line.trimmingPrefix(while: \.isWhitespace).description) { return answer }
      try Terminal.write(
        """
        y: convert these types
        n: leave them
        a: convert them and all that follow
        q: leave them and all that follow; write what was accepted

        """
      )
    }
  }
}

/// The groups of types that a person wants to convert, asked one after the other.
///
/// A pure value: it receives answers, and gives the next question.
struct GroupChoice: Equatable {
  enum Answer: Equatable {
    case yes
    case no
    /// Convert this group and all following ones.
    case all
    /// Leave this group and all following ones.
    case quit

    /// A typed word or its first letter; nil for other input.
    init?(_ text: String) {
      switch text.lowercased() {
      case "y", "yes": self = .yes
      case "n", "no": self = .no
      case "a", "all": self = .all
      case "q", "quit": self = .quit
      default: return nil
      }
    }
  }

  private let groups: [Int]
  private var index = 0
  /// The groups to convert.
  private(set) var accepted: Set<Int> = []

  init(_ groups: [Int]) { self.groups = groups }

  /// The group to ask about; nil after the last decision.
  var next: Int? { index < groups.count ? groups[index] : nil }

  mutating func answer(_ answer: Answer) {
    guard let group = next else { return }
    switch answer {
    case .yes:
      accepted.insert(group)
      index += 1
    case .no:
      index += 1
    case .all:
      accepted.formUnion(groups[index...])
      index = groups.count
    case .quit:
      index = groups.count
    }
  }
}
