import SwiftParser

/// Moves sources from `ObservableObject` and Combine to `@Observable`.
///
/// All files are parsed, and their declarations are collected in one table. Then a walk visits each file: rules propose
/// edits for places, or object to the conversion of a type. Types that can only convert together form a group; a group
/// converts unless an objection concerns one of its types. The result consists of the edits for the converting types.
public struct Migration: Sendable {
  /// The options.
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

  /// Decides which types can be converted in these files, and converts them.
  ///
  /// Files that don't parse are refused and left unchanged. Nothing is written: writing is up to the caller.
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
  /// - Returns: The result of converting everything possible, and the means to convert less.
  /// - Complexity: O(bytes of all files).
  public func prepare(_ files: [SourceFile], progress: ((Int, Int) -> Void)? = nil) -> PreparedMigration {
    // All trees of a usual app; the check of 1,000 files needs less than 400 MB then.
    let trees = TreeCache(bytesOfSources: 2_500_000)
    // Each file is visited twice. The surveys are released before the second visit, which needs their memory.
    let (project, products) = {
      let surveys = survey(files, trees) { progress?($0 / 2, files.count) }
      return (Project(files, surveys, options), ImportedProducts(files, surveys))
    }()
    let walked = walk(project, trees) { progress?((files.count + $0) / 2, files.count) }
    return PreparedMigration(ChangedFiles(Plan(project, walked, rules: rules)), products)
  }

  func survey(_ files: [SourceFile], _ trees: TreeCache, progress: (Int) -> Void) -> [FileSurvey] {
    concurrentMap(count: files.count, progress: progress) { Survey.survey(files[$0], index: $0, trees: trees) }
  }

  private func walk(_ project: Project, _ trees: TreeCache, progress: (Int) -> Void) -> [WalkedFile] {
    concurrentMap(count: project.files.count, progress: progress) { [rules] index in
      if project.problems[index] != nil { return WalkedFile() }
      let text = project.files[index].text
      let tree = trees.take(index) ?? Parser.parse(source: text)
      return Walk(SourceText(text), index: index, project: project, rules: rules).walked(tree)
    }
  }
}
