import ObservationMigration

/// Asks on the terminal which groups of types to convert.
struct Dialogue {
  private let migrated: Migrated

  init(_ migrated: Migrated) {
    self.migrated = migrated
  }

  /// Shows the patch of each group, made on top of those accepted before, and asks.
  ///
  /// - Returns: What comes out when the accepted groups are converted, and how many were not accepted.
  /// - Throws: ``OutputError``.
  func results() throws -> (results: [FileResult], declined: Int) {
    let groups = migrated.groups
    let types = Dictionary(uniqueKeysWithValues: groups.map { ($0.number, $0.types) })
    var choice = GroupChoice(groups.map(\.number))
    var current = migrated.results(converting: [])
    var asked = 0
    while let group = choice.next {
      asked += 1
      let proposed = migrated.results(converting: choice.accepted.union([group]))
      try Terminal.write(Patch.text(from: current, to: proposed))
      let names = types[group, default: []].joined(separator: ", ")
      let answer = try ask("(\(asked)/\(groups.count)) Convert \(names) [y,n,a,q,?]? ")
      choice.answer(answer)
      if choice.accepted.contains(group) { current = proposed }
    }
    return (migrated.results(converting: choice.accepted), groups.count - choice.accepted.count)
  }

  private func ask(_ question: String) throws -> GroupChoice.Answer {
    while true {
      try Terminal.write(Terminal.style.bold(question))
      // Who ends the input has no more answers.
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
