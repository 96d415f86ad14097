import SwiftSyntax

/// Storage for subscriptions, without subscriptions.
enum UnusedCancellableRule: Rule {
  static let id: RuleID = "unused-cancellable"
  static let finishingStep = FinishingStep.remnants

  struct Facts: RuleFacts {
    var storages: [CancellableStorage] = []
    /// The names of properties with subscriptions, of all types of the file.
    fileprivate var names: Set<String> = []
    var mentions: [String: [Int]] = [:]
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(SourceFileSyntax.self) { tree, walk, facts in
      facts.names = walk.storageNames
      if facts.names.isEmpty { return }
      let mentions = Dictionary(grouping: tree.mentions(of: facts.names), by: \.text)
      facts.mentions = mentions.mapValues { $0.map(\.startOffset) }
    }
    visits.on(PatternBindingSyntax.self, keep)
  }

  private static func keep(_ node: PatternBindingSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard let declaration = node.memberDeclaration, let type = walk.names.enclosingType,
      declaration.modifiers.has("private") || declaration.modifiers.has("fileprivate"),
      declaration.bindings.count == 1, let name = node.name,
      facts.names.contains(name.identifierText)
    else { return }
    let owner = walk.pipelineOwner(type, around: node)
    let storage = owner?.storages.first { $0.declaration.id == declaration.id }
    facts.storages.append(
      CancellableStorage(
        owner: type,
        name: name.identifierText,
        declaration: walk.source.removal(of: declaration.utf8Range),
        removal: walk.source.removal(of: declaration.utf8RangeWithComments),
        upkeep: storage?.upkeep.map { $0.item.utf8Range } ?? [],
        uses: storage?.localSets.flatMap { $0.uses } ?? [],
        scope: declaration.modifiers.has("private") ? owner?.ranges : nil,
        place: walk.place(of: name)
      )
    )
  }

  static func finish(_ facts: Facts, _ draft: inout FileDraft) {
    let edits = draft.edits.edits
    for storage in facts.storages where isUnused(storage, facts.mentions[storage.name] ?? [], after: edits, draft) {
      let declaration = draft.takeOut(declaration: storage.declaration, withComments: storage.removal)
      let edits = [declaration] + storage.upkeep.map { draft.takeOut(statement: $0) }
      let message = "`\(storage.name)` no longer holds a subscription."
      draft.add(Proposal(id, .change, at: storage.place, of: [storage.owner], edits, message))
    }
  }

  private static func isUnused(
    _ storage: CancellableStorage,
    _ mentions: [Int],
    after edits: [Edit],
    _ draft: FileDraft
  ) -> Bool {
    // A class that isn't a model is only cleaned up after a rewritten pipeline.
    let isConcerned =
      draft.subjects.contains(storage.owner)
      ? draft.decisions.converts(storage.owner)
      : mentions.contains { offset in edits.contains { $0.range.contains(offset) } }
    // Code of another rule may store in it, such as a new observation.
    let isStoredIn = edits.contains { edit in
      storage.isInScope(edit.range.lowerBound)
        && edit.replacement.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == storage.name }
    }
    return isConcerned && !isStoredIn
      && storage.uses.allSatisfy { offset in edits.contains { $0.range.contains(offset) } }
      && mentions.filter(storage.isInScope).allSatisfy { offset in
        storage.removal.contains(offset) || storage.upkeep.contains { $0.contains(offset) }
          || edits.contains { $0.range.contains(offset) }
      }
  }
}

/// A property with subscriptions that only its file sees.
struct CancellableStorage: Sendable {
  let owner: TypeSymbol.ID
  let name: String
  /// The declaration with its lines.
  let declaration: Range<Int>
  /// The declaration with its lines and comments.
  let removal: Range<Int>
  /// Statements that only manage the property.
  let upkeep: [Range<Int>]
  /// The uses of sets that take its place.
  let uses: [Int]
  /// The range of its name; nil for the whole file.
  let scope: [Range<Int>]?
  let place: Place

  fileprivate func isInScope(_ offset: Int) -> Bool {
    scope?.contains { $0.contains(offset) } ?? true
  }
}
