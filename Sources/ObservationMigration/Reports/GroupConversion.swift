/// A group of types that convert together, and what their conversion changes.
public struct GroupConversion: Sendable {
  /// The number of the group, as findings have it (``Finding/group``).
  public let group: Int
  /// The types in alphabetical order.
  public let types: [String]
  /// The files that change when this group alone is converted.
  public let files: [FileResult]

  /// The groups that a migration converts, in the order of their first places.
  ///
  /// - Parameters:
  ///   - results: What the migration made of the files.
  ///   - isIncluded: Which of the changed places matter; a group is left out if none of its places does.
  /// - Returns: The number of each group with its types.
  public static func groups(
    in results: [FileResult],
    where isIncluded: (Finding) -> Bool = { _ in true }
  ) -> [(number: Int, types: [String])] {
    var order: [Int] = []
    var types: [Int: Set<String>] = [:]
    var included: Set<Int> = []
    for finding in results.lazy.flatMap(\.findings) where finding.state == .changed {
      guard let group = finding.group else { continue }
      if types[group] == nil { order.append(group) }
      types[group, default: []].formUnion(finding.type.map { [$0] } ?? [])
      if isIncluded(finding) { included.insert(group) }
    }
    return order.filter(included.contains).map { ($0, types[$0, default: []].sorted()) }
  }

  /// Converts each group alone.
  ///
  /// - Parameters:
  ///   - migration: The files.
  ///   - results: What comes out when all groups are converted.
  /// - Returns: The groups in the order of their first places.
  /// - Complexity: One pass over what is known of the files for each group.
  public static func all(in migration: PreparedMigration, results: [FileResult]) -> [GroupConversion] {
    groups(in: results).map { group, types in
      let files = migration.results(converting: [group]).filter { !$0.edits.isEmpty }
      return GroupConversion(group: group, types: types, files: files)
    }
  }
}
