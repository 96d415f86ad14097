import ObservationMigration

/// The sources named by a command line, read and migrated, but not written.
struct Migrated {
  let search: SourceSearch
  /// The lines changed since a commit, if only those matter.
  let touched: TouchedLines?
  /// The systems for the sources, from their projects, or from an option; then with the projects of changed files that state
  /// older systems, also of other platforms, because the files don't compile before their manifests say otherwise.
  let deploymentTargets: [DeploymentTarget]
  let migration: PreparedMigration

  /// Reports unreadable files on the standard error stream.
  init(_ invocation: Invocation) throws {
    let paths = invocation.paths
    search = SourceSearch(of: paths)
    for problem in search.problems { Terminal.writeError("\(problem)\n") }
    guard !search.files.isEmpty || search.problems.contains(where: \.isError) else {
      throw ToolError("There are no Swift files in \(paths.joined(separator: ", ")); give the folders of your targets.")
    }
    touched = try invocation.since.map { try Git().linesTouched(since: $0, in: paths) }
    let progress = Progress()
    var options = invocation.options
    if options.minimumVersions.isEmpty { options.deploymentTargets = DeploymentTarget.stated(for: search.files) }
    migration = Migration(options: options).prepare(search.files) { progress.show($0, of: $1) }
    progress.clear()
    if options.minimumVersions.isEmpty {
      deploymentTargets = options.deploymentTargets
    } else {
      let changed = migration.results.filter { !$0.edits.isEmpty }.map(\.file)
      let tooOld = DeploymentTarget.stated(for: changed).filter { !$0.platformsTooOld.isEmpty }
      deploymentTargets = [DeploymentTarget(versions: options.minimumVersions)] + tooOld
    }
    for name in invocation.options.onlyTypes.sorted()
    where !migration.results.contains(where: { $0.concerns(type: name) }) {
      Terminal.writeError("--only \(name): warning: there is nothing to migrate in a type of that name\n")
    }
  }

  /// The groups of types concerned by the command, in the order of their places.
  var groups: [TypeGroup] { migration.groups { touched?.contains($0) ?? true } }

  /// The results of converting these groups.
  var chosenResults: [FileResult] {
    touched == nil ? migration.results : migration.results(converting: Set(groups.map(\.number)))
  }

  /// A report on the lines that matter.
  func limited(_ report: MigrationReport) -> MigrationReport {
    touched.map { report.limited(to: $0.contains) } ?? report
  }
}

extension FileResult {
  /// By the name with or without enclosing types.
  fileprivate func concerns(type: String) -> Bool {
    findings.contains { $0.type == type || $0.type?.hasSuffix("." + type) == true }
  }
}
