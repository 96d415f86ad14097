/// What there is to say about files, by their places.
struct Findings {
  private let project: Project
  private var findings: [[Finding]]
  private var sources: [Int: SourceText] = [:]

  init(_ changed: ChangedFiles) {
    project = changed.plan.project
    findings = Array(repeating: [], count: project.files.count)
    for outcome in changed.outcomes {
      for change in outcome.changes { add(.changed, change) }
    }
    for remark in changed.plan.remarks {
      switch remark.effect {
      case .objection(let state), .note(let state): add(state, remark)
      case .change, .tie: continue
      }
    }
  }

  private mutating func add(_ state: Finding.State, _ proposal: Proposal) {
    let file = proposal.place.file
    let source = sources[file] ?? SourceText(project.files[file].text)
    sources[file] = source
    let location = source.location(of: proposal.place.offset)
    findings[file].append(
      Finding(
        state: state,
        rule: proposal.rule,
        file: project.files[file].path,
        line: location.line,
        column: location.column,
        type: proposal.subjects.count == 1 ? project.table.types[proposal.subjects[0]].name : nil,
        message: proposal.message
      )
    )
  }

  /// Those of a file, each once, in the order of their places.
  subscript(file: Int) -> [Finding] {
    var seen: Set<Finding> = []
    return findings[file].filter { seen.insert($0).inserted }.sorted {
      ($0.line, $0.column, $0.rule, $0.message) < ($1.line, $1.column, $1.rule, $1.message)
    }
  }
}
