/// The files as they become, with the plan that they were made by.
struct ChangedFiles: Sendable {
  private(set) var plan: Plan
  private(set) var outcomes: [FileOutcome] = []
  private let rewriters: [FileRewriter]

  /// Makes the edits of all files. No file is left half done: where one comes out wrong its types stay, and with them all
  /// files that they are in.
  init(_ plan: Plan) {
    self.plan = plan
    var proposals: [[Proposal]] = Array(repeating: [], count: plan.walked.count)
    for proposal in plan.proposals { proposals[proposal.place.file].append(proposal) }
    let rewriters = plan.walked.indices.map { file in
      FileRewriter(
        file: file,
        walked: plan.walked[file],
        proposals: proposals[file],
        project: plan.project,
        rules: plan.rules
      )
    }
    self.rewriters = rewriters
    outcomes = plan.project.files.map(FileOutcome.init(unchanged:))
    var pending = Array(rewriters.indices)
    while !pending.isEmpty {
      let made = outcomes(of: pending, self.plan.decisions)
      for (file, outcome) in zip(pending, made) {
        // Objections don't hold back what changes for types that are `@Observable` already.
        outcomes[file] = outcome.objections.isEmpty ? outcome : FileOutcome(unchanged: self.plan.project.files[file])
      }
      var objections = made.flatMap(\.objections)
      if objections.isEmpty { objections = self.objections() }
      if objections.isEmpty { return }
      let staying = self.plan.object(objections)
      pending = rewriters.indices.filter { !rewriters[$0].subjects.isDisjoint(with: staying) }
    }
  }

  /// What stands against the files together, as they have become.
  private func objections() -> [Proposal] {
    plan.rules.flatMap { $0.check(outcomes, plan.walked, plan.decisions) }
  }

  /// What becomes of the classes of each file.
  ///
  /// - Parameter groups: The groups of types that convert of those that can; all if nil.
  /// - Returns: The classes of each file, in the order of the files.
  func classes(converting groups: Set<Int>? = nil) -> [[ClassOutcome]] {
    let (project, decisions) = (plan.project, groups.map(plan.decisions.choosing) ?? plan.decisions)
    var classes: [[ClassOutcome]] = Array(repeating: [], count: project.files.count)
    for id in project.models.candidates where project.models[id] == .model {
      let symbol = project.table.types[id]
      classes[symbol.place.file].append(ClassOutcome(name: symbol.name, isConverted: decisions.converts(id)))
    }
    return classes
  }

  /// Makes the edits of some files for some groups of types only.
  ///
  /// - Returns: What becomes of each of the files, in their order.
  func outcomes(of files: [Int], converting groups: Set<Int>) -> [FileOutcome] {
    outcomes(of: files, plan.decisions.choosing(groups))
  }

  private func outcomes(of files: [Int], _ decisions: Decisions) -> [FileOutcome] {
    var made: [FileOutcome] = []
    concurrentForEach(count: files.count) { [rewriters] in
      rewriters[files[$0]].rewrite(decisions)
    } receive: {
      made.append($0)
    }
    return made
  }
}
