import SwiftSyntax

extension PublisherUseRule {
  /// `assign(to: &$name)`, which writes to the publisher of a property.
  enum Assignment {
    /// What is reported.
    enum Message {}

    static let id: RuleID = "assignment"

    struct Facts: RuleFacts {
      /// Subscriptions that the class has no set for yet, each with an edit that is made if it becomes one.
      var needs: [(owner: TypeSymbol.ID, edit: Edit, place: Place)] = []
      var sites: [TypeSymbol.ID: PipelineSite] = [:]
    }

    private static let need = PipelineSite.Need.subscriptions

    static func convert(_ node: FunctionCallExprSyntax, _ walk: Walk, _ facts: inout Facts) {
      guard let callee = node.calledExpression.as(MemberAccessExprSyntax.self), callee.base != nil,
        case .assignPublished(let property, let target)? = Subscription.End(callee.declName.baseName.text, node),
        let type = walk.names.enclosingType, let use = PublishedUse(.ofSelf(target), walk),
        let owner = walk.pipelineOwner(type, around: node)
      else { return }
      let obstacle = use.member.isObserved ? Message.runsObservers(property) : nil
      if case .blocked(let reason) = UseOfPublisher(kind: .assignment, obstacle: obstacle).outcome {
        claim(target, walk)
        return walk.decide(id, at: target, of: [use.owner], reason)
      }
      let storage = owner.storages.first(where: \.keepsAllForGood)
      let site = PipelineSite(owner, walk)
      guard let name = storage?.name ?? need.member,
        storage != nil || site != nil && walk.table.members(name, of: type).isEmpty
      else { return }
      claim(target, walk)
      let period = callee.period.startOffset
      let separator =
        walk.source.isFirstInLine(period) ? walk.source.newline + walk.source.indentation(at: period) : ""
      // In a closure the object may have to be named.
      let isQualified = target.parent?.is(MemberAccessExprSyntax.self) == true || walk.names.isLocal(name)
      let set = isQualified ? "self.\(name)" : name
      let text = "sink { [weak self] in self?.\(property) = $0 }\(separator).store(in: &\(set))"
      let edit = Edit(callee.declName.startOffset..<node.utf8Range.upperBound, with: text)
      if storage == nil {
        facts.needs.append((type, edit.of(id), walk.place(of: target)))
        facts.sites[type] = site
      }
      walk.change(id, at: target, of: [use.owner], [edit], Message.isStored(property))
    }

    private static func claim(_ target: DeclReferenceExprSyntax, _ walk: Walk) {
      walk.claim(target)
      if let access = target.parent?.as(MemberAccessExprSyntax.self) { walk.claim(access) }
    }

    /// Adds the sets to the classes that have none.
    static func finish(_ facts: Facts, _ draft: inout FileDraft) {
      let edits = draft.edits
      let owners = Set(facts.needs.filter { draft.changes(id, at: $0.place) && edits.contains($0.edit) }.map(\.owner))
      for owner in owners.sorted() {
        guard let site = facts.sites[owner] else { continue }
        draft.add(site.edits(for: [need], isObservable: draft.decisions.converts(owner)), of: id)
      }
    }
  }
}

extension ExprSyntax {
  /// The name of a member of `self`, or the access to it.
  fileprivate static func ofSelf(_ name: DeclReferenceExprSyntax) -> ExprSyntax {
    name.parent?.as(MemberAccessExprSyntax.self).map { ExprSyntax($0) } ?? ExprSyntax(name)
  }
}

extension PublisherUseRule.Assignment.Message {
  static func runsObservers(_ property: String) -> String {
    """
    `assign(to: &$\(property))` doesn't run the observers of `\(property)`, but an assignment does: move their code to \
    the other places that set the property, or observe the values in a `sink`.
    """
  }

  static func isStored(_ property: String) -> String {
    "A subscription stored in the object assigns the values to `\(property)`, on the thread on which they arrive."
  }
}
