/// Does it show if the code of a pipeline gets a publisher's values later, or fewer of them?
///
/// Follows the code into the functions that it calls, the observers of what it assigns included: see ``CodeGraph``. If the
/// publisher is passed on, or a closure from elsewhere is called, the answer is yes. Functions of other modules count as
/// harmless, except those in ``EventMethods``.
struct PipelineReach: Sendable {
  /// What becomes visible if the values of one use of a publisher come later, or fewer of them.
  struct Effects: Sendable {
    /// Each value counts, not just the last one.
    var countsValues = true
    /// Code that changes the property reads afterwards what the values change.
    var isAwaited = true
    /// The code reads or assigns the property during the change, before it has the new value.
    var usesProperty = true
  }

  private struct Entry: Sendable {
    /// What the code reads during the change.
    let paths: CodeGraph.Paths
    /// Whether unknown code gets the values during the change.
    let mayReadAnything: Bool
    let effects: Effects
  }

  private var entries: [Place: Entry] = [:]
  private let table: SymbolTable

  init(_ surveys: [FileSurvey], _ graph: CodeGraph, _ table: SymbolTable) {
    self.table = table
    var changing: [String: [CodeGraph.Piece]] = [:]
    let published = Set(surveys.lazy.flatMap(\.pipelines).map(\.name))
    for piece in graph.pieces {
      for name in piece.unit.changed where published.contains(name) { changing[name, default: []].append(piece) }
    }
    for (file, survey) in surveys.enumerated() {
      for pipeline in survey.pipelines {
        func piece(_ code: CodeUnit) -> CodeGraph.Piece { CodeGraph.Piece(code, survey, in: file, table) }
        let (code, paths) = (piece(pipeline.immediate), graph.paths(from: piece(pipeline.immediate)))
        let immediate = [code] + paths.reached.map { graph.pieces[$0] }
        let laterCode = piece(pipeline.later)
        let laterPaths = graph.pathsThroughTasks(from: laterCode, and: paths.started)
        let later = [laterCode] + laterPaths.reached.map { graph.pieces[$0] }
        let isKnown = pipeline.isKnown && !immediate.contains { $0.isNear(code) && $0.callsClosure(table) }
        var effects = Effects()
        if isKnown {
          let changed = immediate.reduce(into: Set<String>()) { $0.formUnion($1.unit.changed) }
          effects.countsValues =
            code.unit.leavesTrace || laterCode.unit.leavesTrace
            || immediate.contains { $0.isNear(code) && ($0.unit.accumulates || $0.callsClosure(table)) }
            || later.contains {
              ($0.isNear(code) || $0.isNear(laterCode)) && ($0.unit.accumulates || $0.callsClosure(table))
            }
          effects.isAwaited = (changing[pipeline.name] ?? []).contains { changing in
            changed.contains { name in
              name != pipeline.name && changing.unit.reads.names.contains(name)
                && graph.owners(of: name, in: changing).all.mayMeet(Self.ownersOfChange(name, in: code, graph), table)
            }
          }
        }
        entries[Place(file: file, offset: pipeline.offset)] = Entry(
          paths: paths.reads(of: pipeline.name),
          mayReadAnything: !isKnown && !pipeline.deliversLater || immediate.contains { $0.unit.tellsOthers },
          effects: effects
        )
      }
    }
  }

  /// The types whose member the code of a pipeline changes, itself or by a function of its own type.
  private static func ownersOfChange(_ name: String, in code: CodeGraph.Piece, _ graph: CodeGraph) -> MemberOwners {
    var owners = graph.owners(of: name, in: code, assignedToo: true).all
    owners.formUnion(.types(Set(code.types.compactMap(\.self))))
    return owners
  }

  /// What shows of the values of `$property` at a place.
  func effects(of property: PropertyKey, at place: Place) -> Effects {
    guard let entry = entries[place] else { return Effects() }
    var effects = entry.effects
    effects.usesProperty = entry.mayReadAnything || entry.paths.lead(to: property.name, of: property.type, table)
    return effects
  }
}

extension CodeGraph.Piece {
  /// Whether this is the code of a pipeline, a function of its own type, or one that it calls itself. What is further away
  /// works mostly on things of its own.
  fileprivate func isNear(_ code: CodeGraph.Piece) -> Bool {
    type.map { code.types.contains($0) } ?? false || unit.name.map(code.unit.callees.contains) ?? false
  }

  /// Whether the code calls a closure in a property, which other code has set.
  fileprivate func callsClosure(_ table: SymbolTable) -> Bool {
    guard let type else { return false }
    return unit.callees.contains { name in
      unit.reads.names.contains(name)
        && table.members(name, of: type).contains { member, _ in
          if case .function? = member.type { member.kind == .property && member.isStored } else { false }
        }
    }
  }
}

extension CodeUnit {
  /// Whether each run of the code leaves a trace, printed or with its time. Functions that it calls often print something
  /// for debugging only.
  fileprivate var leavesTrace: Bool {
    callees.contains("print") || !reads.accesses.isDisjoint(with: CodeUnit.times)
  }

  /// Whether the code sends something to others, who may read anything; an announcement of `objectWillChange` doesn't
  /// count.
  fileprivate var tellsOthers: Bool { !callees.isDisjoint(with: EventMethods.names) && accumulates }
}
