/// What rules know of the files as a whole.
struct Project: Sendable {
  let files: [SourceFile]
  let lines: SourceLines
  let table: SymbolTable
  let models: Models
  let options: MigrationOptions
  let reach: ViewReach
  let publishers: ObjectPublishers
  let unobserved: UnobservedState
  /// For each file, why it's left alone as a whole; nil for those that parse.
  let problems: [FileSurvey.Refusal?]

  /// Whether a stored property of a model is tracked afterwards, if it is one that can be.
  func isTracked(_ member: Member, _ key: PropertyKey) -> Bool {
    reach.tracks(member, key, table)
  }

  /// Whether a model keeps a publisher of its changes; what subscribes to `objectWillChange` then stays as it is.
  func keepsPublisher(_ id: TypeSymbol.ID) -> Bool {
    options.subjects && publishers[id] != nil
  }

  /// A place, as people write it: `file:line:column`.
  func describe(_ place: Place) -> String { lines.location(of: place).description }

  /// What stands against a type where it is declared.
  func objection(_ rule: RuleID, to type: TypeSymbol.ID, _ state: Finding.State, _ message: String) -> Proposal {
    .objection(rule, state, at: table.types[type].place, of: [type], message)
  }
}
