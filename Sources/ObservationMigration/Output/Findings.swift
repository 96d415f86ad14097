/// What there is to say about files, by their places.
struct Findings {
  private let plan: Plan
  private var findings: [[Finding]]
  private var waiting: [[Finding]]

  init(_ changed: ChangedFiles) {
    plan = changed.plan
    findings = Array(repeating: [], count: plan.project.files.count)
    waiting = findings
    let heldBack = HeldBack(plan)
    add(changed.outcomes.flatMap(\.changes))
    for remark in plan.remarks {
      switch remark.effect {
      case .objection(let state):
        var finding = finding(state, remark)
        finding.waiting = heldBack.waiting(for: remark)
        findings[remark.place.file].append(finding)
      case .note(let state): findings[remark.place.file].append(finding(state, remark))
      case .change, .tie: continue
      }
    }
    for change in heldBack.waiting where plan.project.selects(change) {
      waiting[change.place.file].append(finding(.changed, change))
    }
  }

  /// Adds what has changed. Of the notes on one topic only the first asks for attention.
  private mutating func add(_ changes: [Proposal]) {
    func topic(_ change: Proposal) -> String? {
      change.isRisky ? change.shared.map { "\(change.rule) \($0.topic)" } : nil
    }
    var places: [String: Set<Place>] = [:]
    for change in changes { if let topic = topic(change) { places[topic, default: []].insert(change.place) } }
    let ordered = places.mapValues { $0.sorted { ($0.file, $0.offset) < ($1.file, $1.offset) } }
    for change in changes {
      var finding = finding(.changed, change)
      if let topic = topic(change), let shared = change.shared, let places = ordered[topic] {
        let others = places.dropFirst()
        let isFirst = change.place == places.first
        finding.message = isFirst ? shared.message(change.message, others: others.count) : shared.rest
        finding.isRisky = isFirst
        if isFirst { finding.otherPlaces = others.map(plan.project.lines.location) }
      }
      findings[change.place.file].append(finding)
    }
  }

  /// What objections say that hold nothing back for good.
  static func describe(_ objections: [Proposal], in plan: Plan) -> [Finding] {
    objections.compactMap { objection in
      guard case .objection(let state) = objection.effect else { return nil }
      return finding(state, objection, plan)
    }
  }

  private func finding(_ state: Finding.State, _ proposal: Proposal) -> Finding {
    Self.finding(state, proposal, plan)
  }

  private static func finding(_ state: Finding.State, _ proposal: Proposal, _ plan: Plan) -> Finding {
    let location = plan.project.lines.location(of: proposal.place)
    return Finding(
      state: state,
      rule: proposal.rule,
      file: location.file,
      line: location.line,
      column: location.column,
      type: proposal.subjects.count == 1 ? plan.project.table.types[proposal.subjects[0]].name : nil,
      message: proposal.message,
      isRisky: state == .changed && proposal.isRisky,
      group: plan.decisions.group(of: proposal.subjects)
    )
  }

  /// The findings of a file, each once, in the order of their places.
  subscript(file: Int) -> [Finding] { Self.inOrder(findings[file]) }

  /// What would change in a file if nothing held its types back, in the order of the places.
  func waiting(in file: Int) -> [Finding] { Self.inOrder(waiting[file]) }

  private static func inOrder(_ findings: [Finding]) -> [Finding] {
    findings.withoutRepetition.sorted {
      ($0.line, $0.column, $0.rule, $0.message) < ($1.line, $1.column, $1.rule, $1.message)
    }
  }
}
