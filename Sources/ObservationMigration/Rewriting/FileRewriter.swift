/// Makes the edits of one file, once it is known which types convert.
struct FileRewriter: Sendable {
  let file: Int
  let walked: WalkedFile
  /// The proposals of all rules for this file.
  let proposals: [Proposal]
  let project: Project
  let rules: [any Rule.Type]

  /// The types that decide about the file.
  var subjects: Set<TypeSymbol.ID> { Set(proposals.flatMap(\.subjects)) }

  func rewrite(_ decisions: Decisions) -> FileOutcome {
    let applied = proposals.filter { proposal in
      guard case .change = proposal.effect else { return false }
      return !proposal.subjects.isEmpty && proposal.subjects.allSatisfy(decisions.converts)
    }
    guard !applied.isEmpty else { return FileOutcome(unchanged: project.files[file]) }
    var draft = FileDraft(of: walked, applied, file: file, project, decisions)
    for step in FinishingStep.allCases {
      for rule in rules where rule.finishingStep == step {
        if rule.guides.contains(where: { project.options.allows($0.id) }) { rule.finish(walked, &draft) }
      }
    }
    return FileOutcome(draft, rules: rules)
  }
}
