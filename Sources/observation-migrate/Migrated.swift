import ObservationMigration

/// The sources that a command line names, read and migrated, but not written.
struct Migrated {
  let search: SourceSearch
  /// The lines that have been touched since a commit, if only those matter.
  let touched: TouchedLines?
  /// The systems that the sources are for, as an option or their projects say.
  let deploymentTargets: [DeploymentTarget]
  private let migration: PreparedMigration

  /// Says on the standard error stream what it couldn't read.
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
    deploymentTargets =
      options.minimumVersions.isEmpty
      ? options.deploymentTargets : [DeploymentTarget(versions: options.minimumVersions)]
    migration = Migration(options: options).prepare(search.files) { progress.show($0, of: $1) }
    progress.clear()
    for name in invocation.options.onlyTypes.sorted()
    where !migration.results.contains(where: { $0.concerns(type: name) }) {
      Terminal.writeError("--only \(name): warning: there is nothing to migrate in a type of that name\n")
    }
  }

  /// What comes out when everything is converted that can be.
  var results: [FileResult] { migration.results }

  /// The groups of types that the command is about, in the order of their places.
  var groups: [TypeGroup] {
    migration.groups { touched?.contains($0) ?? true }
  }

  /// What comes out when all these groups are converted.
  var chosenResults: [FileResult] {
    touched == nil ? results : migration.results(converting: Set(groups.map(\.number)))
  }

  /// What comes out when some groups are converted.
  func results(converting groups: Set<Int>) -> [FileResult] {
    migration.results(converting: groups)
  }

  /// What each group changes alone.
  func conversions() -> [GroupConversion] {
    migration.conversions()
  }
}

extension FileResult {
  /// By its name with or without what it is nested in.
  fileprivate func concerns(type: String) -> Bool {
    findings.contains { $0.type == type || $0.type?.hasSuffix("." + type) == true }
  }
}
