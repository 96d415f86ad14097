import Foundation
import ObservationMigration

struct Tool {
  private enum ExitCode {
    static let nothingToDo: Int32 = 0
    static let workFound: Int32 = 1
    static let failure: Int32 = 2
  }

  let arguments: [String]

  /// Returns the exit code.
  func run() -> Int32 {
    do {
      let invocation = try Invocation(parsing: arguments)
      switch invocation.command {
      case .check: return try check(invocation)
      case .diff: return try diff(invocation)
      case .apply: return try apply(invocation)
      case .rules: try Terminal.write(invocation.rule.flatMap(Rules.rule).map(explanation) ?? ruleList)
      case .help: try Terminal.write(Help.text + "\n")
      case .version: try Terminal.write(MigrationVersion.current + "\n")
      }
      return ExitCode.nothingToDo
    } catch let problem as FileProblem {
      Terminal.writeError("\(problem)\n")
    } catch {
      Terminal.writeError("observation-migrate: \(error)\n")
    }
    return ExitCode.failure
  }

  private func check(_ invocation: Invocation) throws -> Int32 {
    // Before the migration: a missing file ends the tool at once.
    let baseline = try invocation.baseline.map(BaselineFile.read)
    let migrated = try Migrated(invocation)
    var report = migrated.limited(
      MigrationReport(
        of: migrated.migration.results,
        problems: migrated.search.problems,
        conversions: invocation.format == .sarif ? migrated.migration.conversions() : [],
        deploymentTargets: migrated.deploymentTargets
      )
    )
    if let baseline { report = report.limited(toNewSince: baseline) }
    if invocation.showsOnlyWhatIsLeft { report = report.withoutChanges() }
    try Terminal.write(try report.string(invocation.format, style: Terminal.style, isVerbose: invocation.isVerbose))
    if let path = invocation.newBaseline { try BaselineFile.write(Baseline(of: migrated.migration.results), to: path) }
    return exitCode(migrated, isWorkFound: report.isWorkLeft && invocation.newBaseline == nil)
  }

  private func diff(_ invocation: Invocation) throws -> Int32 {
    let migrated = try Migrated(invocation)
    let results = migrated.chosenResults
    try Terminal.write(Patch.text(of: results))
    // The standard output is a patch, and nothing else.
    for sentence in MigrationReport(of: results).productSentences { Terminal.writeError(sentence + "\n") }
    let report = migrated.limited(MigrationReport(of: migrated.migration.results))
    if report.isWorkLeft, results.allSatisfy(\.edits.isEmpty) {
      Terminal.writeError("The patch is empty: what is left needs decisions. `observation-migrate check` lists them.\n")
    }
    return exitCode(migrated, isWorkFound: report.isWorkLeft)
  }

  private func apply(_ invocation: Invocation) throws -> Int32 {
    if invocation.isInteractive, !Terminal.canAsk {
      throw ToolError(
        "--interactive asks on a terminal, and standard input or output isn't one; run it in a terminal, or remove --interactive."
      )
    }
    let migrated = try Migrated(invocation)
    let (results, declined) =
      invocation.isInteractive ? try Dialogue(migrated: migrated).results() : (migrated.chosenResults, 0)
    let changed = results.filter { !$0.edits.isEmpty }
    let replacement = FileReplacement(
      changed.map { FileReplacement.Change(path: $0.file.path, old: $0.file.text, new: $0.migrated) }
    )
    // An interrupt would leave half of the files migrated.
    try Terminal.withoutInterrupts { try replacement.write() }
    let report = migrated.limited(
      MigrationReport(
        leftBy: results,
        problems: migrated.search.problems,
        written: changed.map(\.file.path),
        declinedGroups: declined,
        deploymentTargets: migrated.deploymentTargets
      )
    )
    try Terminal.write(try report.string(invocation.format, style: Terminal.style, isVerbose: invocation.isVerbose))
    return exitCode(migrated, isWorkFound: report.isWorkLeft)
  }

  private func exitCode(_ migrated: Migrated, isWorkFound: Bool) -> Int32 {
    if migrated.search.problems.contains(where: \.isError) { return ExitCode.failure }
    return isWorkFound ? ExitCode.workFound : ExitCode.nothingToDo
  }

  private var ruleList: String {
    let width = Rules.all.map { $0.id.rawValue.count }.max() ?? 0
    return Rules.all.map { rule in
      let id = rule.id.rawValue
      return id + String(repeating: " ", count: width - id.count + 2) + rule.summary + "\n"
    }.joined()
  }

  private func explanation(of rule: RuleGuide) -> String {
    """
    \(rule.id): \(rule.summary)

    \(rule.explanation)

    Before:

    \(rule.before.indented)
    \(rule.outcome == .changed ? "After:" : "What to write instead:")

    \(rule.after.indented)
    """
  }
}

extension String {
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
      .joined(separator: "\n")
  }
}
