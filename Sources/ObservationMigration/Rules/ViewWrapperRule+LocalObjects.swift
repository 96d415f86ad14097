import SwiftSyntax

/// Objects that a view makes each time that it makes its content, and that nothing observed.
extension ViewWrapperRule {
  /// Reports a local variable with a new object, if the view's content depends on what changes in the object.
  static func inspectLocalObject(_ node: VariableDeclSyntax, _ walk: Walk) {
    guard !node.isMember, node.attributes.isEmpty, let view = walk.names.enclosingType, walk.table.isView(view),
      !node.isInAction, let member = node.ancestor(MemberBlockItemSyntax.self)?.decl,
      let function = member.nameOfContent
    else { return }
    for binding in node.bindings {
      guard let name = binding.pattern.boundNames.first, let value = binding.initializer?.value,
        value.createdType(for: binding.typeAnnotation?.type.trimmedText) != nil,
        case .type(let type) = walk.type(of: binding), walk.models[type] == .model, member.givesAway(name),
        let property = member.membersRead(of: name).sorted().first(where: { isFollowed($0, of: type, walk) })
      else { continue }
      walk.review(
        "state-object",
        at: binding.pattern,
        of: [type],
        """
        `\(function)` makes a new `\(walk.name(type))` each time that it runs, and reads `\(property)`. Nothing observed \
        the object so far. Now a change of `\(property)` updates the view, which replaces the object. Keep the object in a \
        `@State` property.
        """
      )
    }
  }

  /// Whether a property is tracked, and code changes it after the object was made.
  private static func isFollowed(_ name: String, of type: TypeSymbol.ID, _ walk: Walk) -> Bool {
    guard let (member, scope) = walk.table.property(name, of: type), member.isStored, !member.isLet,
      let owner = scope.types.last
    else { return false }
    let reach = walk.project.reach
    return reach.tracks(member, PropertyKey(type: owner, name: name), walk.table)
      && reach.changesLater(member, of: owner, walk.table)
  }
}

extension DeclSyntax {
  /// The name of a view's `body`, or of another member that may make a part of the view's content.
  fileprivate var nameOfContent: String? {
    switch self.as(DeclSyntaxEnum.self) {
    case .functionDecl(let function):
      function.modifiers.hasStatic || function.signature.returnClause == nil ? nil : function.name.identifierText
    case .variableDecl(let variable):
      variable.modifiers.hasStatic ? nil : variable.bindings.first?.pattern.trimmedText
    default: nil
    }
  }

  /// Whether other code gets the object in a variable, and may change it after the content is made.
  fileprivate func givesAway(_ name: String) -> Bool {
    nodes(DeclReferenceExprSyntax.self).contains { reference in
      reference.baseName.identifierText == name && (reference.isInAction || !ExprSyntax(reference).isBase)
    }
  }

  /// The members of a variable's object that the code reads, outside of actions.
  fileprivate func membersRead(of name: String) -> Set<String> {
    let assigned = Set(nodes(SequenceExprSyntax.self).flatMap(\.assigned).map(\.id))
    let accesses = nodes(MemberAccessExprSyntax.self).filter { access in
      access.base?.as(DeclReferenceExprSyntax.self)?.baseName.identifierText == name
        && !assigned.contains(ExprSyntax(access).id) && !access.isInAction
    }
    return Set(accesses.map(\.declName.baseName.identifierText))
  }
}

extension SyntaxProtocol {
  /// Whether a closure around the code, in the same member, runs for its effect.
  fileprivate var isInAction: Bool {
    ancestorsInMember.contains { $0.as(ClosureExprSyntax.self)?.isAction == true }
  }
}
