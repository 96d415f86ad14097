import SwiftSyntax

/// Uses of `objectWillChange` that a person has to decide on.
extension ObjectWillChangeRule {
  /// `objectWillChange` alone: of the type around it.
  static func inspect(_ node: DeclReferenceExprSyntax, _ walk: Walk) {
    guard node.baseName.text == "objectWillChange", !walk.names.isLocal("objectWillChange"),
      walk.typesKeepingPublisher(ExprSyntax(node)) == nil
    else { return }
    if let id = walk.names.enclosingType {
      if walk.models.isCandidate(id) {
        walk.decide(Self.id, at: node, of: [id], message(for: ExprSyntax(node)))
      }
    } else {
      walk.decide(Self.id, at: node, of: walk.models.candidates, Message.isUsed)
    }
  }

  /// `object.objectWillChange`
  static func inspect(_ node: MemberAccessExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    note(node, walk, &facts)
    guard node.declName.baseName.text == "objectWillChange", let base = node.base,
      walk.typesKeepingPublisher(ExprSyntax(node)) == nil
    else { return }
    guard let types = walk.modelTypes(in: walk.type(of: base)) else {
      return inspectUnknown(node, base, walk)
    }
    let isOwn = base.isSelf
    let message = isOwn ? message(for: ExprSyntax(node)) : node.isReceived ? Message.isReceived : Message.isUsed
    walk.decide(Self.id, at: node.declName, of: types.filter { walk.models.isCandidate($0) }, message)
  }

  /// If it's one of a type that converts, the compiler says so.
  private static func inspectUnknown(_ node: MemberAccessExprSyntax, _ base: ExprSyntax, _ walk: Walk) {
    let around = walk.names.enclosingType.map { [$0] }?.filter(walk.models.isCandidate) ?? []
    let message = Message.isUsedByUnknown(walk.text(base))
    walk.propose(.objection(id, at: walk.place(of: node.declName), of: around, message))
  }

  /// Keeps that a property of an announcing type is read from outside, if it may be one.
  private static func note(_ node: MemberAccessExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    let name = node.declName.baseName.text
    guard let types = walk.table.announcingTypesByProperty[name], let base = node.base,
      !base.isSelf
    else { return }
    // A method of the name may be meant where it's called.
    let isCalled = node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(node).id
    guard !isCalled, types.contains(where: { $0 != walk.names.enclosingType }) else { return }
    switch walk.type(of: base) {
    case .unknown, .parameter, .composition, .observableObject: facts.outsideReads.insert(name)
    case .type(let type):
      if types.contains(where: { walk.table.supertypes[$0].contains(type) }) { facts.outsideReads.insert(name) }
    default: break
    }
  }

  /// What to write instead of a use of the publisher of `self`.
  static func message(for publisher: ExprSyntax) -> String {
    guard let access = publisher.parent?.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "send" else {
      return Message.isUsed
    }
    let property = publisher.ancestorsInMember.lazy.compactMap { $0.as(PatternBindingSyntax.self) }
      .first { $0.memberDeclaration != nil && !$0.isStored }
    return property?.pattern.boundNames.first.map { Message.announcesComputed($0) } ?? Message.announcesUnknown
  }
}

extension MemberAccessExprSyntax {
  /// Whether it's the argument of `.onReceive`.
  fileprivate var isReceived: Bool {
    callOfArgument?.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "onReceive"
  }
}
