import SwiftSyntax

extension PublisherUseRule {
  /// `assign(to: &$name)`
  enum Assignment {
    static let id: RuleID = "assignment"

    private static let need = PipelineSite.Need.subscriptions

    static func convert(_ node: FunctionCallExprSyntax, _ walk: Walk, _ needs: inout PipelineNeeds) {
      guard let callee = node.calledExpression.as(MemberAccessExprSyntax.self), callee.base != nil,
        case .assignPublished(let property, let target)? = Subscription.End(callee.declName.baseName.text, node),
        let type = walk.names.enclosingType, let use = PublishedUse(target.whole, walk),
        let owner = walk.pipelineOwner(type, around: node)
      else { return }
      let obstacle =
        use.member.isObserved
        ? """
        `assign(to: &$\(property))` doesn't run the observers of `\(property)`, but an assignment does: move their code \
        to the other places that set the property, or observe the values in a `sink`.
        """ : nil
      if case .blocked(let reason) = UseOfPublisher(kind: .assignment, obstacle: obstacle).outcome {
        walk.claim(whole: target.whole)
        return walk.decide(id, at: target, of: [use.owner], reason)
      }
      let storage = owner.storages.first(where: \.keepsAllForGood)
      let site = PipelineSite(owner, walk)
      guard let name = storage?.name ?? need.member,
        storage != nil || site != nil && walk.table.members(name, of: type).isEmpty
      else { return }
      walk.claim(whole: target.whole)
      let period = callee.period.startOffset
      let separator =
        walk.source.isFirstInLine(period) ? walk.source.newline + walk.source.indentation(at: period) : ""
      // A closure may need an explicit `self`.
      let isQualified = target.parent?.is(MemberAccessExprSyntax.self) == true || walk.names.isLocal(name)
      let set = isQualified ? "self.\(name)" : name
      let text = "sink { [weak self] in self?.\(property) = $0 }\(separator).store(in: &\(set))"
      let edit = Edit(callee.declName.startOffset..<node.utf8Range.upperBound, with: text)
      if storage == nil, let site { needs.add(need, of: type, site, at: walk.place(of: target), edit.of(id)) }
      let message =
        "A subscription stored in the object assigns the values to `\(property)`, on the thread on which they arrive."
      // SwiftUI and Foundation have `assign(to:)`, but not the type of the new property.
      walk.change(id, at: target, of: [use.owner], [edit], importing: storage == nil ? ["Combine"] : [], message)
    }
  }
}
