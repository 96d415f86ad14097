/// A line that holds types back, with everything waiting for the line.
public struct RootCause: Sendable, Hashable {
  /// The place.
  public let location: Finding.Location
  /// The objecting rules.
  public let rules: [RuleID]
  /// The advice of each finding in the line.
  public let messages: [String]
  /// The types and lines waiting.
  public let waiting: Finding.Waiting

  /// The lines holding types back, beginning with the one of most types; `findings` are in the order of the files.
  static func all(in findings: [Finding]) -> [RootCause] {
    let lines = findings.filter { $0.waiting != nil }.grouped { "\($0.file):\($0.line)" }
    let causes = lines.compactMap { _, findings -> RootCause? in
      guard let first = findings.first, let waiting = first.waiting else { return nil }
      // A place excluded on request that holds nothing else back isn't reported.
      if waiting.types.count == 1, findings.allSatisfy({ !$0.isWork }) { return nil }
      return RootCause(
        location: first.location,
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
