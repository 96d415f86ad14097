/// What there is to say about files, by their places.
struct Findings {
  private let plan: Plan
  private let sources: SourceLines
  private var findings: [[Finding]]
  private var waiting: [[Finding]]

  init(_ changed: ChangedFiles) {
    plan = changed.plan
    let sources = SourceLines(plan.project.files)
    self.sources = sources
    findings = Array(repeating: [], count: plan.project.files.count)
    waiting = findings
    let heldBack = HeldBack(plan) { sources.location(of: $0) }
    for outcome in changed.outcomes {
      for change in outcome.changes { findings[change.place.file].append(finding(.changed, change)) }
    }
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

  /// What objections say that hold nothing back for good.
  static func describe(_ objections: [Proposal], in plan: Plan) -> [Finding] {
    let sources = SourceLines(plan.project.files)
    return objections.compactMap { objection in
      guard case .objection(let state) = objection.effect else { return nil }
      return finding(state, objection, plan, sources)
    }
  }

  private func finding(_ state: Finding.State, _ proposal: Proposal) -> Finding {
    Self.finding(state, proposal, plan, sources)
  }

  private static func finding(
    _ state: Finding.State,
    _ proposal: Proposal,
    _ plan: Plan,
    _ sources: SourceLines
  ) -> Finding {
    let location = sources.location(of: proposal.place)
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

  /// Those of a file, each once, in the order of their places.
  subscript(file: Int) -> [Finding] { Self.inOrder(findings[file]) }

  /// What would change in a file if nothing held its types back, in the order of the places.
  func waiting(in file: Int) -> [Finding] { Self.inOrder(waiting[file]) }

  private static func inOrder(_ findings: [Finding]) -> [Finding] {
    var seen: Set<Finding> = []
    return findings.filter { seen.insert($0).inserted }.sorted {
      ($0.line, $0.column, $0.rule, $0.message) < ($1.line, $1.column, $1.rule, $1.message)
    }
  }
}

/// The lines of files, found when they are asked for.
private final class SourceLines {
  private let files: [SourceFile]
  private var texts: [Int: SourceText] = [:]

  init(_ files: [SourceFile]) {
    self.files = files
  }

  func location(of place: Place) -> Finding.Location {
    let text = texts[place.file] ?? SourceText(files[place.file].text)
    texts[place.file] = text
    let location = text.location(of: place.offset)
    return Finding.Location(file: files[place.file].path, line: location.line, column: location.column)
  }
}
