/// The files after the migration, with the plan behind them.
struct ChangedFiles: Sendable {
  private(set) var plan: Plan
  private(set) var outcomes: [FileOutcome]
  private let proposals: [[Proposal]]

  /// Makes the edits of all files. If a file comes out wrong, its types stay, together with all files containing them:
  /// no file is left half done.
  init(_ plan: Plan) {
    self.plan = plan
    var proposals: [[Proposal]] = Array(repeating: [], count: plan.walked.count)
    for proposal in plan.proposals { proposals[proposal.place.file].append(proposal) }
    self.proposals = proposals
    let subjects = proposals.map { Set($0.flatMap(\.subjects)) }
    outcomes = plan.project.files.map(FileOutcome.init(unchanged:))
    var pending = Array(proposals.indices)
    while !pending.isEmpty {
      let made = outcomes(of: pending, self.plan.decisions)
      for (file, outcome) in zip(pending, made) {
        // Objections don't prevent changes for types that are `@Observable` already.
        outcomes[file] = outcome.objections.isEmpty ? outcome : FileOutcome(unchanged: self.plan.project.files[file])
      }
      var objections = made.flatMap(\.objections)
      if objections.isEmpty {
        objections = plan.rules.flatMap { $0.check(outcomes, plan.walked, self.plan.decisions) }
      }
      if objections.isEmpty { return }
      let staying = self.plan.object(objections)
      pending = subjects.indices.filter { !subjects[$0].isDisjoint(with: staying) }
    }
  }

  /// The outcomes for the classes of each file, in the order of the files, if only some groups convert; all if nil.
  func classes(converting groups: Set<Int>? = nil) -> [[ClassOutcome]] {
    let (project, decisions) = (plan.project, groups.map(plan.decisions.choosing) ?? plan.decisions)
    var classes: [[ClassOutcome]] = Array(repeating: [], count: project.files.count)
    for id in project.models.candidates where project.models[id] == .model {
      let symbol = project.table.types[id]
      classes[symbol.place.file].append(ClassOutcome(name: symbol.name, isConverted: decisions.converts(id)))
    }
    return classes
  }

  /// The outcomes of some files, in their order.
  func outcomes(of files: [Int], _ decisions: Decisions) -> [FileOutcome] {
    concurrentMap(count: files.count, progress: { _ in }) { rewrite(files[$0], decisions) }
  }

  private func rewrite(_ file: Int, _ decisions: Decisions) -> FileOutcome {
    let (project, walked) = (plan.project, plan.walked[file])
    let applied = proposals[file].filter { proposal in
      guard case .change = proposal.effect else { return false }
      return !proposal.subjects.isEmpty && proposal.subjects.allSatisfy(decisions.converts)
    }
    guard !applied.isEmpty else { return FileOutcome(unchanged: project.files[file]) }
    var draft = FileDraft(applied, file: file, project, decisions)
    for step in FinishingStep.allCases {
      for rule in plan.rules where rule.finishingStep == step {
        if rule.guides.contains(where: { project.options.allows($0.id) }) { rule.finish(walked, &draft) }
      }
    }
    return FileOutcome(draft)
  }
}
