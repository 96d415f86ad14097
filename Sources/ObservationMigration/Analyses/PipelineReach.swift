/// What does the code of a pipeline do with the values of a publisher, so that the time and number of deliveries show?
///
/// Follows the code into the functions that it calls: see ``CodeGraph``. Where the code isn't known, the answer is yes.
struct PipelineReach: Sendable {
  /// What becomes visible if the values of one use of a publisher come later, or fewer of them.
  struct Effects: Sendable {
    /// Each value counts, not just the last one.
    var countsValues = true
    /// The code changes the property during the change.
    var changesItself = true
    /// Code that changes the property reads afterwards what the values change.
    var isAwaited = true
  }

  private struct Entry: Sendable {
    /// What the code reads during the change.
    let paths: CodeGraph.Paths
    /// Whether unknown code gets the values during the change.
    let mayReadAnything: Bool
    let effects: Effects
  }

  private var entries: [Place: Entry] = [:]
  /// The uses of properties that hand publishers on.
  private var handedOn: [String: [Entry]] = [:]
  private let table: SymbolTable

  init(_ surveys: [FileSurvey], _ graph: CodeGraph, _ table: SymbolTable) {
    self.table = table
    var changing: [String: [CodeGraph.Piece]] = [:]
    let published = Set(surveys.lazy.flatMap(\.pipelines).filter { !$0.isHandedOn }.map(\.name))
    for piece in graph.pieces {
      for name in piece.unit.changed where published.contains(name) { changing[name, default: []].append(piece) }
    }
    for (file, survey) in surveys.enumerated() {
      for pipeline in survey.pipelines {
        func piece(_ code: CodeUnit) -> CodeGraph.Piece { CodeGraph.Piece(code, survey, in: file, table) }
        func own(_ code: CodeUnit) -> [CodeUnit] {
          [code] + graph.paths(from: piece(code), isOwn: true).reached.map { graph.pieces[$0].unit }
        }
        let (immediate, later) = (own(pipeline.immediate), own(pipeline.later))
        let changed = immediate.reduce(into: Set<String>()) { $0.formUnion($1.changed) }
        var effects = Effects()
        if pipeline.hasEnd {
          effects.countsValues =
            immediate[0].writesText || later[0].writesText || (immediate + later).contains(where: \.accumulates)
          effects.changesItself = changed.contains(pipeline.name)
          let code = piece(pipeline.immediate)
          effects.isAwaited = (changing[pipeline.name] ?? []).contains { changing in
            changed.contains { name in
              name != pipeline.name && changing.unit.reads.names.contains(name)
                && graph.owners(of: name, in: changing).mayMeet(Self.ownersOfChange(name, in: code, graph), table)
            }
          }
        }
        let paths = graph.paths(from: piece(pipeline.immediate), isOwn: false)
        let entry = Entry(
          paths: pipeline.isHandedOn ? paths : paths.reads(of: pipeline.name),
          mayReadAnything: !pipeline.hasEnd && !pipeline.deliversLater || immediate.contains(where: \.tellsOthers),
          effects: effects
        )
        if pipeline.isHandedOn {
          handedOn[pipeline.name, default: []].append(entry)
        } else {
          entries[Place(file: file, offset: pipeline.offset)] = entry
        }
      }
    }
  }

  /// The types whose member the code of a pipeline changes, itself or by a function of its own type.
  private static func ownersOfChange(_ name: String, in code: CodeGraph.Piece, _ graph: CodeGraph) -> MemberOwners {
    var owners = graph.owners(of: name, in: code)
    owners.formUnion(.types(Set(code.types.compactMap(\.self))))
    return owners
  }

  /// What shows of the values of `$property` at a place.
  func effects(of property: PropertyKey, at place: Place) -> Effects {
    guard let entry = entries[place] else { return Effects() }
    var effects = entry.effects
    effects.changesItself = effects.changesItself && mayRead(property, entry)
    return effects
  }

  /// Whether the code that gets the values of `$property` at a place, or those of the property that hands the publisher
  /// on, may read the property while it changes.
  func mayReadDuringChange(_ property: PropertyKey, at place: Place, handedOnBy publisher: String?) -> Bool {
    if let publisher { return handedOn[publisher]?.contains { mayRead(property, $0) } ?? true }
    return entries[place].map { mayRead(property, $0) } ?? true
  }

  private func mayRead(_ property: PropertyKey, _ entry: Entry) -> Bool {
    entry.mayReadAnything || entry.paths.lead(to: property.name, of: property.type, table)
  }
}

extension CodeUnit {
  /// Whether the code prints something, or writes down when it runs.
  fileprivate var writesText: Bool {
    callees.contains("print") || !reads.accesses.isDisjoint(with: CodeUnit.times)
  }

  /// Whether the code passes something on to others, who may read anything.
  fileprivate var tellsOthers: Bool { !callees.isDisjoint(with: EventMethods.names) && accumulates }
}
