/// Files that have been read and understood: what can be converted in them, all of it or some groups.
public struct PreparedMigration: Sendable {
  let plan: Plan
  let refusals: [FileSurvey.Refusal?]

  /// What comes out when everything is converted that can be.
  ///
  /// - Returns: One result a file, in the order given.
  public func results() -> [FileResult] {
    plan.results(refusals: refusals)
  }

  /// What comes out when only some groups of types are converted.
  ///
  /// - Parameter groups: The numbers of the groups, as findings of ``results()`` have them (``Finding/group``).
  /// - Returns: One result a file, in the order given. Its findings don't mention what was not chosen.
  public func results(converting groups: Set<Int>) -> [FileResult] {
    plan.results(refusals: refusals, converting: groups)
  }
}
