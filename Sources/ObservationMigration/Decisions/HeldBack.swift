/// Which types and changes wait for an objection, as a report says.
struct HeldBack {
  private struct Line: Hashable {
    let file: Int
    let line: Int
  }

  private let table: SymbolTable
  private let lines: SourceLines
  private let causes: RootCauses
  /// Objections in one line are one cause.
  private var causesByLine: [Line: Int] = [:]
  private var linesByType: [TypeSymbol.ID: Set<Line>] = [:]
  /// The changes that would be made without objections to their types.
  let waiting: [Proposal]

  init(_ plan: Plan) {
    let (proposals, decisions, models) = (plan.proposals, plan.decisions, plan.project.models)
    table = plan.project.table
    let lines = plan.project.lines
    self.lines = lines
    func line(_ place: Place) -> Line { Line(file: place.file, line: lines.location(of: place).line) }
    var places: [[TypeSymbol.ID]] = []
    for proposal in proposals {
      guard case .objection = proposal.effect else { continue }
      let types = proposal.subjects.filter(models.isCandidate)
      guard !types.isEmpty else { continue }
      let line = line(proposal.place)
      if let index = causesByLine[line] {
        places[index] += types
      } else {
        causesByLine[line] = places.count
        places.append(types)
      }
    }
    causes = RootCauses(places: places, ties: decisions.ties)
    waiting = proposals.filter { proposal in
      guard case .change = proposal.effect else { return false }
      return proposal.subjects.contains { models.isCandidate($0) && !decisions.converts($0) }
    }
    for proposal in waiting {
      let line = line(proposal.place)
      for type in proposal.subjects { linesByType[type, default: []].insert(line) }
    }
  }

  func waiting(for objection: Proposal) -> Finding.Waiting? {
    let location = lines.location(of: objection.place)
    guard let index = causesByLine[Line(file: objection.place.file, line: location.line)] else { return nil }
    let cause = causes.causes[index]
    return Finding.Waiting(
      types: cause.held.map { table.types[$0].name },
      typesWaitingForItAlone: cause.heldByItAlone.map { table.types[$0].name },
      lines: cause.held.reduce(into: Set<Line>()) { $0.formUnion(linesByType[$1] ?? []) }.count,
      ties: cause.ties.map { Finding.Tie(location: lines.location(of: $0.tie.place), types: $0.types) }
    )
  }
}
