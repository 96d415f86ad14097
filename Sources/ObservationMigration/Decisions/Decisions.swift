/// Which types convert: whole groups, or none of a group.
struct Decisions: Sendable {
  private let models: Models
  private var parents: [TypeSymbol.ID]
  /// What stands against the group of a type.
  private(set) var objections: [TypeSymbol.ID: Proposal] = [:]

  init(_ project: Project, _ proposals: [Proposal]) {
    models = project.models
    parents = Array(project.table.types.indices)
    for proposal in proposals {
      switch proposal.effect {
      // What changes for several types changes for all of them at once.
      case .change, .tie:
        guard let first = proposal.subjects.first else { continue }
        for subject in proposal.subjects.dropFirst() { join(first, subject) }
      case .objection, .note: continue
      }
    }
    for proposal in proposals {
      guard case .objection = proposal.effect else { continue }
      for subject in proposal.subjects where models.isCandidate(subject) {
        let group = root(subject)
        // The nearest reason: one that concerns the group alone.
        if let other = objections[group], other.subjects.count <= proposal.subjects.count { continue }
        objections[group] = proposal
      }
    }
  }

  /// What stands against a type, or against another of its group.
  func objection(to id: TypeSymbol.ID) -> Proposal? {
    objections[find(id)]
  }

  /// Whether what depends on the type can be changed.
  func converts(_ id: TypeSymbol.ID) -> Bool {
    models[id] == .converted || (models.isCandidate(id) && objections[find(id)] == nil)
  }

  // MARK: Groups

  private mutating func join(_ left: TypeSymbol.ID, _ right: TypeSymbol.ID) {
    guard models.isCandidate(left), models.isCandidate(right) else { return }
    parents[root(left)] = root(right)
  }

  private mutating func root(_ id: TypeSymbol.ID) -> TypeSymbol.ID {
    let root = find(id)
    var id = id
    while parents[id] != root, id != root { (id, parents[id]) = (parents[id], root) }
    return root
  }

  private func find(_ id: TypeSymbol.ID) -> TypeSymbol.ID {
    var id = id
    while parents[id] != id { id = parents[id] }
    return id
  }
}
