/// The changes of one file, once the converting types are known.
struct FileDraft: Sendable {
  let file: Int
  let source: SourceText
  let project: Project
  let decisions: Decisions
  /// The reported changes. A change whose edits all lie within larger ones isn't reported.
  private(set) var changes: [Proposal]
  /// Edits that belong to reported changes.
  private var additions: [Edit] = []
  /// The types for which something changes.
  let subjects: Set<TypeSymbol.ID>
  /// The modules that the file has to import afterwards.
  let modules: [String]
  /// The modules whose imports are among the edits.
  var addedImports: [String] = []

  init(_ proposals: [Proposal], file: Int, _ project: Project, _ decisions: Decisions) {
    self.file = file
    self.project = project
    self.decisions = decisions
    source = SourceText(project.files[file].text)
    changes = proposals
    subjects = Set(proposals.flatMap(\.subjects))
    modules = Set(proposals.flatMap(\.modules)).sorted()
  }

  /// The edits, without edits inside larger ones.
  var edits: EditList { EditList(changes.flatMap(\.edits) + additions) }

  func changes(_ rule: RuleID, at place: Place) -> Bool {
    changes.contains { $0.rule == rule && $0.place == place }
  }

  /// Adds a reported change; `first` puts its edits before others at the same places.
  mutating func add(_ proposal: Proposal, first: Bool = false) {
    changes.insert(proposal, at: first ? 0 : changes.count)
  }

  /// Adds edits that belong to reported changes.
  mutating func add(_ edits: [Edit], of rule: RuleID) { additions += edits.map { $0.of(rule) } }

  // MARK: - Removals

  /// Removes a declaration, given with its lines and without its comments. Changes inside are dropped; code inserted
  /// above takes the place of the declaration, and gets the comments.
  mutating func takeOut(declaration: Range<Int>, withComments whole: Range<Int>) -> Edit {
    changes.removeAll { whole.contains($0.place.offset) }
    let start = whole.lowerBound
    let inserted = additions.indices.filter { additions[$0].range == start..<start }
    guard !inserted.isEmpty else { return Edit(whole, with: "") }
    for index in inserted { additions[index].range = declaration.lowerBound..<declaration.lowerBound }
    return Edit(declaration, with: "")
  }

  /// Removes a statement, with its lines if nothing else is in them. Code inserted behind takes the place of the
  /// statement.
  mutating func takeOut(statement: Range<Int>) -> Edit {
    let end = statement.upperBound
    guard let index = additions.firstIndex(where: { $0.range == end..<end }) else {
      return Edit(source.removal(of: statement), with: "")
    }
    let inserted = additions.remove(at: index)
    // Without the separator.
    let text = inserted.replacement.drop { $0.isWhitespace || $0 == ";" }
    return Edit(statement, with: String(text)).of(inserted.rule)
  }
}
