struct Findings {
  /// The findings of each file, once each, in the order of their places.
  private(set) var byFile: [[Finding]]
  /// The changes of each file that would be made if nothing blocked the types, in the order of their places.
  private(set) var waiting: [[Finding]]

  init(_ changed: ChangedFiles) {
    let plan = changed.plan
    let heldBack = HeldBack(plan)
    byFile = Array(repeating: [], count: plan.project.files.count)
    waiting = byFile
    addChanges(changed.outcomes.flatMap(\.changes), plan)
    for remark in plan.remarks {
      switch remark.effect {
      case .objection(let state):
        var finding = plan.finding(state, remark)
        finding.waiting = heldBack.waiting(for: remark)
        byFile[remark.place.file].append(finding)
      case .note(let state): byFile[remark.place.file].append(plan.finding(state, remark))
      case .change, .tie: continue
      }
    }
    for change in heldBack.waiting where plan.project.selects(change) {
      waiting[change.place.file].append(plan.finding(.changed, change))
    }
    byFile = byFile.map(Self.inOrder)
    waiting = waiting.map(Self.inOrder)
  }

  /// Adds changes. Of the notes on one topic, only the first asks for attention.
  private mutating func addChanges(_ changes: [Proposal], _ plan: Plan) {
    func topic(_ change: Proposal) -> String? {
      change.isRisky ? change.shared.map { "\(change.rule) \($0.topic)" } : nil
    }
    func order(_ change: Proposal) -> (Int, Int, String) { (change.place.file, change.place.offset, change.message) }
    var topics: [String: [Proposal]] = [:]
    for change in changes { if let topic = topic(change) { topics[topic, default: []].append(change) } }
    topics = topics.mapValues { $0.sorted { order($0) < order($1) } }
    for change in changes {
      var finding = plan.finding(.changed, change)
      if let topic = topic(change), let shared = change.shared, let all = topics[topic], let first = all.first {
        // Equal changes at one place become one finding.
        finding.isRisky = order(change) == order(first)
        if finding.isRisky {
          let others = all.filter { order($0) != order(first) }
          let places = others.map(\.place).filter { $0 != first.place }.withoutRepetition
          finding.message = shared.message(change.message, places: places.count, others.compactMap(\.shared?.property))
          finding.otherPlaces = places.map(plan.project.lines.location)
        } else {
          finding.message = shared.rest
        }
      }
      byFile[change.place.file].append(finding)
    }
  }

  private static func inOrder(_ findings: [Finding]) -> [Finding] {
    findings.withoutRepetition.sorted {
      ($0.line, $0.column, $0.rule, $0.message) < ($1.line, $1.column, $1.rule, $1.message)
    }
  }
}

extension Plan {
  func findings(on objections: [Proposal]) -> [Finding] {
    objections.compactMap { objection in
      guard case .objection(let state) = objection.effect else { return nil }
      return finding(state, objection)
    }
  }

  fileprivate func finding(_ state: Finding.State, _ proposal: Proposal) -> Finding {
    let location = project.lines.location(of: proposal.place)
    return Finding(
      state: state,
      rule: proposal.rule,
      file: location.file,
      line: location.line,
      column: location.column,
      type: proposal.subjects.count == 1 ? project.table.types[proposal.subjects[0]].name : nil,
      message: proposal.message,
      isRisky: state == .changed && proposal.isRisky,
      group: decisions.group(of: proposal.subjects)
    )
  }
}
