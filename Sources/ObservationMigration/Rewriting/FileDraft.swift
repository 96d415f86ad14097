/// What changes in one file, once it is known which types convert.
struct FileDraft: Sendable {
  let file: Int
  let source: SourceText
  let project: Project
  let decisions: Decisions
  private let parts: RemovableParts
  /// What is reported, with its edits. Nothing is left of one whose edits all lie within larger ones.
  private(set) var changes: [Proposal]
  /// Edits that belong to changes and have none of their own to be reported with.
  private var additions: [Edit] = []
  /// Edits that come before others at the same place.
  private var firstAdditions: [Edit] = []
  /// The types on account of which something changes.
  let subjects: Set<TypeSymbol.ID>
  /// What the file has to import afterwards.
  let modules: [String]
  /// The modules whose imports the changes add.
  private(set) var addedImports: [String] = []

  init(of walked: WalkedFile, _ proposals: [Proposal], file: Int, _ project: Project, _ decisions: Decisions) {
    self.file = file
    self.project = project
    self.decisions = decisions
    source = SourceText(project.files[file].text)
    parts = walked.parts
    changes = proposals
    subjects = Set(proposals.flatMap(\.subjects))
    modules = Set(proposals.flatMap(\.modules)).sorted()
  }

  /// The edits, without those that lie within larger ones.
  var edits: EditList { EditList(firstAdditions + changes.flatMap(\.edits) + additions) }

  /// Whether a rule changes something at a place.
  func changes(_ rule: RuleID, at place: Place) -> Bool {
    changes.contains { $0.rule == rule && $0.place == place }
  }

  /// Adds a change that is reported; `first` puts its edits before others at the same places.
  mutating func add(_ proposal: Proposal, first: Bool = false) {
    guard first else { return changes.append(proposal) }
    var reported = proposal
    firstAdditions.insert(contentsOf: proposal.edits, at: 0)
    reported.edits = []
    changes.append(reported)
  }

  /// Adds edits that belong to changes.
  mutating func add(_ edits: [Edit], of rule: RuleID) {
    additions += edits.map { $0.of(rule) }
  }

  /// Notes which modules' imports are among the edits.
  mutating func noteImports(of modules: [String]) {
    addedImports += modules
  }

  // MARK: Taking out

  /// Takes a declaration out, given with its lines and without the comments that speak of it: what was to change in it does not, and
  /// what was inserted above takes its place and gets its comments.
  mutating func takeOut(declaration: Range<Int>, withComments whole: Range<Int>) -> Edit {
    changes.removeAll { whole.contains($0.place.offset) }
    let start = whole.lowerBound
    let inserted = additions.indices.filter { additions[$0].range == start..<start }
    guard !inserted.isEmpty else { return Edit(whole, with: "") }
    for index in inserted { additions[index].range = declaration.lowerBound..<declaration.lowerBound }
    return Edit(declaration, with: "")
  }

  /// Takes a statement out, with its lines if it's alone in them; what was inserted behind it takes its place.
  mutating func takeOut(statement: Range<Int>) -> Edit {
    let end = statement.upperBound
    guard let index = additions.firstIndex(where: { $0.range == end..<end }) else {
      return Edit(source.removal(of: statement), with: "")
    }
    let inserted = additions.remove(at: index)
    // Without what divided the two.
    let text = inserted.replacement.drop { $0.isWhitespace || $0 == ";" }
    return Edit(statement, with: String(text)).of(inserted.rule)
  }

  // MARK: The outcome

  /// The file afterwards without the parts that no edit touches: it parses if, and only if, the whole file does.
  var reducedText: String { parts.reduce(source, edits.edits) }
}
