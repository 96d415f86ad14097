import Synchronization

/// All knowledge about the files as a whole.
///
/// A class, because many closures use it: a copy of a structure would retain each of its dictionaries.
final class Project: Sendable {
  let files: [SourceFile]
  let lines: SourceLines
  let table: SymbolTable
  let models: Models
  let options: MigrationOptions
  let reach: ViewReach
  let initialReads: InitialReads
  let pipelines: PipelineReach
  let publishers: ObjectPublishers
  let unobserved: UnobservedState
  let jointChanges: JointChanges
  /// For each file, the syntax error for which the file is left alone; nil for files that parse.
  let problems: [SyntaxProblem?]

  init(_ files: [SourceFile], _ surveys: [FileSurvey], _ options: MigrationOptions) {
    self.files = files
    self.options = options
    lines = SourceLines(files)
    table = SymbolTable(
      surveys,
      defaultsToMainActor: options.defaultsToMainActor,
      plainSuperclasses: options.plainSuperclasses
    )
    models = Models(table, surveys)
    let graph = CodeGraph(surveys, table, models)
    reach = ViewReach(surveys, graph, table, models)
    initialReads = InitialReads(graph, table, models, reach)
    pipelines = PipelineReach(surveys, graph, table)
    publishers = ObjectPublishers(surveys, table, models)
    unobserved = UnobservedState(table, models, reach)
    jointChanges = JointChanges(surveys, graph, table)
    problems = surveys.map(\.problem)
  }

  /// Whether a trackable stored property of a model is tracked after the migration.
  func isTracked(_ member: Member, _ key: PropertyKey) -> Bool { reach.tracks(member, key, table) }

  /// Whether a model keeps a publisher of its changes, so that subscribers to `objectWillChange` stay as they are.
  func keepsPublisher(_ id: TypeSymbol.ID) -> Bool { options.subjects && publishers[id] != nil }

  /// A place as `file:line:column`.
  func describe(_ place: Place) -> String { lines.location(of: place).description }

  /// An objection to a type, placed at its declaration.
  func objection(_ rule: RuleID, to type: TypeSymbol.ID, _ state: Finding.State, _ message: String) -> Proposal {
    .objection(rule, state, at: table.types[type].place, of: [type], message)
  }
}

/// The lines of all files. Each file is scanned once, at the first request.
final class SourceLines: Sendable {
  private let files: [SourceFile]
  private let texts = Mutex<[Int: SourceText]>([:])

  init(_ files: [SourceFile]) { self.files = files }

  func location(of place: Place) -> Finding.Location {
    let text = texts.withLock { $0[place.file] } ?? SourceText(files[place.file].text)
    texts.withLock { $0[place.file] = text }
    let location = text.location(of: place.offset)
    return Finding.Location(file: files[place.file].path, line: location.line, column: location.column)
  }
}
