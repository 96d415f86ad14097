import Foundation
import ObservationMigration

/// Carries out one command line.
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
      switch try Invocation(parsing: arguments) {
      case .check(let paths, let options, let format): return try check(paths, options, format)
      case .diff(let paths, let options): return try diff(paths, options)
      case .apply(let paths, let options, let format): return try apply(paths, options, format)
      case .rules(let id): try Terminal.write(id.flatMap(Rules.rule).map(explanation) ?? ruleList)
      case .help: try Terminal.write(help + "\n")
      }
      return ExitCode.nothingToDo
    } catch let problem as FileProblem {
      Terminal.writeError("\(problem)\n")
    } catch {
      Terminal.writeError("observation-migrate: \(error)\n")
    }
    return ExitCode.failure
  }

  private func check(
    _ paths: [String],
    _ options: MigrationOptions,
    _ format: MigrationReport.Format
  ) throws -> Int32 {
    let (search, results) = migrate(paths, options)
    let report = MigrationReport(of: results, problems: search.problems)
    try Terminal.write(try report.string(format, style: Terminal.style))
    return exitCode(search, isWorkFound: report.isWorkLeft)
  }

  private func diff(_ paths: [String], _ options: MigrationOptions) throws -> Int32 {
    let (search, results) = migrate(paths, options)
    for result in results where !result.edits.isEmpty {
      let diff = UnifiedDiff(from: result.file.text, to: result.migrated)
      try Terminal.write(diff.text(path: Self.patchPath(result.file.path), style: Terminal.style))
    }
    return exitCode(search, isWorkFound: MigrationReport(of: results).isWorkLeft)
  }

  private func apply(
    _ paths: [String],
    _ options: MigrationOptions,
    _ format: MigrationReport.Format
  ) throws -> Int32 {
    let (search, results) = migrate(paths, options)
    let changed = results.filter { !$0.edits.isEmpty }
    let replacement = FileReplacement(
      changed.map { FileReplacement.Change(path: $0.file.path, old: $0.file.text, new: $0.migrated) }
    )
    // An interrupt in between would leave half of the files migrated.
    try Terminal.withoutInterrupts { try replacement.write() }
    let report = MigrationReport(leftBy: results, problems: search.problems, written: changed.map(\.file.path))
    try Terminal.write(try report.string(format, style: Terminal.style))
    return exitCode(search, isWorkFound: report.isWorkLeft)
  }

  private func migrate(_ paths: [String], _ options: MigrationOptions) -> (SourceSearch, [FileResult]) {
    let search = SourceSearch(of: paths)
    for problem in search.problems { Terminal.writeError("\(problem)\n") }
    let progress = Progress()
    let results = Migration(options: options).run(search.files) { progress.show($0, of: $1) }
    progress.clear()
    for name in options.onlyTypes.sorted() where !results.contains(where: { $0.concerns(type: name) }) {
      Terminal.writeError("--only \(name): warning: there is nothing to migrate in a type of that name\n")
    }
    return (search, results)
  }

  private func exitCode(_ search: SourceSearch, isWorkFound: Bool) -> Int32 {
    if search.problems.contains(where: \.isError) { return ExitCode.failure }
    return isWorkFound ? ExitCode.workFound : ExitCode.nothingToDo
  }

  /// A patch names files relative to the folder in which it is applied: the current one.
  private static func patchPath(_ path: String) -> String {
    let file = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    let current = URL(filePath: FileManager.default.currentDirectoryPath).standardizedFileURL.path(
      percentEncoded: false
    )
    let folder = current.hasSuffix("/") ? current : current + "/"
    return String(file.hasPrefix(folder) ? file.dropFirst(folder.count) : file.drop { $0 == "/" })
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

extension FileResult {
  /// By its name with or without what it is nested in.
  fileprivate func concerns(type: String) -> Bool {
    findings.contains { $0.type == type || $0.type?.hasSuffix("." + type) == true }
  }
}

extension String {
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
      .joined(separator: "\n")
  }
}
