/// Moves sources from `ObservableObject` and Combine to `@Observable`.
///
/// All files are parsed, and what they declare is put into one table. Then those files that have anything to do with it are
/// looked at once more: each rule proposes edits for its places, or objects to the conversion of a type. Types that can only
/// convert together form a group; a group converts if nothing stands against any of its types. What is written in the end is
/// made of the edits that the converting types need.
public struct Migration: Sendable {
  /// What to migrate, and how.
  public let options: MigrationOptions

  /// Creates a migration.
  public init(options: MigrationOptions = MigrationOptions()) {
    self.options = options
  }

  /// Decides what can be converted in these files, and converts it.
  ///
  /// Files that do not parse are refused and left as they are. Nothing is written: that is the caller's to do.
  ///
  /// - Parameters:
  ///   - files: All files that use each other's types, best whole targets.
  ///   - progress: Called on the caller's thread now and then, with how many files are done and how many there are.
  /// - Returns: One result a file, in the order given.
  /// - Complexity: O(bytes of all files). Syntax trees are held for the files only that are being looked at.
  public func run(_ files: [SourceFile], progress: ((Int, Int) -> Void)? = nil) -> [FileResult] {
    prepare(files, progress: progress).results
  }

  /// Reads these files, so that what can be converted can be chosen from.
  ///
  /// - Parameters:
  ///   - files: All files that use each other's types, best whole targets.
  ///   - progress: Called on the caller's thread now and then, with how many files are done and how many there are.
  /// - Returns: What comes out when everything is converted that can be, and all that is needed to convert less.
  /// - Complexity: O(bytes of all files).
  public func prepare(_ files: [SourceFile], progress: ((Int, Int) -> Void)? = nil) -> PreparedMigration {
    let trees = TreeCache(bytesOfSources: 3_000_000)
    var surveys: [FileSurvey] = []
    concurrentForEach(count: files.count) { index in
      Survey.survey(files[index], index: index, trees: trees)
    } receive: { survey in
      surveys.append(survey)
      // Each file is looked at twice.
      progress?(surveys.count / 2, files.count)
    }
    var table = SymbolTable(surveys, defaultsToMainActor: options.defaultsToMainActor)
    let extending = table.filesWithEffects.filter { !surveys[$0].isRelevant && surveys[$0].refusal == nil }
    if !extending.isEmpty {
      for index in extending { surveys[index] = Survey.surveyBodies(files[index]) }
      table = SymbolTable(surveys, defaultsToMainActor: options.defaultsToMainActor)
    }
    let models = Models(table)
    let options = options
    var inspections: [FileInspection] = []
    let isToInspect = surveys.indices.map { index in
      surveys[index].refusal == nil
        && (surveys[index].isRelevant || table.declarationOffsets[index].values.contains(where: models.isCandidate))
    }
    concurrentForEach(count: files.count) { [table] index in
      guard isToInspect[index] else { return FileInspection() }
      return Inspection.inspect(
        files[index],
        trees.take(index),
        index: index,
        table: table,
        models: models,
        options: options
      )
    } receive: { inspection in
      inspections.append(inspection)
      progress?((files.count + inspections.count) / 2, files.count)
    }
    let plan = Plan(files: files, table: table, models: models, options: options, inspections: inspections)
    return PreparedMigration(plan, refusals: surveys.indices.map { surveys[$0].refusal ?? inspections[$0].refusal })
  }
}
