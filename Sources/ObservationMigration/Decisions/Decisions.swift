/// Which types convert: whole groups, or none of a group.
struct Decisions: Sendable {
  private let models: Models
  private var parents: [TypeSymbol.ID]
  private(set) var objections: [TypeSymbol.ID: Proposal] = [:]
  private(set) var ties: [RootCauses.Tie] = []
  /// The groups to convert, among those that can; all if nil.
  private var chosen: Set<Int>?

  init(_ project: Project, _ proposals: [Proposal]) {
    models = project.models
    parents = Array(project.table.types.indices)
    for proposal in proposals {
      switch proposal.effect {
      // A change for several types is made for all of them at once.
      case .change, .tie: join(proposal.subjects, at: proposal.place)
      case .objection, .note: continue
      }
    }
    // From here on, each group is found in one step.
    for id in parents.indices { parents[id] = find(id) }
    for proposal in proposals {
      guard case .objection = proposal.effect else { continue }
      for subject in proposal.subjects where models.isCandidate(subject) {
        let group = find(subject)
        // The nearest reason is an objection that concerns the group alone.
        if let other = objections[group], other.subjects.count <= proposal.subjects.count { continue }
        objections[group] = proposal
      }
    }
  }

  /// The objection to a type, or to another type of its group.
  func objection(to id: TypeSymbol.ID) -> Proposal? { objections[find(id)] }

  /// Whether code depending on the type can be changed.
  func converts(_ id: TypeSymbol.ID) -> Bool {
    guard chosen?.contains(find(id)) ?? true else { return false }
    return models[id] == .converted || (models.isCandidate(id) && objections[find(id)] == nil)
  }

  func choosing(_ groups: Set<Int>) -> Decisions {
    var decisions = self
    decisions.chosen = groups
    return decisions
  }

  /// The number of the group that a place concerns; nil if there is none.
  func group(of subjects: [TypeSymbol.ID]) -> Int? {
    subjects.first { models.isCandidate($0) || models[$0] == .converted }.map(find)
  }

  // MARK: Groups

  private mutating func join(_ types: [TypeSymbol.ID], at place: Place) {
    let types = types.filter(models.isCandidate)
    guard let first = types.first, types.count > 1 else { return }
    ties.append(RootCauses.Tie(types: types, place: place))
    // The number of a group is its first type, in whatever order types are joined.
    for other in types.dropFirst() {
      let (one, two) = (find(first), find(other))
      parents[max(one, two)] = min(one, two)
    }
  }

  private func find(_ id: TypeSymbol.ID) -> TypeSymbol.ID {
    var id = id
    while parents[id] != id { id = parents[id] }
    return id
  }
}
