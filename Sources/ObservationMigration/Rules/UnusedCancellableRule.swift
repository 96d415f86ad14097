import SwiftSyntax

/// Storage for subscriptions of which none is left.
enum UnusedCancellableRule: Rule {
  enum Message {}

  static let id: RuleID = "unused-cancellable"
  static let finishingStep = FinishingStep.remnants

  struct Facts: RuleFacts {
    var storages: [CancellableStorage] = []
    /// The names of properties that keep subscriptions, of all types of the file.
    fileprivate var names: Set<String> = []
    /// Where the names of such properties are mentioned.
    var mentions: [String: [Int]] = [:]
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(SourceFileSyntax.self) { _, walk, facts in facts.names = walk.storageNames }
    visits.on(PatternBindingSyntax.self, keep)
    visits.onTokens(if: { !$0.names.isEmpty }, note)
  }

  private static func keep(_ node: PatternBindingSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard let declaration = node.memberDeclaration, let type = walk.names.enclosingType,
      declaration.modifiers.has("private") || declaration.modifiers.has("fileprivate"),
      declaration.bindings.count == 1, let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier,
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

  private static func note(_ token: TokenSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard case .identifier(let name) = token.tokenKind, facts.names.contains(name) else { return }
    facts.mentions[name, default: []].append(token.startOffset)
  }

  static func finish(_ facts: Facts, _ draft: inout FileDraft) {
    let edits = draft.edits.edits
    for storage in facts.storages where isUnused(storage, facts.mentions[storage.name] ?? [], after: edits, draft) {
      let declaration = draft.takeOut(declaration: storage.declaration, withComments: storage.removal)
      let edits = [declaration] + storage.upkeep.map { draft.takeOut(statement: $0) }
      draft.add(Proposal(id, .change, at: storage.place, of: [storage.owner], edits, Message.isUnused(storage.name)))
    }
  }

  private static func isUnused(
    _ storage: CancellableStorage,
    _ mentions: [Int],
    after edits: [Edit],
    _ draft: FileDraft
  ) -> Bool {
    // In a class that is no model itself only what a rewritten pipeline has left behind.
    let isConcerned =
      draft.subjects.contains(storage.owner)
      ? draft.decisions.converts(storage.owner)
      : mentions.contains { offset in edits.contains { $0.range.contains(offset) } }
    // What another rule has written may store in it, such as the observation that takes the place of a subscription.
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

/// A property that keeps subscriptions alive, confined to its file.
struct CancellableStorage: Sendable {
  let owner: TypeSymbol.ID
  let name: String
  /// The declaration with its lines.
  let declaration: Range<Int>
  /// The lines of the declaration, with the comments that belong to it.
  let removal: Range<Int>
  /// Statements that are about nothing but the property, which go with it.
  let upkeep: [Range<Int>]
  /// Where subscriptions are stored in sets that take its place.
  let uses: [Int]
  /// Where its name stands for it; nil for anywhere in the file.
  let scope: [Range<Int>]?
  let place: Place

  /// Whether its name stands for it there.
  fileprivate func isInScope(_ offset: Int) -> Bool {
    scope?.contains { $0.contains(offset) } ?? true
  }
}

extension UnusedCancellableRule.Message {
  static func isUnused(_ name: String) -> String {
    "`\(name)` no longer holds a subscription."
  }
}
