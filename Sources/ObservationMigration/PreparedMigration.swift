/// Analysed files, of which everything or some groups of types can be converted.
public struct PreparedMigration: Sendable {
  private let changed: ChangedFiles
  /// The products imported by the files' targets before the migration.
  private let products: ImportedProducts
  private let filesByGroup: [Int: Set<Int>]
  /// The result of converting everything possible: one result per file, in the order given.
  public let results: [FileResult]

  init(_ changed: ChangedFiles, _ products: ImportedProducts) {
    self.changed = changed
    self.products = products
    var filesByGroup: [Int: Set<Int>] = [:]
    for proposal in changed.plan.proposals {
      guard case .change = proposal.effect, let group = changed.plan.decisions.group(of: proposal.subjects) else {
        continue
      }
      filesByGroup[group, default: []].insert(proposal.place.file)
    }
    self.filesByGroup = filesByGroup
    let findings = Findings(changed)
    let classes = changed.classes()
    let files = changed.plan.project.files
    results = files.indices.map { index in
      FileResult(
        file: files[index],
        edits: changed.outcomes[index].edits,
        migrated: changed.outcomes[index].migrated,
        findings: findings.byFile[index],
        waiting: findings.waiting[index],
        classes: classes[index],
        neededProducts: products.needed(by: files[index], importing: changed.outcomes[index].addedImports)
      )
    }
  }

  /// The groups that can be converted, in the order of their first places.
  ///
  /// - Parameter isIncluded: Whether a changed place matters; groups without such a place are left out.
  /// - Returns: The groups, including types converted before whose views have yet to follow.
  public func groups(where isIncluded: (Finding) -> Bool = { _ in true }) -> [TypeGroup] {
    var order: [Int] = []
    var types: [Int: Set<String>] = [:]
    var included: Set<Int> = []
    for finding in results.lazy.flatMap(\.findings) where finding.state == .changed {
      guard let group = finding.group else { continue }
      if types[group] == nil { order.append(group) }
      types[group, default: []].formUnion(finding.type.map { [$0] } ?? [])
      if isIncluded(finding) { included.insert(group) }
    }
    return order.filter(included.contains).map { TypeGroup(number: $0, types: types[$0, default: []].sorted()) }
  }

  /// Converts each group by itself.
  ///
  /// - Returns: The changes of each group, in the order of their first places. Groups that convert correctly only
  ///   together with others are left out; see ``results(converting:)``.
  /// - Complexity: O(bytes of the files that each group changes).
  public func conversions() -> [GroupConversion] {
    groups().compactMap { group in
      let changes = changes(converting: [group.number])
      return changes.objections.isEmpty ? GroupConversion(group: group, files: changes.files.map(\.result)) : nil
    }
  }

  /// Converts only some groups of types.
  ///
  /// - Parameter groups: The numbers of the groups, as in ``Finding/group``.
  /// - Returns: One result per file, in the order given. Findings don't mention other groups. If a file can't be
  ///   converted correctly with these groups alone, nothing is converted, and a finding of the file says why.
  /// - Complexity: O(all findings + bytes of the files that these groups change).
  public func results(converting groups: Set<Int>) -> [FileResult] {
    let changes = changes(converting: groups)
    // Nothing is converted if there is an objection to a file.
    let classes = changed.classes(converting: changes.objections.isEmpty ? groups : [])
    var results = self.results
    for index in results.indices {
      results[index].edits = []
      results[index].migrated = results[index].file.text
      results[index].findings.removeAll { $0.state == .changed }
      results[index].neededProducts = []
    }
    for (index, result) in changes.files { results[index] = result }
    for (index, findings) in changes.objections { results[index].findings.insert(contentsOf: findings, at: 0) }
    for index in results.indices { results[index].classes = classes[index] }
    return results
  }

  private typealias Changes = (
    files: [(index: Int, result: FileResult)], objections: [(index: Int, findings: [Finding])]
  )

  /// The files that change when some groups are converted, by their index; none if there is an objection to one of
  /// them.
  private func changes(converting groups: Set<Int>) -> Changes {
    let files = groups.reduce(into: Set<Int>()) { $0.formUnion(filesByGroup[$1] ?? []) }.sorted()
    let outcomes = changed.outcomes(of: files, changed.plan.decisions.choosing(groups))
    // No group is left half done.
    let objections = zip(files, outcomes).filter { !$1.objections.isEmpty }.map { file, outcome in
      (file, changed.plan.findings(on: outcome.objections))
    }
    guard objections.isEmpty else { return ([], objections) }
    let changes = zip(files, outcomes).filter { !$1.edits.isEmpty }.map { index, outcome in
      var result = results[index]
      result.edits = outcome.edits
      result.migrated = outcome.migrated
      result.findings.removeAll { $0.state == .changed && $0.group.map(groups.contains) == false }
      result.classes = []
      result.neededProducts = products.needed(by: result.file, importing: outcome.addedImports)
      return (index, result)
    }
    return (changes, [])
  }
}
