import SwiftParser

/// Moves sources from `ObservableObject` and Combine to `@Observable`.
///
/// All files are parsed, and their declarations are collected in one table. Then they are walked: each
/// rule proposes edits for its places, or objects to the conversion of a type. Types that can only convert together
/// form a group; a group converts if nothing prevents the conversion of any of its types. The result consists of the
/// edits that the converting types need.
public struct Migration: Sendable {
  /// What to migrate, and how.
  public let options: MigrationOptions

  private let rules: [any Rule.Type]

  /// Creates a migration.
  public init(options: MigrationOptions = MigrationOptions()) {
    self.init(options: options, rules: Rules.list)
  }

  /// Creates a migration by other rules, whose order has no meaning.
  init(options: MigrationOptions = MigrationOptions(), rules: [any Rule.Type]) {
    self.options = options
    self.rules = rules
  }

  /// Decides what can be converted in these files, and converts it.
  ///
  /// Files that don't parse are refused and left as they are. Nothing is written; that's up to the caller.
  ///
  /// - Parameters:
  ///   - files: All files that use each other's types, preferably whole targets.
  ///   - progress: Called from time to time on the caller's thread, with the number of files done and the number of all
  ///     files.
  /// - Returns: One result per file, in the order given.
  /// - Complexity: O(bytes of all files). Syntax trees are held only for the files that are being examined.
  public func run(_ files: [SourceFile], progress: ((Int, Int) -> Void)? = nil) -> [FileResult] {
    prepare(files, progress: progress).results
  }

  /// Reads these files, so that you can choose among the possible conversions.
  ///
  /// - Parameters:
  ///   - files: All files that use each other's types, preferably whole targets.
  ///   - progress: Called from time to time on the caller's thread, with the number of files done and the number of all
  ///     files.
  /// - Returns: The result of converting everything that can be converted, and what is needed to convert less.
  /// - Complexity: O(bytes of all files).
  public func prepare(_ files: [SourceFile], progress: ((Int, Int) -> Void)? = nil) -> PreparedMigration {
    let trees = TreeCache(bytesOfSources: 9_000_000)
    // Each file is looked at twice. The surveys are released before the second time, which has use for their memory.
    let (project, products) = {
      let surveys = survey(files, trees) { progress?($0 / 2, files.count) }
      return (self.project(files, surveys), ImportedProducts(files, surveys))
    }()
    let walked = walk(project, trees) { progress?((files.count + $0) / 2, files.count) }
    return PreparedMigration(ChangedFiles(Plan(project, walked, rules: rules)), products)
  }

  /// What the files declare.
  func survey(_ files: [SourceFile], _ trees: TreeCache, progress: (Int) -> Void) -> [FileSurvey] {
    var surveys: [FileSurvey] = []
    concurrentForEach(count: files.count) { index in
      Survey.survey(files[index], index: index, trees: trees)
    } receive: { survey in
      surveys.append(survey)
      progress(surveys.count)
    }
    return surveys
  }

  /// What follows from the declarations of all files: the analyses.
  func project(_ files: [SourceFile], _ surveys: [FileSurvey]) -> Project {
    let table = SymbolTable(
      surveys,
      defaultsToMainActor: options.defaultsToMainActor,
      plainSuperclasses: options.plainSuperclasses
    )
    let models = Models(table, surveys)
    let reach = ViewReach(surveys, table, models)
    let publishers = ObjectPublishers(surveys, table, models)
    return Project(
      files: files,
      lines: SourceLines(files),
      table: table,
      models: models,
      options: options,
      reach: reach,
      publishers: publishers,
      unobserved: UnobservedState(table, models, reach),
      problems: surveys.map(\.refusal)
    )
  }

  /// Shows the rules all files.
  private func walk(
    _ project: Project,
    _ trees: TreeCache,
    progress: (Int) -> Void
  ) -> [WalkedFile] {
    var walked: [WalkedFile] = []
    concurrentForEach(count: project.files.count) { [rules] index in
      if project.problems[index] != nil { return WalkedFile() }
      let text = project.files[index].text
      let tree = trees.take(index) ?? Parser.parse(source: text)
      return Walk.walk(tree, SourceText(text), index: index, project: project, rules: rules)
    } receive: { file in
      walked.append(file)
      progress(walked.count)
    }
    return walked
  }
}
