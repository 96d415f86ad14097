/// A line that holds types back, with everything that waits for it.
public struct RootCause: Sendable, Hashable {
  /// Where it is.
  public let location: Finding.Location
  /// The rules that object.
  public let rules: [RuleID]
  /// What to write, from each finding in the line.
  public let messages: [String]
  /// What waits for it.
  public let waiting: Finding.Waiting

  /// Puts the findings of each line together.
  ///
  /// - Parameter findings: Findings of some files, in the order of the files.
  /// - Returns: The lines that hold types back, the one that most types wait for first.
  static func all(in findings: [Finding]) -> [RootCause] {
    struct Line: Hashable {
      let file: String
      let line: Int
    }
    let lines = findings.filter { $0.waiting != nil }.grouped { Line(file: $0.file, line: $0.line) }
    let causes = lines.compactMap { _, findings -> RootCause? in
      guard let first = findings.first, let waiting = first.waiting else { return nil }
      // What was left alone on request, and holds nothing else back, is nobody's concern.
      if waiting.types.count == 1, findings.allSatisfy({ !$0.isWork }) { return nil }
      return RootCause(
        location: Finding.Location(file: first.file, line: first.line, column: first.column),
        rules: findings.map(\.rule).withoutRepetition,
        messages: findings.map(\.message).withoutRepetition,
        waiting: waiting
      )
    }
    return causes.sorted { left, right in
      let (a, b) = (left.waiting, right.waiting)
      return (b.types.count, b.typesWaitingForItAlone.count, b.lines)
        < (a.types.count, a.typesWaitingForItAlone.count, a.lines)
    }
  }
}
